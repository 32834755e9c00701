import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useShortPauses } from '../support/pauses';
import { type Meddle, useProxiedService } from '../support/proxied-service';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

const MANY = 200;

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const proxied = useProxiedService(service);

let connectionId: string;
let executionId: string;
beforeAll(async () => {
	connectionId = await service.newConnection();
	const run = await runOperation(
		service,
		'vendor.create',
		{
			connection: { ...byId(connectionId) },
			name: '={{ $json.name }}',
			result: 'waitPolling',
			options: { requestsAtOnce: 50 },
		},
		{ items: Array.from({ length: MANY }, (_, index) => ({ name: `V ${index}` })) },
	);
	expect(run.error).toBeUndefined();
	({ executionId } = run);
});

const listsIn = (calls: readonly string[]) =>
	calls.filter((call) => /^GET \/connections\/[^/]+\/queued_requests\?/.test(call));

const undo = async (form: IDataObject) =>
	await runOperation(proxied, 'books.undo', {
		connection: { ...byId(connectionId) },
		executionId,
		deleteWhatCannotBeVoided: true,
		result: 'waitPolling',
		...form,
	});

const json = (body: object) => ({
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from(JSON.stringify(body)),
});

const passes: Meddle = () => Promise.resolve(undefined);

/** What a service may do that searches elsewhere. */
const findsNothing: Meddle = ({ path }) =>
	Promise.resolve(
		path.includes('search_phrase')
			? json({ data: [], page: 1, page_size: 100, total: 0, total_pages: 0 })
			: undefined,
	);

/** The same with a queue that is longer than anybody reads. */
const neverEnds: Meddle = async (call) => {
	const found = await findsNothing(call);
	const [, page] = /queued_requests\?.*\bpage=(\d+)/.exec(call.path) ?? [];
	if (found || page === undefined) return found;
	const request = { id: `request ${page}`, state: 'waiting', request_xml: '<QBXML/>' };
	return json({ data: [request], page: Number(page), page_size: 100, total_pages: 1_000 });
};

test.each<[string, Meddle]>([
	['the search, where it finds what is known to be there', passes],
	['the whole list, where the search finds nothing', findsNothing],
])('what an execution has written is found by %s', async (_, how) => {
	proxied.meddle(how);
	const run = await undo({});
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.name)).toEqual(
		Array.from({ length: MANY }, (_one, index) => `V ${MANY - 1 - index}`),
	);
	expect(new Set(run.items.map(({ json }) => json.action))).toEqual(new Set(['wouldDelete']));
	expect(listsIn(proxied.calls).some((call) => call.includes('search_phrase'))).toBe(true);
});

test('a queue that can be neither searched nor read is an error, and nothing is changed', async () => {
	proxied.meddle(neverEnds);
	const run = await undo({ dryRun: false });
	expect(run.error?.message).toContain("can't tell which requests an execution has queued");
	expect(proxied.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
});

test('two hundred records are undone, the newest first', async () => {
	const run = await undo({ dryRun: false });
	expect(run.error).toBeUndefined();
	expect(run.items).toHaveLength(MANY);
	expect(new Set(run.items.map(({ json }) => json.action))).toEqual(new Set(['deleted']));
	const { deletedRecords, vendors } = service.company(connectionId);
	expect(deletedRecords.map(({ label }) => label)).toEqual(
		Array.from({ length: MANY }, (_, index) => `V ${MANY - 1 - index}`),
	);
	expect(vendors.filter(({ Name }) => Name.startsWith('V '))).toEqual([]);
});
