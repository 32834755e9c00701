import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import { packPackage, servicePackage } from '../../n8n/install/pack';
import { Cleanup } from '../../n8n/processes/cleanup';
import { freePorts } from '../../n8n/processes/free-ports';
import { signalGroup } from '../../n8n/processes/process-group';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { until } from '../../n8n/until';
import { apiClient } from '../service/support/api-client';
import { welcomeOf } from '../service/support/process';

const page = readFileSync(join(repositoryFolder, 'docs/run-the-service.md'), 'utf8');
const [, walk = ''] = /<!-- walk -->\s+```\n(.*?)```/s.exec(page) ?? [];
const commands = walk.trim().split('\n');

const invoice =
	'<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><InvoiceAddRq><InvoiceAdd>' +
	'<CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef>' +
	'<InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef><Quantity>2</Quantity></InvoiceLineAdd>' +
	'</InvoiceAdd></InvoiceAddRq></QBXMLMsgsRq></QBXML>';

const cleanup = new Cleanup();
afterAll(async () => await cleanup.run());

it('takes fewer than ten commands, the last of which starts n8n', () => {
	expect(commands.length).toBeLessThan(10);
	expect(commands.at(-1)).toBe('n8n start');
});

it('leads from nothing to an invoice, with the commands of the page', async () => {
	const folder = await temporaryFolder(cleanup, 'walk');
	const { tarball: service } = await packPackage(folder, servicePackage);
	const { tarball: nodes } = await packPackage(folder);
	const home = join(folder, 'home');
	const prefix = join(folder, 'usr');
	for (const each of [home, prefix]) mkdirSync(each);
	const [port] = await freePorts(1);
	const [install, installNodes, ...others] = commands.slice(0, -1);
	const script = [
		'set -e',
		// n8n takes gigabytes; it is installed for other tests.
		install.replace('accounting-sync-service', service).replace(/ n8n$/, ''),
		installNodes.replace('n8n-nodes-accounting-sync', nodes).concat(' --legacy-peer-deps'),
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
			ACCOUNTING_SYNC_PORT: String(port),
			npm_config_prefix: prefix,
			npm_config_userconfig: join(homedir(), '.npmrc'),
			npm_config_cache: join(folder, 'cache'),
		},
	});
	cleanup.add(() => signalGroup(shell.pid, 'SIGKILL'));
	let log = '';
	let output = '';
	shell.stderr.on('data', (chunk) => (log += chunk));
	shell.stdout.on('data', (chunk) => (output += chunk));
	const ended = once(shell, 'close').then(() => ({ log }));
	const welcome = await welcomeOf(shell.stdout, ended);
	expect(welcome).toContain('the one that "application create" printed');
	const [, key] = /API Key +(\S+)/.exec(output) ?? [];
	const [, baseUrl = ''] = /Base URL +(\S+)/.exec(welcome) ?? [];
	expect(baseUrl).toBe(`http://127.0.0.1:${port}/api/v1`);

	const api = apiClient(baseUrl, key);
	const connection = (await api('POST', '/connections', { body: { name: 'Office' } })).body.data;
	await fetch(`${connection.links.onboarding}/simulated-desktop`, { method: 'POST' });
	const queued = (
		await api('POST', `/connections/${connection.id}/queued_requests`, {
			body: { request_xml: invoice },
		})
	).body;
	const written = await until(
		async () => (await api('GET', `/queued_requests/${queued.data.id}`)).body.data,
		({ state }) => !['waiting', 'ticketed', 'sent'].includes(state),
	);
	expect(written.state).toBe('response_received');
	expect(written.response_xml).toContain('<TxnID>');

	signalGroup(shell.pid, 'SIGTERM');
	await ended;
}, 180_000);
