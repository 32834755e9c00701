import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { endGroupWithThisProcess, signalGroup } from '../../../build/process-group';
import { repositoryFolder } from '../../../n8n/files';
import { packPackage, servicePackage } from '../../../n8n/install/pack';
import type { Cleanup } from '../../../n8n/processes/cleanup';
import { temporaryFolder } from '../../../n8n/processes/temporary-folder';
import { welcomeOf } from './process';

const page = readFileSync(join(repositoryFolder, 'docs/run-the-service.md'), 'utf8');
const [, walk = ''] = /<!-- walk -->\s+```\n(.*?)```/s.exec(page) ?? [];

/** The commands of docs/run-the-service.md that lead from nothing to a running service and n8n. */
export const walkCommands = walk.trim().split('\n');

/** A service of one's own, as the commands of the page have set it up. */
export interface OwnService {
	/** The home folder in which they ran; the nodes are installed below it. */
	home: string;
	welcome: string;
	baseUrl: string;
	apiKey: string;
	/** Stops the service, and waits until everything has ended. */
	stop(): Promise<void>;
}

/**
 * Runs the commands in an empty home folder, with the packages of this version instead of those on npm, and without n8n, which
 * takes gigabytes and is installed for other tests.
 * @param nodes the packed nodes; unless given, they are packed
 */
export async function walkToOwnService(cleanup: Cleanup, nodes?: string): Promise<OwnService> {
	const folder = await temporaryFolder(cleanup, 'walk');
	const { tarball: service } = await packPackage(folder, servicePackage);
	const tarball = nodes ?? (await packPackage(folder)).tarball;
	const home = join(folder, 'home');
	const prefix = join(folder, 'usr');
	for (const each of [home, prefix]) mkdirSync(each);
	const [install, installNodes, ...others] = walkCommands.slice(0, -1);
	const script = [
		'set -e',
		install.replace('accounting-sync-service', service).replace(/ n8n$/, ''),
		installNodes.replace('n8n-nodes-accounting-sync', tarball).concat(' --legacy-peer-deps'),
		...others,
		'wait',
	].join('\n');
	const shell = spawn('bash', ['-c', script], {
		cwd: home,
		detached: true,
		env: {
			...process.env,
			HOME: home,
			PATH: [join(prefix, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
			// Any free one: a port that was chosen before could be taken while the packages are installed.
			ACCOUNTING_SYNC_PORT: '0',
			npm_config_prefix: prefix,
			npm_config_userconfig: join(homedir(), '.npmrc'),
			npm_config_cache: join(folder, 'cache'),
		},
	});
	cleanup.add(endGroupWithThisProcess(shell.pid));
	cleanup.add(() => signalGroup(shell.pid, 'SIGKILL'));
	let log = '';
	let output = '';
	shell.stderr.on('data', (chunk) => (log += chunk));
	shell.stdout.on('data', (chunk) => (output += chunk));
	const ended = once(shell, 'close').then(() => ({ log }));
	const welcome = await welcomeOf(shell.stdout, ended);
	const [, apiKey = ''] = /API Key +(\S+)/.exec(output) ?? [];
	const [, baseUrl = ''] = /Base URL +(\S+)/.exec(welcome) ?? [];
	return {
		home,
		welcome,
		baseUrl,
		apiKey,
		async stop() {
			signalGroup(shell.pid, 'SIGTERM');
			await ended;
		},
	};
}
