import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';

import { parse } from 'yaml';

import { signalGroup } from '../../build/process-group';
import { repositoryFolder } from '../../n8n/files';
import { packPackage, servicePackage } from '../../n8n/install/pack';
import n8n from '../../n8n/package.json';
import { Cleanup } from '../../n8n/processes/cleanup';
import { runCommand } from '../../n8n/processes/command';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { serviceAddress } from '../../nodes/shared/transport/address';
import nodes from '../../package.json';
import manifest from '../../packages/accounting-sync-service/package.json';
import { welcomeOf } from '../service/support/process';

interface ComposeFile {
	services: Record<
		'n8n' | 'service',
		{
			image?: string;
			build?: { context: string; dockerfile: string };
			ports?: string[];
			environment?: Record<string, string>;
			network_mode?: string;
			volumes: string[];
		}
	>;
	volumes: Record<string, unknown>;
}

const compose = parse(readFileSync(join(repositoryFolder, 'compose.yaml'), 'utf8')) as ComposeFile;

describe('compose.yaml', () => {
	const { n8n: editor, service } = compose.services;

	it('starts the n8n that everything is tried with, and installs the nodes in it', () => {
		expect(editor.image).toBe(`docker.n8n.io/n8nio/n8n:${n8n.dependencies.n8n}`);
		expect(JSON.parse(String(editor.environment?.N8N_COMMUNITY_PACKAGES))).toEqual([
			{ name: nodes.name },
		]);
	});

	it('has the service at an address that the nodes accept without TLS', () => {
		expect(service.network_mode).toBe('service:n8n');
		expect(() => serviceAddress('http://127.0.0.1:4300/api/v1')).not.toThrow();
		expect(() => serviceAddress('http://service:4300/api/v1')).toThrow('https://');
	});

	it('publishes nothing to other computers', () => {
		expect(editor.ports).toEqual(['127.0.0.1:5678:5678', '127.0.0.1:4300:4300']);
		expect(service.ports).toBeUndefined();
	});

	it('builds the service by its Containerfile, and keeps what both have stored', () => {
		const { context = '', dockerfile = '' } = service.build ?? {};
		expect(existsSync(join(repositoryFolder, context, dockerfile))).toBe(true);
		const kept = [editor, service].flatMap(({ volumes }) => volumes.map((it) => it.split(':')[0]));
		expect(kept).toEqual(Object.keys(compose.volumes));
	});
});

const deployed = parse(
	readFileSync(join(repositoryFolder, 'deploy/compose/compose.yaml'), 'utf8'),
) as {
	services: Record<
		string,
		{
			image?: string;
			ports?: string[];
			secrets?: string[];
			restart?: string;
			environment?: Record<string, string>;
			stop_grace_period?: string;
			build?: { context: string; dockerfile: string };
		}
	>;
	secrets: Record<string, { file: string }>;
};

describe('deploy/compose', () => {
	const { services, secrets } = deployed;

	it('lets only the proxy be reached from outside, and starts everything again', () => {
		const reachable = Object.keys(services).filter((name) => services[name].ports);
		expect(reachable).toEqual(['proxy']);
		for (const { restart } of Object.values(services)) expect(restart).toBe('unless-stopped');
	});

	it('has the n8n that everything is tried with, and the image of the service', () => {
		expect(services.n8n.image).toBe(`docker.n8n.io/n8nio/n8n:${n8n.dependencies.n8n}`);
		const { context = '', dockerfile = '' } = services.service.build ?? {};
		expect(existsSync(join(repositoryFolder, 'deploy/compose', context, dockerfile))).toBe(true);
	});

	it('has its secrets in files, each of which somebody reads', () => {
		for (const { environment = {}, secrets: given = [] } of Object.values(services)) {
			const read = Object.entries(environment)
				.filter(([name]) => /SECRET|PASSWORD|_KEY|DATABASE/.test(name))
				.map(([name, value]) => [name.endsWith('_FILE'), value]);
			expect(read.sort()).toEqual(given.map((name) => [true, `/run/secrets/${name}`]).sort());
			for (const name of given) expect(Object.keys(secrets)).toContain(name);
		}
	});
});

