import { createDesktopHost } from '../../../simulator/host';
import { SECRET } from '../../support/deliveries';
import type { WorkflowHost, WorkflowRun } from '../harness';
import { useLocalService } from '../support/local-service';
import { byId, runOperation } from '../support/run-operation';
import {
	closeWorkflows,
	completedQuery,
	publishedTrigger,
	withSecret,
} from './support/published-trigger';
import { untilDelivered } from './support/runs';

const service = useLocalService({ desktops: createDesktopHost() });
const signingService = useLocalService({ desktops: createDesktopHost(), webhookSecrets: [SECRET] });
afterEach(closeWorkflows);

interface PageItem {
	id: string;
	page: number;
	page_request_id: string;
	records: Array<Record<string, unknown>>;
	recordType: string;
	remaining: number | null;
	isLastPage: boolean;
}

async function pagesOf(host: WorkflowHost, count: number): Promise<PageItem[]> {
	const runs: WorkflowRun[] = [];
	while (runs.length < count) runs.push(await host.nextRun());
	for (const { status, items } of runs) {
		expect(status).toBe('success');
		expect(items).toHaveLength(1);
	}
	return runs
		.map(({ items }) => items[0].json as unknown as PageItem)
		.sort((one, other) => one.page - other.page);
}

test('each page of a query starts the workflow once, with all the records, none twice', async () => {
	const connectionId = await service.newConnection();
	const host = await publishedTrigger({
		credentials: service.credentials,
		parameters: completedQuery(connectionId, 'vendor', {
			filters: { activeStatus: 'All' },
			queryOptions: { maximumResults: 15 },
		}),
	});
	await host.activate();
	const pages = await pagesOf(host, 3);
	const records = await untilDelivered(service, connectionId);
	expect(records.map(({ webhook_state: state }) => state)).toEqual(Array(3).fill('succeeded'));

	expect(pages).toMatchObject([
		{ page: 1, remaining: 25, isLastPage: false, recordType: 'Vendor' },
		{ page: 2, remaining: 10, isLastPage: false, recordType: 'Vendor' },
		{ page: 3, remaining: 0, isLastPage: true, recordType: 'Vendor' },
	]);
	expect(pages.map(({ records: { length } }) => length)).toEqual([15, 15, 10]);
	expect(new Set(pages.map(({ id }) => id)).size).toBe(1);
	expect(new Set(pages.map(({ page_request_id: id }) => id)).size).toBe(3);
	const ids = pages.flatMap((page) => page.records.map(({ ListID }) => ListID));
	expect(new Set(ids).size).toBe(40);
});

test.each(['customer', 'salesTaxCode'])(
	'%s, which the interface does not iterate, comes as one page',
	async (resource) => {
		const connectionId = await service.newConnection();
		const host = await publishedTrigger({
			credentials: service.credentials,
			parameters: completedQuery(connectionId, resource),
		});
		await host.activate();
		const [page] = await pagesOf(host, 1);
		expect(page).toMatchObject({
			page: 1,
			page_request_id: page.id,
			remaining: null,
			isLastPage: true,
		});
		expect(page.records.length).toBeGreaterThan(1);
		expect(await untilDelivered(service, connectionId)).toHaveLength(1);
	},
);

test('filters and fields decide what comes', async () => {
	const connectionId = await service.newConnection();
	const host = await publishedTrigger({
		credentials: service.credentials,
		parameters: completedQuery(connectionId, 'customer', {
			filters: { nameContains: 'müller bäckerei' },
			queryOptions: { fields: ['ListID', 'FullName'] },
			splitIntoItems: true,
		}),
	});
	await host.activate();
	const { items } = await host.nextRun();
	expect(items.map(({ json }) => Object.keys(json).sort())).toEqual(
		items.map(() => ['FullName', 'ListID', 'delivery']),
	);
	expect(items[0].json).toMatchObject({
		ListID: '80000002-1700000002',
		FullName: 'Müller Bäckerei',
	});
});

test('records come as Find gives them', async () => {
	const connectionId = await service.newConnection();
	const filters = { transactionDateFrom: '2025-01-01', transactionDateTo: '2025-03-31' };
	const host = await publishedTrigger({
		credentials: service.credentials,
		parameters: completedQuery(connectionId, 'invoice', {
			...{ filters, splitIntoItems: true, simplify: true },
		}),
	});
	await host.activate();
	const { items } = await host.nextRun();
	const found = await runOperation(service, 'invoice.query', {
		connection: byId(connectionId),
		filters,
		result: 'waitPolling',
	});
	expect(items.length).toBeGreaterThan(1);
	expect(found.items.map(({ json }) => json)).toEqual(
		expect.arrayContaining(
			items.map(({ json: { delivery, ...record } }) => {
				expect(delivery).toMatchObject({ recordType: 'Invoice' });
				return record;
			}),
		),
	);
	expect(items[0].json).toHaveProperty('CustomerName');
});

test('with a webhook secret the URL carries none, and what the service signs is taken', async () => {
	const connectionId = await signingService.newConnection();
	const host = await publishedTrigger({
		credentials: withSecret(signingService.credentials, SECRET),
		parameters: completedQuery(connectionId, 'customer', { filters: { activeStatus: 'All' } }),
	});
	await host.activate();
	const [request] = await signingService.requestsOf(connectionId);
	const url = new URL(String(request.webhook_url));
	expect(url.origin + url.pathname).toBe(host.webhookUrl());
	expect([...url.searchParams.keys()]).toEqual(['run']);
	const [page] = await pagesOf(host, 1);
	expect(page.records).toHaveLength(60);
});

describe('a run of changes that finds none', () => {
	const nobody = { nameContains: 'nobody is called like this' };
	const open = async (form: object) => {
		const connectionId = await service.newConnection();
		const host = await publishedTrigger({
			credentials: service.credentials,
			parameters: completedQuery(connectionId, 'customer', { filters: nobody, ...form }),
		});
		await host.activate();
		return { host, connectionId };
	};

	test('starts nothing', async () => {
		const { connectionId } = await open({});
		const [record] = await untilDelivered(service, connectionId);
		expect(record).toMatchObject({
			webhook_state: 'succeeded',
			webhook_attempts: [{ response: '200 OK\n{"message":"Nothing has changed."}' }],
		});
	});

	test.each([
		['with Trigger For Empty Results', { options: { emitEmptyPages: true } }],
		['when it asks for everything', { onlyChanges: false }],
	])('starts the workflow %s', async (_when, form) => {
		const { host } = await open(form);
		const [page] = await pagesOf(host, 1);
		expect(page).toMatchObject({ records: [], recordType: null, isLastPage: true });
	});
});
