import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import { until } from '../../n8n/until';
import {
	type RunJournal,
	STORED_VERSION,
} from '../../nodes/AccountingSync/execution/run/runJournal';
import { type GivenNode, resumeWhenTimeIsUp, retry, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useHostedOperations } from './support/host-operation';
import { smallInvoice } from './support/queueing-operations';
import { byId } from './support/run-operation';

const service = useServiceWithDesktops();
const hosted = useHostedOperations();

const NODE = 'Accounting Sync';

const known = smallInvoice.customerListId;

/** Invoices at a desktop that is off, in an execution that has gone to sleep. */
async function asleep(customers = [known, known], node: Partial<GivenNode> = {}) {
	const connectionId = await service.newConnectionTurnedOff();
	const form = {
		connection: { ...byId(connectionId) },
		...smallInvoice,
		customerListId: '={{ $json.customer }}',
		result: 'waitSuspended',
	};
	const { host, start } = await hosted(service, 'invoice.create', form, node);
	const run = await start(customers.map((customer) => ({ customer })));
	expect(run.status).toBe('waiting');
	return { connectionId, host, run };
}

const journalIn = ({ executionData }: IRunExecutionData) =>
	(executionData?.contextData[`node:${NODE}`] as IDataObject).accountingSyncRun as unknown as
		RunJournal | undefined;

const invoice = expect.objectContaining({ TxnID: expect.any(String), Subtotal: '85.00' });
const bothInvoices = [
	[invoice, { item: 0 }],
	[invoice, { item: 1 }],
];

const shown = ({ items }: WorkflowRun) => items.map(({ json, pairedItem }) => [json, pairedItem]);

const written = async (connectionId: string) =>
	(await service.requestsOf(connectionId)).filter(({ request_json: json }) =>
		JSON.stringify(json).includes('InvoiceAddRq'),
	);

describe('an execution that was stopped while it slept', () => {
	test('is not retried with the saved workflow, and n8n shows what to choose', async () => {
		const { connectionId, run } = await asleep();
		await service.turnOn(connectionId);
		await expect(retry(run, true)).rejects.toThrow(
			'"Accounting Sync (asleep: choose Retry with original workflow)"',
		);
		expect(await written(connectionId)).toHaveLength(2);
	});

	test('has its results when it is retried with the original one', async () => {
		const { connectionId, run } = await asleep();
		await service.turnOn(connectionId);
		const retried = await retry(run);
		expect({ status: retried.status, error: retried.error }).toEqual({
			status: 'success',
			error: undefined,
		});
		expect(shown(retried)).toEqual(bothInvoices);
		expect(await written(connectionId)).toHaveLength(2);
	});
});

test('one that has failed after its sleep can be retried with the saved workflow', async () => {
	const { connectionId, host } = await asleep([known, '80000FFF-1']);
	await service.turnOn(connectionId);
	const failed = await host.lastRun();
	expect(failed.error?.message).toContain('80000FFF-1');
	const retried = await retry(failed, true);
	expect(retried.error?.message).toContain('80000FFF-1');
	expect(await written(connectionId)).toHaveLength(3);
});

/** What n8n stores of an execution, as each released version of the package has left it. */
const exampleFile = (version: number): string =>
	join(__dirname, 'stored', `version-${version}.json`);

const versions = Array.from({ length: STORED_VERSION }, (_, index) => index + 1);

/** What stands in what is stored as it came: from the form, from the service and from the workflow. */
const taken = ['values', 'expressions', 'record', 'json'];

/** Names and types in a value, each once for the elements of a list. */
function formOf(value: unknown): unknown {
	if (Array.isArray(value)) {
		const forms = value.map((element) => JSON.stringify(formOf(element)));
		return [...new Set(forms)].map((form) => JSON.parse(form) as unknown);
	}
	if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([name, content]) => [name, taken.includes(name) ? 'taken' : formOf(content)]),
	);
}

/** What of a stored execution is ours: what the node has kept, and how its entries stand on the stack. */
const ownPart = (stored: IRunExecutionData) => ({
	kept: stored.executionData?.contextData[`node:${NODE}`],
	stack: stored.executionData?.nodeExecutionStack.map(({ node, data, metadata, runIndex }) => ({
		name: node.name,
		data,
		metadata,
		runIndex,
	})),
});