it('whoever stops the service gives it more time than it takes', () => {
	const unit = readFileSync(
		join(repositoryFolder, 'deploy/systemd/accounting-sync.service'),
		'utf8',
	);
	const { environment, stop_grace_period } = deployed.services.service;
	for (const [takes, given] of [
		[environment?.ACCOUNTING_SYNC_STOP_TIMEOUT, stop_grace_period],
		[/STOP_TIMEOUT=(\d+)/.exec(unit)?.[1], /TimeoutStopSec=(\d+)/.exec(unit)?.[1]],
	])
		expect(Number.parseInt(String(given), 10)).toBeGreaterThan(Number(takes) + 5);
});

/** The instructions of the Containerfile by their names; a line that ends in a backslash goes on in the next. */
const instructions = new Map(
	readFileSync(join(servicePackage.source, 'Containerfile'), 'utf8')
		.replace(/\\\n\s*/g, '')
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => line.split(/ (.*)/s) as [string, string]),
);

const instruction = (name: string): string => instructions.get(name) ?? '';

/** The words of an instruction's JSON. */
const wordsOf = (name: string): string[] =>
	JSON.parse(/\[.*\]/.exec(instruction(name))?.[0] ?? '[]') as string[];

const cleanup = new Cleanup();

afterAll(async () => await cleanup.run());

describe('the Containerfile, carried out in a plain folder', () => {
	let folder: string;
	let build: string;
	let env: NodeJS.ProcessEnv;

	/** A text of the Containerfile with the folder in place of the container's root. */
	const here = (text: string) => text.replace(/\/(build|data)\b/g, join(folder, '$1'));

	beforeAll(async () => {
		folder = await temporaryFolder(cleanup, 'container');
		build = join(folder, 'build');
		mkdirSync(build);
		const prefix = join(folder, 'usr');
		env = {
			...process.env,
			PATH: [join(prefix, 'bin'), process.env.PATH].join(delimiter),
			npm_config_prefix: prefix,
			npm_config_cache: join(folder, 'cache'),
		};
		await copyFile(join(servicePackage.source, 'package.json'), join(build, 'package.json'));
	});

	it('installs the version beside it from npm unless it is told another', async () => {
		const [, wanted] = /("\$\{SERVICE:-.*\}")/.exec(instruction('RUN')) ?? [];
		const spec = await runCommand('sh', ['-c', `echo ${wanted}`], { cwd: build, env });
		expect(spec.trim()).toBe(`${manifest.name}@${manifest.version}`);
	});

	it('starts a service that is healthy, and keeps its data in the volume', async () => {
		const { tarball } = await packPackage(build, servicePackage);
		// Only root may give a folder away.
		for (const [, name, value] of instruction('ENV').matchAll(/(\w+)=(\S+)/g))
			env[name] = here(value);
		const run = here(instruction('RUN')).replace(' --owner=node --group=node', '');
		await runCommand('sh', ['-c', run], {
			cwd: build,
			env: { ...env, SERVICE: `./${basename(tarball)}` },
		});
		expect(existsSync(tarball)).toBe(false);

		const [program = '', ...words] = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')].map(here);
		const service = spawn(program, [...words, '--port', '0'], {
			cwd: here(instruction('VOLUME')),
			env,
			detached: true,
		});
		cleanup.add(() => signalGroup(service.pid, 'SIGKILL'));
		let log = '';
		service.stderr.on('data', (chunk) => (log += chunk));
		const ended = once(service, 'close').then(([code]) => ({ code: code as number, log }));
		const welcome = await welcomeOf(service.stdout, ended);
		expect(existsSync(join(folder, 'data', 'service.sqlite'))).toBe(true);

		const [, port] = /127\.0\.0\.1:(\d+)/.exec(welcome) ?? [];
		const [checker = '', ...check] = wordsOf('HEALTHCHECK').map((word) =>
			word.replace(`:${instruction('EXPOSE')}/`, `:${port}/`),
		);
		await runCommand(checker, check, { cwd: folder, env });
		// The way a container is stopped.
		service.kill('SIGTERM');
		expect((await ended).code).toBe(0);
		await expect(runCommand(checker, check, { cwd: folder, env })).rejects.toThrow('status 1');
	});

	it('does not run as root', () => {
		expect(instruction('USER')).toBe('node');
	});
});
