import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';

import { latest } from '../../n8n/files';
import { ensureInstalled } from '../../n8n/install/install';
import { Cleanup } from '../../n8n/processes/cleanup';
import { runCommand } from '../../n8n/processes/command';
import { freePorts } from '../../n8n/processes/free-ports';
import { withoutSettings } from '../../n8n/stack/n8n-process';
import { apiClient } from '../service/support/api-client';
import { walkToOwnService } from '../service/support/own-service';
import { chainOf, syncNode } from '../support/workflows';

const cleanup = new Cleanup();
afterAll(async () => await cleanup.run());

const credential = (baseUrl: string, apiKey: string) => ({
	id: 'office',
	name: 'Office',
	type: 'accountingSyncApi',
	data: { baseUrl, apiKey },
});

const workflow = {
	...chainOf(
		'An invoice',
		syncNode(
			{
				resource: 'invoice',
				operation: 'create',
				connection: { __rl: true, mode: 'list', value: '' },
				customerListId: '80000002-1700000002',
				specifyLines: 'json',
				linesJson: JSON.stringify([{ item_list_id: '80020002-1700000002', quantity: 2 }]),
				result: 'waitPolling',
			},
			{ credentials: { accountingSyncApi: { id: 'office', name: 'Office' } } },
		),
	),
	id: 'invoice',
	active: false,
	settings: {},
};

test('a workflow writes through a service of one’s own, set up with the commands of the page', async () => {
	await ensureInstalled(() => undefined);
	const { home, baseUrl, apiKey, stop } = await walkToOwnService(
		cleanup,
		process.env.PACKAGE_TARBALL,
	);
	const api = apiClient(baseUrl, apiKey);
	const connection = (await api('POST', '/connections', { body: { name: 'Office' } })).body.data;
	await fetch(`${connection.links.onboarding}/simulated-desktop`, { method: 'POST' });

	const { nodeBinary, n8nProgram, settings } = latest;
	const [brokerPort] = await freePorts(1);
	const env = {
		...withoutSettings(process.env),
		...settings,
		HOME: home,
		PATH: [dirname(nodeBinary), process.env.PATH].join(delimiter),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_DIAGNOSTICS_ENABLED: 'false',
	};
	const n8n = async (...words: string[]) =>
		await runCommand(nodeBinary, [n8nProgram, ...words], { cwd: home, env });
	await writeFile(join(home, 'credential.json'), JSON.stringify([credential(baseUrl, apiKey)]));
	await writeFile(join(home, 'workflow.json'), JSON.stringify([workflow]));
	await n8n('import:credentials', '--input=credential.json');
	await n8n('import:workflow', '--input=workflow.json');
	// It fails if the workflow does. What it prints is cut off where it ends.
	const printed = await n8n('execute', '--id=invoice');
	expect(printed).toContain('Execution was successful');

	const { data: queue } = (await api('GET', `/connections/${connection.id}/queued_requests`)).body;
	const writes = queue.filter(({ request_xml }: { request_xml: string }) =>
		request_xml.includes('InvoiceAddRq'),
	);
	expect(writes).toMatchObject([
		{
			state: 'response_received',
			response_xml: expect.stringContaining('<Subtotal>125.00</Subtotal>'),
		},
	]);
	await stop();
});
