import type { IDataObject } from 'n8n-workflow';

import { queries } from '../../../quickbooks/records/registry';
import { fullQueries } from '../../unit/support/full-queries';
import { useScriptedServer } from '../support/scripted-server';
import {
	changedRecords,
	closeWorkflows,
	completedQuery,
	publishedTrigger,
} from './support/published-trigger';

const server = useScriptedServer();
const CONNECTION_ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
afterEach(closeWorkflows);

/** Path and query of what activation queues; only two looks for earlier runs come before it, by search and by list. */
async function queuedBy(resource: string, form: IDataObject) {
	const nothing = { body: { data: [], page: 1, total_pages: 1 } };
	server.answerWith(nothing, nothing, { body: { data: {} } });
	const parameters = completedQuery(CONNECTION_ID, resource, { onlyChanges: false, ...form });
	const host = await publishedTrigger({ credentials: server.credentials, parameters });
	await host.activate();
	const [searched, listed, queued, ...others] = server.received.map(({ method, url }) => {
		const { pathname, searchParams } = new URL(url, 'http://service');
		return { method, path: pathname, query: searchParams };
	});
	for (const { path } of [searched, listed]) {
		expect(path).toBe(`/connections/${CONNECTION_ID}/queued_requests`);
	}
	expect(others).toEqual([]);
	const { request_id: requestId, webhook_url: webhookUrl } = Object.fromEntries(queued.query);
	expect(requestId).toMatch(
		/^n8n-[0-9a-f]{16}-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-[0-9a-z]{4}$/,
	);
	const url = new RegExp(`^${host.webhookUrl()}\\?trigger_token=[\\w-]{43}&run=(.*)$`);
	expect(decodeURIComponent(url.exec(String(webhookUrl))?.[1] ?? '')).toBe(requestId);
	queued.query.delete('request_id');
	queued.query.delete('webhook_url');
	return { ...queued, query: [...queued.query].sort() };
}

const pairsOf = (values: Record<string, unknown>) =>
	Object.entries(values)
		.flatMap(([name, value]) =>
			Array.isArray(value)
				? value.map((entry) => [`${name}[]`, String(entry)])
				: [[name, String(value)]],
		)
		.sort();

/** What the trigger sets itself, and its form therefore does not have. */
const ownOptions = ['customRequestId', 'webhookUrl'];
const ownNames = ['request_id', 'webhook_url'];
const without = <Values extends object>(values: Values, names: string[]) =>
	Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

describe.each(fullQueries)('a query of $path', ({ resource, path, iterates, filters, options }) => {
	const always = iterates ? { iterate: true } : {};
	const queryOptions: typeof options = [...options, [{ maximumResults: 25 }, { max_returned: 25 }]];
	const request = { method: 'GET', path: `/connections/${CONNECTION_ID}/${path}` };

	test.each(filters)('with Filters %j', async (form, sent) => {
		const queued = await queuedBy(resource, { filters: form });
		expect(queued).toEqual({ ...request, query: pairsOf({ ...sent, ...always }) });
	});

	test.each(queryOptions)('with Query Options %j', async (form, sent) => {
		const queued = await queuedBy(resource, { queryOptions: without(form, ownOptions) });
		const expected = { ...without(sent, ownNames), ...always };
		expect(queued).toEqual({ ...request, query: pairsOf(expected) });
	});
});

