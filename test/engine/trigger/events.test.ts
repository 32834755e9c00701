import type { IDataObject } from 'n8n-workflow';

import { answer, delivery, postSigned, SECRET } from '../../support/deliveries';
import { useScriptedServer } from '../support/scripted-server';
import { expectNothingStarted } from './support/expectations';
import {
	closeWorkflows,
	completedRequest,
	publishedTrigger,
	withSecret,
} from './support/published-trigger';

const server = useScriptedServer();
afterEach(closeWorkflows);

async function open(form: IDataObject = {}) {
	const host = await publishedTrigger({
		credentials: withSecret(server.credentials, SECRET),
		parameters: completedRequest(form),
	});
	await host.activate();
	return host;
}

/** What the workflow makes of one delivery. */
async function itemsOf(form: IDataObject, page: IDataObject) {
	const host = await open(form);
	expect((await postSigned(host.webhookUrl(), page)).status).toBe(200);
	const run = await host.nextRun();
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => json);
}

const customers = [
	{ ListID: '1-1', Name: 'Müller & Söhne', IsActive: true },
	{ ListID: '2-1', Name: 'O\'Hara "J.J."', IsActive: false },
];
const secondPage = () =>
	delivery({
		page: 2,
		page_request_id: '11111111-2222-4333-8444-555555555555',
		response_json: answer('CustomerQuery', {
			'@iteratorRemainingCount': 7,
			'@iteratorID': '{1}',
			CustomerRet: customers,
		}),
	});
const failure = { code: '3120', message: 'Object not found.', details: { statusCode: 3120 } };
const failedPage = (more: IDataObject = {}) =>
	delivery({ state: 'error', error: failure, response_json: null, ...more });

const XML =
	'<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><VendorQueryRs requestID="7" statusCode="0" iteratorRemainingCount="0">' +
	'<VendorRet><ListID>3-1</ListID><Name>M&#252;ller &amp; Co</Name><IsActive>true</IsActive></VendorRet>' +
	'</VendorQueryRs></QBXMLMsgsRs></QBXML>';

describe('a page', () => {
	test('gives one item with its facts and its records', async () => {
		const page = secondPage();
		const items = await itemsOf({}, page);
		expect(items).toEqual([
			{
				id: page.id,
				page: 2,
				page_request_id: '11111111-2222-4333-8444-555555555555',
				state: 'completed',
				timestamp: '2026-01-01T12:00:00Z',
				error: null,
				records: customers,
				recordType: 'Customer',
				remaining: 7,
				isLastPage: false,
			},
		]);
	});

	test('is the last one without an iterator, and when nothing remains', async () => {
		const [{ remaining, isLastPage }] = await itemsOf({}, delivery());
		expect({ remaining, isLastPage }).toEqual({ remaining: null, isLastPage: true });
		const [last] = await itemsOf(
			{},
			delivery({ response_json: answer('VendorQuery', { '@iteratorRemainingCount': 0 }) }),
		);
		expect(last).toMatchObject({ remaining: 0, isLastPage: true, records: [], recordType: null });
	});

	test('of several kinds of record keeps them all and is called after what was asked', async () => {
		const [item] = await itemsOf(
			{},
			delivery({
				response_json: answer('ItemQuery', {
					ItemServiceRet: [{ Name: 'Design' }],
					ItemInventoryRet: [{ Name: 'Paint' }, { Name: 'Trim' }],
				}),
			}),
		);
		expect(item).toMatchObject({
			recordType: 'Item',
			records: [{ Name: 'Design' }, { Name: 'Paint' }, { Name: 'Trim' }],
		});
	});

	test('with XML only has the same records', async () => {
		const [item] = await itemsOf({}, delivery({ response_json: null, response_xml: XML }));
		expect(item).toMatchObject({
			records: [{ ListID: '3-1', Name: 'Müller & Co', IsActive: true }],
			recordType: 'Vendor',
			remaining: 0,
			isLastPage: true,
		});
	});

	test('carries what QuickBooks warned of', async () => {
		const warned = {
			'@statusCode': '500',
			'@statusSeverity': 'Warn',
			'@statusMessage': 'Nobody was not found.',
		};
		const warnings = [{ code: '500', message: 'Nobody was not found.' }];
		const page = (more: object) =>
			delivery({ response_json: answer('CustomerQuery', { ...warned, ...more }) });
		expect(await itemsOf({}, page({}))).toMatchObject([{ warnings, records: [] }]);
		const split = { splitIntoItems: true };
		expect(await itemsOf(split, page({}))).toMatchObject([{ delivery: { warnings } }]);
		const [record] = await itemsOf(split, page({ CustomerRet: [{ Name: 'A' }] }));
		expect(record).toMatchObject({ Name: 'A', delivery: { warnings } });
	});

	test('that failed carries its error and no records', async () => {
		const [item] = await itemsOf({}, failedPage());
		expect(item).toMatchObject({ state: 'error', error: failure, records: [], recordType: null });
	});
});