test('what is stored has the form that belongs to its version', async () => {
	const { run } = await asleep();
	const stored = JSON.parse(JSON.stringify(run.executionData)) as IRunExecutionData;
	const file = exampleFile(STORED_VERSION);
	if (!existsSync(file)) {
		writeFileSync(file, `${JSON.stringify(stored, null, '\t')}\n`);
		throw new Error(
			`There was no example of version ${STORED_VERSION}. Add ${file} to the repository.`,
		);
	}
	const example = JSON.parse(readFileSync(file, 'utf8')) as IRunExecutionData;
	// If this fails, raise STORED_VERSION, unless nothing was released with it yet: then delete the file.
	expect(formOf(ownPart(stored))).toEqual(formOf(ownPart(example)));
});

test.each(versions)('an execution that version %i has put to sleep goes on', async (version) => {
	const { connectionId, run } = await asleep();
	const { runKey } = journalIn(run.executionData) ?? {};
	const example = readFileSync(exampleFile(version), 'utf8');
	const { runKey: before, events = [] } = journalIn(JSON.parse(example)) ?? {};
	const queued = events.flatMap((event) => (event.event === 'queued' ? [event] : []));
	const requests = await written(connectionId);
	const replaced = [
		[before, runKey],
		[queued[0].connectionId, connectionId],
		...queued.map(({ record }, index) => [record.id, requests[index].id]),
	].reduce((text, [old, current]) => text.replaceAll(String(old), String(current)), example);
	const { resumeToken } = run.executionData;
	const executionData = { ...(JSON.parse(replaced) as IRunExecutionData), resumeToken };
	await service.turnOn(connectionId);
	await until(
		async () => await written(connectionId),
		(all) => all.every(({ state }) => state === 'response_received'),
	);
	const woken = await resumeWhenTimeIsUp({ ...run, executionData });
	expect(woken.error).toBeUndefined();
	expect(shown(woken)).toEqual(bothInvoices);
	expect(await written(connectionId)).toHaveLength(2);
});

describe('an execution that a version has left whose form is not known', () => {
	const ofAnother = (run: WorkflowRun, version: unknown = STORED_VERSION + 1): WorkflowRun => {
		const executionData = structuredClone(run.executionData);
		Object.assign(journalIn(executionData) ?? {}, { version });
		return { ...run, executionData };
	};

	test.each([STORED_VERSION + 1, STORED_VERSION - 1, String(STORED_VERSION), null])(
		'ends in an error when the clock wakes it, and writes nothing: %p',
		async (version) => {
			const { connectionId, run } = await asleep();
			await service.turnOn(connectionId);
			const woken = await resumeWhenTimeIsUp(ofAnother(run, version));
			expect(woken.error).toMatchObject({
				message: expect.stringContaining('begun by another version of this package'),
				description: expect.stringContaining('Nothing was sent now'),
			});
			expect(await written(connectionId)).toHaveLength(2);
		},
	);

	test('sleeps on when its webhook is called, which counts as delivered', async () => {
		const { connectionId, run } = await asleep();
		Object.assign(journalIn(run.executionData) ?? {}, { version: STORED_VERSION + 1 });
		const [{ webhook_url: url }] = await service.nudgesOf(connectionId);
		await service.turnOn(connectionId);
		const nudges = await until(
			async () => await service.nudgesOf(connectionId),
			(all) => all.every(({ webhook_state: state }) => state !== 'pending'),
		);
		expect(nudges.map(({ webhook_state: state }) => state)).toEqual(['succeeded']);
		const answer = await fetch(String(url), { method: 'POST', body: '{}' });
		expect(await answer.json()).toEqual({ message: expect.stringContaining('Another version') });
	});

	test('gives one error where the node is executed once', async () => {
		const node = { executeOnce: true, onError: 'continueRegularOutput' } as const;
		const { run } = await asleep([known, known], node);
		expect((await resumeWhenTimeIsUp(ofAnother(run))).items).toHaveLength(1);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'gives each item the error with On Error %s',
		async (onError) => {
			const { run } = await asleep([known, known], { onError });
			const woken = await resumeWhenTimeIsUp(ofAnother(run));
			const [first, second = []] = woken.outputs[NODE];
			expect([...first, ...second].map(({ json }) => json.error)).toEqual(
				[0, 1].map(() => expect.stringContaining('begun by another version of this package')),
			);
		},
	);

	test('is not begun anew by Retry', async () => {
		const { connectionId, host } = await asleep([known, '80000FFF-1']);
		await service.turnOn(connectionId);
		const retried = await retry(ofAnother(await host.lastRun()));
		expect(retried.error?.message).toContain('begun by another version of this package');
		expect(await written(connectionId)).toHaveLength(2);
	});
});
