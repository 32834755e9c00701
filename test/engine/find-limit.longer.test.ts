import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../simulator/company/seed/create-company';
import { pageSize } from '../support/page-size';
import { callTool, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useHostedOperations } from './support/host-operation';
import { useShortPauses } from './support/pauses';
import { queues, useProxiedService } from './support/proxied-service';
import {
	byId,
	type OperationName,
	parametersFor,
	runOperation,
	type Target,
} from './support/run-operation';

useShortPauses();

const INVOICES = 60;
const service = useServiceWithDesktops({}, () =>
	createCompany({ invoices: INVOICES, customers: 60, vendors: 60, creditMemos: 3 }),
);
const proxied = useProxiedService(service);
const hosted = useHostedOperations();

let connectionId: string;
beforeAll(async () => {
	connectionId = await service.newConnection();
});

const at = (id: string): IDataObject => ({ connection: { ...byId(id) } });
const polling = { result: 'waitPolling' };
const hintsOf = ({ hints }: WorkflowRun): string[] =>
	Object.values(hints)
		.flat()
		.map(({ message }) => message);

/** What an operation found, and what the node says of it. */
async function found(
	operation: OperationName,
	form: IDataObject,
	{ target = service, items }: { target?: Target; items?: IDataObject[] } = {},
) {
	const filledIn = { ...at(connectionId), ...polling, ...form };
	const run = await runOperation(target, operation, filledIn, { items });
	expect(run.error).toBeUndefined();
	const records = run.items.map(({ json }) => json);
	return { records, items: run.items, hints: hintsOf(run) };
}

const idsOf = (records: IDataObject[]) => records.map(({ TxnID, ListID }) => TxnID ?? ListID);
const invoicesOf = (id: string) => service.company(id).invoices.map(({ TxnID }) => TxnID);

const MORE = 'and there are more. Turn on Return All to get all of them.';

describe('what a form finds that nobody has touched', () => {
	test.each(['invoice', 'customer', 'vendor', 'item'])(
		'%s: the first 50 at most, said if there are more',
		async (resource) => {
			const all = await found(`${resource}.query`, { returnAll: true });
			expect(all.hints).toEqual([]);
			const some = await found(`${resource}.query`, {});
			expect(idsOf(some.records)).toEqual(idsOf(all.records).slice(0, 50));
			expect(some.hints).toEqual(
				all.records.length > 50 ? [`Only the first 50 ${resource}s are here, ${MORE}`] : [],
			);
		},
	);

	test('with Return All, all of them in pages', async () => {
		const { records, hints } = await found('invoice.query', {
			returnAll: true,
			options: pageSize(7),
		});
		expect(idsOf(records).sort()).toEqual(invoicesOf(connectionId).sort());
		expect(hints).toEqual([]);
	});
});

