import { randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { urlToken } from '../../../nodes/shared/transport/urlToken';
import { type LawfulService, type Reading, startLawfulService } from '../../lawful/service';
import { answer, delivery, post, postSigned, SECRET } from '../../support/deliveries';
import { credentialsFor } from '../support/local-service';
import { type ScriptedAnswer, useScriptedServer } from '../support/scripted-server';
import { caughtLog } from './support/caught-log';
import {
	closeWorkflows,
	completedQuery,
	completedRequest,
	publishedTrigger,
	withSecret,
} from './support/published-trigger';

const server = useScriptedServer();
afterEach(async () => {
	await closeWorkflows();
	jest.restoreAllMocks();
});

async function open(form: IDataObject = {}) {
	const host = await publishedTrigger({
		credentials: withSecret(server.credentials, SECRET),
		parameters: completedRequest(form),
	});
	await host.activate();
	return host;
}

const customers = answer('CustomerQuery', { CustomerRet: [{ ListID: '1-1', IsActive: true }] });
const CONNECTION_ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

/** Of another request in each test. */
let id = '';
beforeEach(() => {
	id = randomUUID();
});
const record = (more: IDataObject = {}) => ({
	body: {
		data: {
			id,
			state: 'response_received',
			updated_at: '2026-01-01T12:00:00Z',
			response_json: customers,
			...more,
		},
	},
});
const refused = [
	{
		QBXMLMsgsRs: {
			InvoiceAddRs: {
				'@statusCode': 3140,
				'@statusSeverity': 'Error',
				'@statusMessage': 'Invalid reference.',
			},
		},
	},
];

describe('what the body lacks is read from the service:', () => {
	test.each<[what: string, body: () => IDataObject]>([
		['an ID alone', () => ({ id })],
		['an ID in data', () => ({ data: { id } })],
		['an ID with the state of its record', () => ({ id, state: 'response_received' })],
		['an ID with another word', () => ({ id, state: 'done' })],
		['a completed page without an answer', () => ({ id, state: 'completed', response_json: [] })],
	])('%s', async (_what, body) => {
		server.answerWith(record());
		const host = await open();
		expect(await postSigned(host.webhookUrl(), body())).toMatchObject({ status: 200 });
		expect((await host.nextRun()).items).toMatchObject([
			{
				json: {
					id,
					page: null,
					page_request_id: null,
					timestamp: '2026-01-01T12:00:00Z',
					state: 'completed',
					error: null,
					records: [{ ListID: '1-1', IsActive: true }],
				},
			},
		]);
		expect(server.received.map(({ url }) => url)).toEqual([`/queued_requests/${id}`]);
	});

	test('the error of a page that failed', async () => {
		const error = { code: '3140', message: 'Invalid reference.' };
		server.answerWith(record({ state: 'error', response_json: undefined, error }));
		const host = await open();
		await postSigned(host.webhookUrl(), { id, state: 'error' });
		expect((await host.nextRun()).items[0].json).toMatchObject({ state: 'error', error });
	});
});

test("the request's own record is a delivery, of which nothing is asked", async () => {
	const host = await open();
	expect(await postSigned(host.webhookUrl(), record().body)).toMatchObject({ status: 200 });
	expect((await host.nextRun()).items[0].json).toMatchObject({ id, state: 'completed' });
	expect(server.received).toEqual([]);
});

test('a refusal is a failed page, whatever the state says', async () => {
	const host = await open({ emit: 'failed' });
	const page = delivery({ response_json: refused });
	expect((await postSigned(host.webhookUrl(), page)).status).toBe(200);
	expect((await host.nextRun()).items[0].json).toMatchObject({
		state: 'error',
		error: { code: '3140', message: 'Invalid reference.' },
		records: [],
	});
});

test('pages with answers alone are told apart by them', async () => {
	const host = await open();
	const page = (name: string) => ({
		id,
		response_json: answer('VendorQuery', { VendorRet: [{ Name: name }] }),
	});
	for (const name of ['A', 'B', 'A']) {
		expect((await postSigned(host.webhookUrl(), page(name))).status).toBe(200);
	}
	expect((await host.nextRun()).items[0].json.records).toEqual([{ Name: 'A' }]);
	expect((await host.nextRun()).items[0].json.records).toEqual([{ Name: 'B' }]);
	expect(await postSigned(host.webhookUrl(), page('B'))).toMatchObject({
		text: expect.stringContaining('taken before'),
	});
});

describe('503, and a line in the log:', () => {
	test.each<[what: string, served: () => ScriptedAnswer, reason: RegExp]>([
		[
			'a completed request without an answer',
			() => record({ response_json: [] }),
			/missing or could not be read/,
		],
		[
			'a request that is not completed',
			() => record({ state: 'sent', response_json: null }),
			/not completed yet/,
		],
		[
			'a request that is gone',
			() => ({ status: 404, body: { error: { code: 'not_found', message: 'Gone.' } } }),
			/does not know the request/,
		],
		['a service that does not answer', () => ({ status: 500, body: 'broken' }), /HTTP status 500/],
	])('%s', async (_what, served, reason) => {
		server.answerWith(served());
		const log = caughtLog();
		const host = await open();
		expect((await postSigned(host.webhookUrl(), { id })).status).toBe(503);
		expect(log).toContainEqual(expect.stringMatching(reason));
	});
});

test('what is refused or passed over is in the log, of one reason once a minute with a count', async () => {
	const log = caughtLog();
	const host = await open();
	for (let time = 0; time < 5; time++) await post(host.webhookUrl(), delivery());
	await postSigned(host.webhookUrl(), '[]');
	expect(log.filter((line) => line.includes('answered with 401'))).toHaveLength(1);
	expect(log).toContainEqual(expect.stringContaining('answered with 400'));
	jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
	await post(host.webhookUrl(), delivery());
	expect(log.filter((line) => line.includes('answered with 401'))).toEqual([
		expect.anything(),
		expect.stringContaining('(4 more since it was logged last)'),
	]);
});

describe('with a service of another reading', () => {
	let service: LawfulService;
	afterEach(async () => await service.close());

	const invoice = {
		customer_list_id: '80000001-1',
		transaction_date: '2026-01-01',
		lines: [{ item_list_id: '80000001-1', quantity: 1, rate: '1.00' }],
	};

	/** A trigger of completed requests on a service, and a way to queue one for it. */
	async function opened(reading: Partial<Reading>, form: IDataObject = {}) {
		service = await startLawfulService(reading);
		const credentials = credentialsFor(service.baseUrl, service.apiKey);
		const host = await publishedTrigger({ credentials, parameters: completedRequest(form) });
		await host.activate();
		const connectionId = service.newConnection();
		const token = urlToken(service.apiKey, 'engine-test', 'node-0');
		const webhookUrl = `${host.webhookUrl()}?trigger_token=${token}`;
		return {
			host,
			async queue(method: string, path: string, query: Record<string, string>, body?: object) {
				const parameters = new URLSearchParams({ ...query, webhook_url: webhookUrl });
				const url = `${service.baseUrl}/connections/${connectionId}/${path}?${parameters}`;
				const response = await fetch(url, {
					method,
					headers: {
						authorization: `Basic ${Buffer.from(`${service.apiKey}:`).toString('base64')}`,
						'content-type': 'application/json',
					},
					body: body && JSON.stringify(body),
				});
				expect(response.ok).toBe(true);
				await service.settled();
			},
		};
	}

	test('a refusal that is told by the answer alone', async () => {
		const { host, queue } = await opened({ refusal: 'answer alone' }, { emit: 'failed' });
		service.desktop.refuse(() => true);
		await queue('POST', 'invoices', { request_id: randomUUID() }, invoice);
		expect((await host.nextRun()).items[0].json).toMatchObject({
			state: 'error',
			error: { code: '3140', message: expect.any(String) },
		});
	});

	test.each<[what: string, reading: Partial<Reading>]>([
		['IDs alone', { delivery: 'id alone' }],
		['IDs alone, and no search', { delivery: 'id alone', searchLooks: 'nowhere' }],
		[
			'IDs alone, and pages without numbers',
			{ delivery: 'id alone', pageNumber: 'absent', pageRequestId: 'absent' },
		],
		['IDs alone, all at once', { delivery: 'id alone', deliveryOrder: 'all at once' }],
		[
			'IDs alone, and no connection in the record',
			{ delivery: 'id alone', connectionIdShown: 'when queued' },
		],
	])('as many deliveries as there are pages hand over each of them: %s', async (_what, reading) => {
		const { host, queue } = await opened(reading, { splitIntoItems: true });
		await queue('GET', 'vendors', { iterate: 'true', active_status: 'All' });
		expect(service.deliveries.map(({ status }) => status)).toEqual(Array(5).fill(200));
		const ids = new Set<unknown>();
		for (let run = 0; run < 5; run++) {
			for (const { json } of (await host.nextRun()).items) ids.add(json.ListID);
		}
		expect(ids.size).toBe(23);
	});
});

test('a page whose request shows no type is taken rather than lost', async () => {
	server.answerWith(record({ response_json: null, state: 'error' }));
	const host = await open({ requestTypes: ['InvoiceAdd'] });
	const failed = delivery({
		state: 'error',
		error: { code: '1', message: 'No.' },
		response_json: null,
	});
	expect((await postSigned(host.webhookUrl(), failed)).status).toBe(200);
	expect((await host.nextRun()).items[0].json.id).toBe(failed.id);
});

test('the pages of a run are known by the URL, though answer and request name no run', async () => {
	server.answerWith(
		{ body: { data: [], page: 1, total_pages: 1 } },
		{ body: { data: [], page: 1, total_pages: 1 } },
		{ body: { data: { id } } },
	);
	const host = await publishedTrigger({
		credentials: server.credentials,
		parameters: completedQuery(CONNECTION_ID, 'vendor'),
	});
	await host.activate();
	const { searchParams } = new URL(server.received.at(-1)?.url ?? '', 'http://service');
	const url = String(searchParams.get('webhook_url'));
	const page = (name: string) => ({
		id,
		page_request_id: name,
		response_json: answer('VendorQuery', { '@requestID': '7', VendorRet: [{ Name: name }] }),
	});
	expect((await post(url, page('A'))).status).toBe(200);
	expect((await host.nextRun()).items[0].json.records).toEqual([{ Name: 'A' }]);
	// A run that was queued before its URL named it, and whose request shows nothing.
	server.answerWith(record());
	const earlier = new URL(url);
	earlier.searchParams.delete('run');
	expect((await post(earlier.href, page('B'))).status).toBe(200);
	expect((await host.nextRun()).items[0].json.records).toEqual([{ Name: 'B' }]);
});