describe('Split Into Items', () => {
	test("gives one item for each record, with the page's facts under delivery", async () => {
		const page = secondPage();
		const items = await itemsOf({ splitIntoItems: true }, page);
		expect(items).toEqual(
			customers.map((customer) => ({
				...customer,
				delivery: {
					id: page.id,
					page: 2,
					page_request_id: page.page_request_id,
					state: 'completed',
					timestamp: '2026-01-01T12:00:00Z',
					error: null,
					recordType: 'Customer',
					remaining: 7,
					isLastPage: false,
				},
			})),
		);
	});

	test('calls each record after its own kind', async () => {
		const content = { ItemServiceRet: [{ Name: 'A' }], ItemInventoryRet: [{ Name: 'B' }] };
		const page = delivery({ response_json: answer('ItemQuery', content) });
		expect(await itemsOf({ splitIntoItems: true }, page)).toMatchObject([
			{ Name: 'A', delivery: { recordType: 'ItemService' } },
			{ Name: 'B', delivery: { recordType: 'ItemInventory' } },
		]);
	});

	test('gives one item for a page that failed', async () => {
		const items = await itemsOf({ splitIntoItems: true }, failedPage());
		expect(items).toMatchObject([{ delivery: { state: 'error', error: failure } }]);
	});

	test('starts nothing for a page without records', async () => {
		const host = await open({ splitIntoItems: true });
		const empty = delivery({ response_json: answer('CustomerQuery', {}) });
		expect((await postSigned(host.webhookUrl(), empty)).status).toBe(200);
		const good = delivery();
		await postSigned(host.webhookUrl(), good);
		expect((await host.nextRun()).items[0].json).toMatchObject({ delivery: { id: good.id } });
	});
});

describe('Include Response', () => {
	test('adds the response as JSON and XML', async () => {
		const page = delivery({ response_xml: '<QBXML/>' });
		const [item] = await itemsOf({ options: { includeResponse: true } }, page);
		expect(item).toMatchObject({ response_json: page.response_json, response_xml: '<QBXML/>' });
	});

	test('makes the JSON out of the XML where there is only that', async () => {
		const page = delivery({ response_json: null, response_xml: XML });
		const form = { options: { includeResponse: true }, splitIntoItems: true };
		const [item] = await itemsOf(form, page);
		expect(item.delivery).toMatchObject({
			response_xml: XML,
			response_json: [{ QBXMLMsgsRs: { VendorQueryRs: { '@statusCode': 0 } } }],
		});
	});

	test('is off unless chosen', async () => {
		const [item] = await itemsOf({}, delivery());
		expect(item).not.toHaveProperty('response_json');
		expect(item).not.toHaveProperty('response_xml');
		expect(item).not.toHaveProperty('request');
	});
});