test.each<[what: string, version: object, written: string]>([
	['of a desktop that has never connected', {}, '13.0'],
	['of an old desktop', { xml_version: '12.0' }, '12.0'],
	['of a new desktop', { xml_version: '16.0' }, '16.0'],
])('a query in qbXML is written in the version %s', async (_what, connection, written) => {
	const answer = { body: { data: connection } };
	const nothing = { body: { data: [], page: 1, total_pages: 1 } };
	server.answerWith(answer, nothing, nothing, answer, { body: { data: {} } });
	const parameters = changedRecords(CONNECTION_ID, 'invoice', {
		firstRunFrom: '2026-01-01T00:00:00Z',
		queryOptions: { extraQueryParameters: { parameters: [{ name: 'priority', value: '1' }] } },
	});
	const host = await publishedTrigger({ credentials: server.credentials, parameters });
	await host.activate();
	const { method, url, headers, body } = server.received[4];
	expect(method).toBe('POST');
	expect(url).toBe(`/connections/${CONNECTION_ID}/queued_requests?priority=1`);
	const { request_xml: xml, webhook_url: webhookUrl, ...others } = JSON.parse(body) as IDataObject;
	expect(others).toEqual({});
	const requestId = new URL(String(webhookUrl)).searchParams.get('run');
	expect(headers['idempotency-key']).toBe(requestId);
	expect(webhookUrl).toMatch(new RegExp(`^${host.webhookUrl()}\\?trigger_token=[\\w-]{43}&since=`));
	expect(xml).toBe(
		`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${written}"?><QBXML><QBXMLMsgsRq onError="stopOnError">` +
			`<InvoiceQueryRq requestID="${requestId}"><ModifiedDateRangeFilter><FromModifiedDate>2026-01-01T00:00:00+00:00` +
			'</FromModifiedDate></ModifiedDateRangeFilter></InvoiceQueryRq></QBXMLMsgsRq></QBXML>',
	);
});

test('every query with an endpoint of its own is tried here', () => {
	expect(fullQueries.map(({ resource }) => resource).sort()).toEqual(
		queries
			.filter(({ path }) => path !== undefined)
			.map(({ value }) => value)
			.sort(),
	);
});

test.each<[what: string, form: IDataObject, message: RegExp]>([
	[
		'filters that exclude each other',
		{ queriedResource: 'item', filters: { name: 'A', nameContains: 'B' } },
		/Name can't be used together with another filter/,
	],
	['a date that does not exist', { filters: { modifiedBefore: '2026-02-30' } }, /Modified Before/],
	[
		'that there is no connection',
		{ connection: { __rl: true, mode: 'list', value: '' } },
		/There is no connection yet/,
	],
	[
		'the filter that Only Changes sets itself',
		{ onlyChanges: true, filters: { modifiedAfter: '2026-01-01T00:00:00Z' } },
		/Modified After can't be used together with Only Changes/,
	],
	['an interval of nothing', { schedule: 'minutes', every: 0 }, /Interval must be/],
	['a cron expression that is none', { schedule: 'cron', cronExpression: 'daily' }, /Cron/],
])('activation refuses %s before anything is queued', async (_what, form, message) => {
	server.answerWith({ body: { data: [], page: 1, total_pages: 1 } });
	const parameters = {
		...completedQuery(CONNECTION_ID, 'customer', { onlyChanges: false }),
		...form,
	};
	const host = await publishedTrigger({ credentials: server.credentials, parameters });
	await expect(host.activate()).rejects.toThrow(message);
	expect(server.received.filter(({ url }) => url.includes('webhook_url'))).toEqual([]);
});

test.each<[what: string, answer: { status: number; body: object }, message: string]>([
	[
		'the key is not known',
		{
			status: 401,
			body: { error: { code: 'unauthorized', message: 'Authentication is required.' } },
		},
		'The service does not know this API key.',
	],
	[
		'the connection does not exist',
		{ status: 404, body: { error: { code: 'not_found', message: 'No such connection.' } } },
		'The service has nothing with this ID: it does not exist, was deleted, or belongs to another API key.',
	],
])('activation fails with a headline of ours when %s', async (_what, answer, message) => {
	server.answerWith(answer);
	const parameters = completedQuery(CONNECTION_ID, 'vendor');
	const host = await publishedTrigger({ credentials: server.credentials, parameters });
	await expect(host.activate()).rejects.toThrow(message);
});
