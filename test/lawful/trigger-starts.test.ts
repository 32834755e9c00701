import type { IDataObject } from 'n8n-workflow';
import * as n8nWorkflow from 'n8n-workflow';

import type { WorkflowHost } from '../engine/harness';
import { credentialsFor } from '../engine/support/local-service';
import { useShortPauses } from '../engine/support/pauses';
import {
	changedRecords,
	closeWorkflows,
	completedQuery,
	publishedTrigger,
} from '../engine/trigger/support/published-trigger';
import { type LawfulService, type Reading, startLawfulService, textAt } from './service';
import { chance } from './service/readings';
import { readingsFor, sampleFor } from './support/concerns';

useShortPauses();

// Only what these nodes keep in memory has to go. n8n's part keeps nothing of theirs, and is most of what would be loaded again.
jest.doMock('n8n-workflow', () => n8nWorkflow);

let service: LawfulService;
// Nothing is left of what the nodes of other tests kept in memory.
beforeEach(() => jest.resetModules());
afterEach(async () => {
	await closeWorkflows();
	await service.close();
	jest.restoreAllMocks();
});

const daily = { splitIntoItems: true, schedule: 'cron', cronExpression: '0 8 * * *' };
const vendors = (connectionId: string): IDataObject =>
	completedQuery(connectionId, 'vendor', { filters: { activeStatus: 'All' }, ...daily });
const changedInvoices = (connectionId: string): IDataObject => ({
	...changedRecords(connectionId, 'invoice', { firstRunFrom: '2000-01-01T00:00:00Z' }),
	...daily,
});

interface Line {
	level: string;
	message: string;
}

/** An active trigger whose first run is queued, with a service that counts every 200 as delivered. */
async function opened(reading: Partial<Reading> = {}, form = vendors) {
	service = await startLawfulService(reading);
	service.desktop.turnOff();
	const connectionId = service.newConnection();
	const credentials = credentialsFor(service.baseUrl, service.apiKey);
	const host = await publishedTrigger({ credentials, parameters: form(connectionId) });
	await host.activate();
	return { host, connectionId };
}

/** Restarts n8n and waits until the trigger has looked for what it missed, as often as it wants. */
async function restarted(host: WorkflowHost): Promise<Line[]> {
	jest.resetModules();
	host.swallows = () => false;
	const log: Line[] = [];
	await new Promise<void>((resolve, reject) => {
		host
			.restart((level, message) => {
				log.push({ level, message });
				const isMore = /will look again|could not be looked up/.test(message);
				if (isMore) setImmediate(() => host.tick('0 * * * * *'));
				else if (message.includes('looked for pages')) resolve();
			})
			.catch(reject);
	});
	return log.filter(({ level }) => level !== 'debug');
}

async function carriedOut(most?: number) {
	await service.desktop.run(most);
	await service.settled();
}

const isTaken = ({ answer }: { answer?: string }) =>
	answer?.includes('The page was taken') ?? false;

/** The IDs of the records in the next executions. */
async function idsOf(host: WorkflowHost, executions: number): Promise<string[]> {
	const ids: string[] = [];
	for (let count = 0; count < executions; count++) {
		const { items } = await host.nextRun();
		ids.push(...items.map(({ json }) => String(json.ListID ?? json.TxnID)));
	}
	return ids;
}

const idsIn = (connectionId: string, kind: 'Vendor' | 'Invoice'): string[] =>
	service
		.company(connectionId)
		.records(kind)
		.map((record) => String(textAt(record, 'ListID') ?? textAt(record, 'TxnID')));

/** Swallows the deliveries with these numbers, from 1. */
function swallowing(host: WorkflowHost, ...which: number[]) {
	let count = 0;
	host.swallows = () => which.includes((count += 1));
}

const saysTaken = ({ message }: Line) => message.includes('is taken now');
const lost = (log: Line[]) => log.filter(saysTaken);
const isLoud = (log: Line[]) => log.some((line) => line.level !== 'info' && !saysTaken(line));

test('pages that n8n swallows while it starts come out after its start, in order and once', async () => {
	const { host, connectionId } = await opened();
	swallowing(host, 2, 4);
	await carriedOut();
	const taken = service.deliveries.filter(isTaken).length;
	const before = await idsOf(host, taken);
	const calls = service.calls.length;
	const log = await restarted(host);
	expect(lost(log)).toHaveLength(2);
	expect(log).toHaveLength(2);
	expect(service.calls.slice(calls).map(({ path }) => path.split('?')[0])).toEqual(
		Array(2).fill(`/connections/${connectionId}/queued_requests`),
	);
	const after = await idsOf(host, 2);
	const all = idsIn(connectionId, 'Vendor');
	expect(after).toEqual([...all.slice(5, 10), ...all.slice(15, 20)]);
	expect([...before, ...after].sort()).toEqual([...all].sort());
	expect(await restarted(host)).toEqual([]);
});