describe('a limit', () => {
	test.each<[limit: unknown, count: number, hints: string[]]>([
		[1, 1, [`Only one of the invoices is here, ${MORE}`]],
		[INVOICES - 1, INVOICES - 1, [`Only the first ${INVOICES - 1} invoices are here, ${MORE}`]],
		[INVOICES, INVOICES, []],
		['50', 50, [`Only the first 50 invoices are here, ${MORE}`]],
		[1e9, INVOICES, []],
		[2 ** 31 - 1, INVOICES, []],
	])('of %j', async (limit, count, said) => {
		const { records, hints } = await found('invoice.query', { limit: limit as number });
		expect(records).toHaveLength(count);
		expect(hints).toEqual(said);
	});

	test.each<[expression: string, message: string]>([
		['undefined', 'Limit: the expression gave nothing.'],
		['null', 'Limit: the expression gave nothing.'],
		['NaN', 'Limit: the expression gave nothing.'],
		['0', 'Limit must be a whole number of at least 1'],
		['-1', 'Limit must be a whole number of at least 1'],
		['1.5', 'Limit must be a whole number of at least 1'],
		['1e400', 'Limit: the expression gave nothing.'],
		['"ten"', 'Limit must be a whole number of at least 1'],
	])('from an expression that gives %s is refused, and nothing is sent', async (value, message) => {
		const before = (await service.requestsOf(connectionId)).length;
		for (const operation of ['invoice.query', 'bill.query', 'deletedRecord.query'] as const) {
			const run = await runOperation(service, operation, {
				...at(connectionId),
				...polling,
				limit: `={{ ${value} }}`,
			});
			expect(run.error?.message).toContain(message);
		}
		expect(await service.requestsOf(connectionId)).toHaveLength(before);
	});

	test.each<[expression: string, count: number]>([
		['true', INVOICES],
		['"true"', INVOICES],
		['false', 50],
		['"false"', 50],
	])('with Return All from an expression that gives %s', async (value, count) => {
		const { records } = await found('invoice.query', { returnAll: `={{ ${value} }}` });
		expect(records).toHaveLength(count);
	});

	test('with Return All from an expression that gives nothing is refused', async () => {
		const form = { ...at(connectionId), ...polling, returnAll: '={{ $json.all }}' };
		const run = await runOperation(service, 'invoice.query', form);
		expect(run.error?.message).toContain('Return All: the expression gave nothing.');
	});

	test('of each of several items, in several companies', async () => {
		const other = await service.newConnection();
		const { items, hints } = await found(
			'invoice.query',
			{
				connection: { ...byId('={{ $json.id }}') },
				limit: '={{ $json.limit }}',
				returnAll: '={{ $json.all }}',
			},
			{
				items: [
					{ id: connectionId, limit: 2, all: false },
					{ id: other, limit: 3, all: false },
					{ id: other, limit: 1, all: true },
					{ id: connectionId, limit: INVOICES, all: false },
					{ id: other, limit: 2, all: false },
				],
			},
		);
		const counts = [0, 0, 0, 0, 0];
		for (const { pairedItem } of items) counts[(pairedItem as { item: number }).item] += 1;
		expect(counts).toEqual([2, 3, INVOICES, INVOICES, 2]);
		expect(hints).toEqual([
			`Items 1 and 5 (counted from 1): Only the first 2 invoices are here, ${MORE}`,
			`Item 2 (counted from 1): Only the first 3 invoices are here, ${MORE}`,
		]);
	});

	test.each<[what: string, operation: OperationName, filters: IDataObject]>([
		['that the node matches', 'invoice.query', { totalFrom: '0.01' }],
		['that the service matches', 'invoice.query', { dueDateFrom: '2000-01-01' }],
		[
			'that the service matches beside another',
			'vendor.query',
			{ nameContains: 'e', nameFrom: 'B' },
		],
		['that QuickBooks matches', 'invoice.query', { transactionDateFrom: '2000-01-01' }],
	])('counts what is left by a filter %s', async (_what, operation, filters) => {
		const all = await found(operation, { filters, returnAll: true });
		expect(all.records.length).toBeGreaterThan(4);
		const some = await found(operation, { filters, limit: 4 });
		expect(some.records).toEqual(all.records.slice(0, 4));
		expect(some.hints).toHaveLength(1);
		const exact = await found(operation, { filters, limit: all.records.length });
		expect(exact.records).toEqual(all.records);
		expect(exact.hints).toEqual([]);
	});

	test('of records that are named, which QuickBooks takes no maximum for', async () => {
		const { records: codes } = await found('salesTaxItem.query', { returnAll: true });
		const filters = { listIds: idsOf(codes) as string[] };
		expect(codes.length).toBeGreaterThan(1);
		expect((await found('salesTaxItem.query', { filters, returnAll: true })).records).toEqual(
			codes,
		);
		const { records, hints } = await found('salesTaxItem.query', { filters, limit: 1 });
		expect(records).toEqual(codes.slice(0, 1));
		expect(hints).toEqual([`Only one of the sales tax items is here, ${MORE}`]);
	});

	test('of deleted records, which QuickBooks takes no maximum for either', async () => {
		const names = [{ name: 'Deleted 1' }, { name: 'Deleted 2' }, { name: 'Deleted 3' }];
		const made = await found('customer.create', { name: '={{ $json.name }}' }, { items: names });
		const toDelete = made.records.map(({ ListID }) => ({ ListID }));
		const listId = byId('={{ $json.ListID }}');
		await found('customer.delete', { listId: { ...listId } }, { items: toDelete });
		const { records, hints } = await found('deletedRecord.query', { limit: 2 });
		expect(records).toHaveLength(2);
		expect(hints).toEqual([`Only the first 2 deleted records are here, ${MORE}`]);
		expect((await found('deletedRecord.query', {})).hints).toEqual([]);
	});

	test('says so after a sleep too', async () => {
		const turnedOff = await service.newConnectionTurnedOff();
		const form = { ...at(turnedOff), result: 'waitSuspended', limit: 5 };
		const { host, start } = await hosted(service, 'invoice.query', form);
		expect((await start()).status).toBe('waiting');
		await service.turnOn(turnedOff);
		const run = await host.resumedRun();
		expect(run.items).toHaveLength(5);
		expect(hintsOf(run)).toContain(`Only the first 5 invoices are here, ${MORE}`);
	});
});

describe('a request that comes out as it is', () => {
	const recordsIn = (request: IDataObject) =>
		String(request.response_xml).split('<InvoiceRet>').length - 1;

	test('holds no more than the limit, and may have left out others', async () => {
		const { records, hints } = await found('invoice.query', { simplify: false });
		expect(records.map(recordsIn)).toEqual([50]);
		expect(hints).toEqual([
			'There may be more invoices than are here: no more than 50 were asked for at once. Turn on Return All to get all of them.',
		]);
	});

	test('comes with all its pages, however few records were wanted', async () => {
		const { records, hints } = await found('invoice.query', {
			simplify: false,
			returnAll: true,
			limit: 1,
			options: pageSize(25),
		});
		expect(records.map(recordsIn)).toEqual([25, 25, 10]);
		expect(hints).toEqual([]);
	});

	test('comes with all its pages if QuickBooks could not count what is wanted', async () => {
		const { records } = await found('invoice.query', {
			simplify: false,
			limit: 1,
			filters: { dueDateFrom: '2000-01-01' },
			options: pageSize(25),
		});
		expect(records.map(recordsIn)).toEqual([25, 25, 10]);
	});

	test('says how many it asks for if nobody waits for it', async () => {
		const result = 'queuedRequest';
		const queued = 'The request asks for no more than';
		const { hints } = await found('invoice.query', { result, limit: 9 });
		expect(hints).toContainEqual(
			`${queued} 9 invoices. Turn on Return All to ask for all of them.`,
		);
		const bills = await found('bill.query', { result, limit: 9 });
		expect(bills.hints.join()).toContain(`${queued} 9 bills.`);
		const all = await found('invoice.query', { result, returnAll: true });
		expect(all.hints.join()).not.toContain(queued);
	});
});