describe('Include Request', () => {
	const record = { id: 'any', state: 'response_received', request_xml: '<QBXML/>' };

	test.each([false, true])(
		"puts the request's own record into every item (split: %s)",
		async (splitIntoItems) => {
			server.answerWith({ body: { data: record } });
			const page = secondPage();
			const items = await itemsOf({ splitIntoItems, options: { includeRequest: true } }, page);
			expect(items).toHaveLength(splitIntoItems ? 2 : 1);
			for (const item of items) expect(item.request).toEqual(record);
			expect(server.received).toMatchObject([
				{ method: 'GET', url: `/queued_requests/${page.id}` },
			]);
		},
	);

	test('that fails is an error of the execution, after the delivery was taken', async () => {
		server.answerWith({
			status: 404,
			body: { error: { code: 'not_found', message: 'It was deleted.' } },
		});
		const host = await open({ options: { includeRequest: true } });
		expect((await postSigned(host.webhookUrl(), delivery())).status).toBe(200);
		const run = await host.nextRun();
		expect(run.status).toBe('error');
		expect(run.error?.description).toContain('It was deleted.');
	});
});

describe('Emit', () => {
	const states = ['completed', 'error', 'discarded'];
	test.each<[emit: string | undefined, started: string[]]>([
		[undefined, states],
		['both', states],
		['completed', ['completed']],
		['failed', ['error', 'discarded']],
	])('%s starts for %j', async (emit, started) => {
		const host = await open(emit === undefined ? {} : { emit });
		for (const state of states) {
			const page = delivery({ state, ...(state !== 'completed' && { error: failure }) });
			expect((await postSigned(host.webhookUrl(), page)).status).toBe(200);
		}
		for (const state of started) {
			expect((await host.nextRun()).items[0].json.state).toBe(state);
		}
		const last = delivery({ state: started[0], error: failure });
		await postSigned(host.webhookUrl(), last);
		expect((await host.nextRun()).items[0].json.id).toBe(last.id);
	});
});

describe('Request Types', () => {
	const types = (...requestTypes: string[]) => ({ requestTypes });
	const record = (name: string) => ({ body: { data: { request_json: { request: { name } } } } });

	test.each(['InvoiceAdd', 'InvoiceAddRq', 'InvoiceAddRs', ' InvoiceAdd '])(
		'%j is read off the answer',
		async (written) => {
			const page = delivery({
				response_json: answer('InvoiceAdd', { InvoiceRet: [{ TxnID: '1' }] }),
			});
			const items = await itemsOf(types('DataExtMod', written), page);
			expect(items).toMatchObject([{ id: page.id, recordType: 'Invoice' }]);
			expect(server.received).toEqual([]);
		},
	);

	test('is read off the request where there is no answer', async () => {
		server.answerWith(record('InvoiceAddRq'));
		const page = failedPage();
		expect(await itemsOf(types('InvoiceAdd'), page)).toMatchObject([{ id: page.id }]);
		expect(server.received).toMatchObject([{ url: `/queued_requests/${page.id}` }]);
	});

	test('that do not match start nothing, with or without an answer', async () => {
		const host = await open(types('CustomerQuery'));
		await postSigned(host.webhookUrl(), delivery({ response_json: answer('InvoiceAdd', {}) }));
		server.answerWith(record('InvoiceAddRq'));
		await postSigned(host.webhookUrl(), failedPage());
		await expectNothingStarted(host);
	});

	test('that cannot be told, because the request is gone, are taken', async () => {
		server.answerWith({ status: 404, body: { error: { code: 'not_found', message: 'Gone.' } } });
		const page = failedPage({ state: 'discarded' });
		expect(await itemsOf(types('InvoiceAdd'), page)).toMatchObject([{ id: page.id }]);
	});

	test('that cannot be looked up now are asked for again', async () => {
		server.answerWith({ status: 500, body: 'broken' }, record('InvoiceAddRq'));
		const host = await open(types('InvoiceAdd'));
		const page = failedPage();
		expect((await postSigned(host.webhookUrl(), page)).status).toBe(503);
		expect((await postSigned(host.webhookUrl(), page)).status).toBe(200);
		expect((await host.nextRun()).items[0].json.id).toBe(page.id);
	});
});