test('what has been taken at a start starts nothing if the service delivers it again after all', async () => {
	const { host } = await opened();
	swallowing(host, 1);
	await carriedOut(1);
	expect(lost(await restarted(host))).toHaveLength(1);
	await host.nextRun();
	const [{ url, headers, body }] = service.deliveries;
	const again = await fetch(url, {
		method: 'POST',
		headers: { 'Content-Type': headers['Content-Type'] },
		body,
	});
	expect(await again.json()).toEqual({ message: 'This page was taken before.' });
});

test('activating the workflow takes nothing of what was delivered before', async () => {
	const { host, connectionId } = await opened();
	swallowing(host, 1, 2, 3, 4, 5);
	await carriedOut();
	jest.resetModules();
	host.swallows = () => false;
	const log: Line[] = [];
	await host.deactivate();
	await host.restart((level, message) => log.push({ level, message }), 'activate');
	expect(log).toEqual([]);
	// It queues a run of its own instead.
	expect(service.records(connectionId).at(-1)).toMatchObject({ state: 'waiting' });
});

test('a service that can not be asked at the start is asked again, and no run starts before', async () => {
	const { host } = await opened();
	swallowing(host, 1);
	await carriedOut(1);
	let failures = 0;
	service.meddle(({ path }) =>
		path.includes('queued_requests') && (failures += 1) <= 3 ? { status: 400 } : undefined,
	);
	const log = await restarted(host);
	expect(lost(log)).toHaveLength(1);
	expect(log.filter(({ message }) => message.includes('could not be looked up'))).toHaveLength(3);
});

test('more pages than are remembered make the trigger say so, and take nothing', async () => {
	const { host, connectionId } = await opened({ pageSize: 5 });
	swallowing(host, 1);
	await carriedOut(1);
	const { id } = service.records(connectionId)[0];
	const [staticData] = Object.values(host.staticData) as Array<Record<string, unknown>>;
	staticData.seenPages = Array.from({ length: 1000 }, (_, index) => `page-${index}`).join(' ');
	const log = await restarted(host);
	expect(lost(log)).toEqual([]);
	expect(log).toEqual([
		{ level: 'warn', message: expect.stringContaining(`get request ${id} with the node`) },
	]);
});

test('pages that are not recognised any more make the trigger say so, and take nothing', async () => {
	const { host } = await opened();
	swallowing(host, 2);
	await carriedOut(2);
	await host.nextRun();
	const [staticData] = Object.values(host.staticData) as Array<Record<string, unknown>>;
	staticData.seenPages = ['the-first-page-by-another-name'];
	const log = await restarted(host);
	expect(log).toEqual([
		{ level: 'warn', message: expect.stringContaining('shows its pages in another way') },
	]);
});

const triggerReadings = readingsFor('requests', 'answers', 'pages', 'deliveries');

describe.each([
	['vendors', vendors, 'Vendor'],
	['changed invoices', changedInvoices, 'Invoice'],
] as const)('%s', (_what, form, kind) => {
	test.each(sampleFor(`quiet ${kind}`, triggerReadings))(
		'with %s, a start after which nothing is missing takes nothing again',
		async (_name, reading) => {
			const { host, connectionId } = await opened(reading, form);
			await carriedOut();
			const ids = await idsOf(host, service.deliveries.filter(isTaken).length);
			const runs = service.records(connectionId).length;
			const log = await restarted(host);
			expect(lost(log)).toEqual([]);
			expect(new Set(ids).size).toBe(ids.length);
			expect(service.records(connectionId)).toHaveLength(runs);
		},
	);

	test.each(sampleFor(`swallowed ${kind}.`, triggerReadings))(
		'with %s, what n8n swallows while it starts comes out once, or the log says so',
		async (name, reading) => {
			const { host, connectionId } = await opened(reading, form);
			const random = chance(name.length);
			const isSwallowed: boolean[] = [];
			host.swallows = () => {
				isSwallowed.push(isSwallowed.length === 0 || random() < 0.5);
				return isSwallowed[isSwallowed.length - 1];
			};
			await carriedOut();
			const before = await idsOf(host, service.deliveries.filter(isTaken).length);
			const log = await restarted(host);
			const after = await idsOf(host, lost(log).length);
			const out = [...before, ...after];
			expect(new Set(out).size).toBe(out.length);
			const missing = idsIn(connectionId, kind).filter((id) => !out.includes(id));
			const isSaid = isLoud(log) || service.deliveries.some(({ status }) => status === 503);
			if (missing.length > 0 && !isSaid) throw new Error(`${missing.length} missing`);
		},
	);
});