describe('a service', () => {
	/** Has the service ask for other numbers of records than the node. */
	const asksFor = (change: (query: URLSearchParams) => void) => {
		proxied.meddle(async (call) => {
			const url = new URL(call.path, 'http://service');
			if (!queues(call) || !/(?:customer|invoice)s$/.test(url.pathname)) return undefined;
			change(url.searchParams);
			const path = `${url.pathname.replace('/api/v1', '')}?${url.searchParams.toString()}`;
			const data = await service.call('GET', path);
			const body = Buffer.from(JSON.stringify({ data }));
			return { status: 201, headers: { 'content-type': 'application/json' }, body };
		});
	};

	test('that passes no maximum on: the answer is cut all the same', async () => {
		asksFor((query) => {
			query.delete('max_returned');
		});
		const { records, hints } = await found('invoice.query', { limit: 6 }, { target: proxied });
		expect(records).toHaveLength(6);
		expect(hints).toEqual([`Only the first 6 invoices are here, ${MORE}`]);
	});

	test.each([
		['with a limit', { limit: 50 }, 'Turn on Return All to get all of them.'],
		['of all', { returnAll: true }, 'Ask for them in parts, with filters.'],
	])(
		'that has a maximum of its own is not taken for one that has no more: a query %s',
		async (_what, form, advice) => {
			asksFor((query) => {
				query.set('max_returned', '20');
			});
			const { records, hints } = await found('customer.query', form, { target: proxied });
			expect(records).toHaveLength(20);
			expect(hints).toEqual([
				`There may be more customers than are here: no more than 20 were asked for at once. ${advice}`,
			]);
		},
	);
});

describe('Return All', () => {
	test('fails if the iterator ends early: a part would look like the whole', async () => {
		const own = await service.newConnection();
		service.faults(own).add({ fault: 'lost_iterator', times: 1 });
		const run = await runOperation(service, 'invoice.query', {
			...at(own),
			...polling,
			returnAll: true,
			options: pageSize(20),
		});
		expect(run.error).toMatchObject({ context: { code: 'connection_error' } });
		expect(run.items).toEqual([]);
	});

	test('does not go on without a page that the service does not show', async () => {
		proxied.meddle(async (call) => {
			const answer = await call.forward();
			if (queues(call) || !call.path.includes('queued_requests')) return answer;
			const shown = JSON.parse(answer.body.toString('utf8')) as { data: unknown };
			if (!Array.isArray(shown.data)) return answer;
			const data = shown.data.filter(({ page }: IDataObject) => page !== 2);
			return { ...answer, headers: {}, body: Buffer.from(JSON.stringify({ ...shown, data })) };
		});
		const own = await service.newConnection();
		const run = await runOperation(proxied, 'invoice.query', {
			...at(own),
			...polling,
			returnAll: true,
			options: { ...pageSize(20), waitLimit: '={{ 1 }}', whenTimeIsUp: 'error' },
		});
		expect(run.status).toBe('error');
		expect(run.items).toEqual([]);
	});
});

describe('a model', () => {
	const asks = async (form: IDataObject, toolArguments: IDataObject = {}) => {
		const { response, run } = await callTool({
			parameters: parametersFor('invoice.query', { ...at(connectionId), ...polling, ...form }),
			toolArguments,
			credentials: service.credentials,
		});
		expect(run.error).toBeUndefined();
		return response as unknown as IDataObject[];
	};
	const short = { options: { fields: ['RefNumber', 'TxnID'] } };

	test('is told after the last record that there are more', async () => {
		const limit = "={{ $fromAI('limit', 'how many', 'number') }}";
		const answer = await asks({ ...short, limit }, { limit: 4 });
		expect(answer).toHaveLength(5);
		expect(answer[4]).toEqual({
			note: "Only the first 4 invoices are here, and there are more. Don't count them or add them up as if they were all: ask again with filters.",
		});
	});

	test('is told nothing if that is all', async () => {
		const answer = await asks({ ...short, limit: INVOICES });
		expect(answer).toHaveLength(INVOICES);
		expect(JSON.stringify(answer)).not.toContain('note');
	});

	test('is told with Simplify off too', async () => {
		const answer = await asks({ ...short, simplify: false, limit: 4 });
		expect(JSON.stringify(answer.at(-1))).toContain('There may be more invoices than are here');
	});
});
