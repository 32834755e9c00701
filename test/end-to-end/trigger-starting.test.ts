import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SingleN8n } from '../../n8n/stack/single';
import { startStack } from '../../n8n/stack/start';
import { type LawfulService, startLawfulService, textAt } from '../lawful/service';
import { importTrigger, pageOf, untilExecutions } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';

const folder = mkdtempSync(join(tmpdir(), 'slow-migrations-'));
/** As long as this file is there, an n8n that starts is at its migrations, as after an upgrade. */
const gate = join(folder, 'gate');

const stack = useStack(
	async () =>
		await startStack({
			n8n: {
				env: {
					SLOW_MIGRATIONS: gate,
					NODE_OPTIONS: `--require=${join(__dirname, 'support/slow-migrations.js')}`,
				},
			},
		}),
);
let service: LawfulService;
let n8n: SingleN8n;

beforeAll(async () => {
	({ n8n } = stack);
	// It counts every 200 as delivered, and has a great many tries.
	service = await startLawfulService({ secondTries: 1_000_000 });
	service.desktop.turnOff();
});
afterAll(async () => {
	await service?.close();
	rmSync(folder, { recursive: true });
});

const answers = () => service.deliveries.map(({ answer }) => answer ?? '');

/** Tries again and again to deliver, until somebody takes what is delivered, or says so. */
async function deliverUntilAnswered() {
	while (service.deliveries[service.deliveries.length - 1].status !== 200) {
		await service.deliverAgain(1);
	}
}

test('a page that n8n swallows while it starts is taken after its start, once and for all', async () => {
	const connectionId = service.newConnection();
	const credential = await stack.createCredential({
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
	});
	const workflow = await importTrigger(n8n, credential, 'Swallowed', {
		triggerOn: 'completedQuery',
		connection: { __rl: true, mode: 'id', value: connectionId },
		queriedResource: 'vendor',
		filters: { activeStatus: 'All' },
	});
	await n8n.client.activate(workflow);
	await service.desktop.run(1);
	await untilExecutions(n8n, workflow, 1);

	await n8n.kill();
	await service.desktop.run(1);
	writeFileSync(gate, '');
	const restarted = n8n.restart();
	await deliverUntilAnswered();
	expect(answers().at(-1)).toBe('n8n is starting up. Please wait');
	rmSync(gate);
	await restarted;
	await untilExecutions(n8n, workflow, 2);

	// Nothing of it comes again, neither with the rest of the run nor after another start.
	await service.desktop.run();
	const all = service.records(connectionId).length;
	await untilExecutions(n8n, workflow, all);
	await n8n.kill();
	await n8n.restart();
	const executions = await untilExecutions(n8n, workflow, all);
	expect(executions).toHaveLength(all);
	const ids = executions.flatMap((one) => pageOf(one).records.map(({ ListID }) => ListID));
	const vendors = service.company(connectionId).records('Vendor');
	expect(ids.sort()).toEqual(vendors.map((one) => textAt(one, 'ListID')).sort());
});
