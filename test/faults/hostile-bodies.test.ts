import fc from 'fast-check';

import { itemsOf } from '../../n8n/clients/n8n';
import { freePorts } from '../../n8n/processes/free-ports';
import { startStack } from '../../n8n/stack/start';
import { type Office, openOffice } from '../support/office';
import { importTrigger, type TriggerWorkflow } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import {
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';
import { type Hostile, hostile } from './support/hostile';
import { connectInspector, inspectableAt, type Inspector } from './support/inspector';
import { createHostileSender } from './support/send-hostile';
import { size } from './support/size';

const SECRET = 'hostile-webhook-secret';
const AT_ONCE = 8;
const CHUNK = 400;
const MEBIBYTE = 1024 * 1024;
const LONGEST_MILLISECONDS = 30 * 60_000;

let inspectorPort: number;
const stack = useStack(async () => {
	[inspectorPort] = await freePorts(1);
	return await startStack({
		n8n: { env: inspectableAt(inspectorPort) },
		service: { webhookSecret: SECRET },
	});
});
let office: Office;
let inspector: Inspector;
/** A trigger that wants signatures, and one whose URL carries a secret. */
let triggers: TriggerWorkflow[];
let sleeping: string;
const sender = createHostileSender();
const answers: Record<string, number> = {};

beforeAll(async () => {
	const { n8n, service, credential: signed } = stack;
	inspector = await connectInspector(inspectorPort);
	const unsigned = await stack.createCredential({ webhookSecret: undefined });
	triggers = [];
	for (const each of [signed, unsigned]) {
		const workflow = await importTrigger(n8n, each, 'Hostile', { triggerOn: 'completedRequest' });
		await n8n.client.activate(workflow);
		triggers.push(workflow);
	}
	office = await openOffice(service, 'Asleep');
	stack.beforeStop(office.turnOff);
	const workflow = await n8n.client.importWorkflow(
		chainOf('Asleep', itemsNode(ordersOf(1, 'H')), syncNode(createInvoice(office.connectionId))),
		[unsigned],
	);
	sleeping = await n8n.client.startManualRun(workflow, START);
	await n8n.client.waitForExecution(sleeping, ['waiting']);
});

afterAll(async () => {
	process.stderr.write(`  ${JSON.stringify(answers)}\n`);
	await sender.close();
	inspector?.close();
});

/** Where to send: mostly to the triggers, sometimes to the address that wakes the execution. */
async function targets(): Promise<string[]> {
	const [{ webhook_url: wakes = '' }] = await office.nudges();
	const urls = triggers.map(({ url }) => url);
	return [...urls, ...urls, ...urls, wakes];
}

/** Sends what one worker after the other takes from the list. */
async function sendAll(given: readonly Hostile[], urls: readonly string[]): Promise<void> {
	const left = given.entries();
	const work = async () => {
		for (const [place, one] of left) {
			const url = urls[place % urls.length];
			const status = await sender.send(url, one);
			const name = String(status ?? 'no answer');
			answers[name] = (answers[name] ?? 0) + 1;
			// What the service has signed may be passed over with 200; that nothing starts is seen in the end.
			const isSigned = one.kind === 'no delivery, but signed';
			const isTaken = status !== undefined && status < 300 && !isSigned;
			if (isTaken && url !== urls.at(-1))
				throw new Error(`${url} took this: ${one.kind} ${one.body.toString().slice(0, 500)}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function sendMany(count: number, seed: number): Promise<void> {
	const urls = await targets();
	for (let sent = 0; sent < count; sent += CHUNK) {
		const numRuns = Math.min(CHUNK, count - sent);
		await sendAll(fc.sample(hostile(SECRET), { numRuns, seed: seed + sent }), urls);
	}
}

test(
	`${size.bodies} hostile bodies start nothing, end nothing and leave nothing in memory, seed ${size.seed}`,
	async () => {
		const { n8n } = stack;
		const pid = n8n.pid();
		const warmUp = Math.ceil(size.bodies / 4);
		await sendMany(warmUp, size.seed);
		const before = await inspector.heapBytes();
		await sendMany(size.bodies - warmUp, size.seed + warmUp);
		const growth = (await inspector.heapBytes()) - before;
		process.stderr.write(
			`  n8n's heap: ${(before / MEBIBYTE).toFixed(1)} MiB, and ${(growth / MEBIBYTE).toFixed(1)} MiB more in the end\n`,
		);
		expect(growth).toBeLessThan(24 * MEBIBYTE);

		for (const { id } of triggers) expect(await n8n.client.executions(id)).toEqual([]);
		// From time to time it looks by itself, and goes back to sleep.
		await n8n.client.waitForExecution(sleeping, ['waiting']);
		expect(n8n.pid()).toBe(pid);
	},
	LONGEST_MILLISECONDS,
);

test('what they were sent to still does its work', async () => {
	const { n8n, service } = stack;
	await office.turnOn();
	const execution = await n8n.client.waitForExecution(sleeping);
	expect(itemsOf(execution, SYNC).map(({ json }) => json.RefNumber)).toEqual(['H-001']);

	const [signed] = triggers;
	const query = new URLSearchParams({ webhook_url: signed.url });
	const { id } = await service.call<{ id: string }>(
		'GET',
		`/connections/${office.connectionId}/customers?${query.toString()}`,
	);
	await office.turnOn();
	expect(await service.waitForDeliveryTry(id)).toMatchObject({ webhook_state: 'succeeded' });
	expect(await n8n.client.executions(signed.id)).toHaveLength(1);
});
