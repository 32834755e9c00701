import type { IDataObject } from 'n8n-workflow';

import { useLocalService } from './support/local-service';
import { byId, ownIdentifier, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const server = useScriptedServer({ withEmptyQueue: true });
const ANY_CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

const document = (inside: string) =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${inside}</QBXMLMsgsRq></QBXML>`;
const VENDORS = '<VendorQueryRq metaData="NoMetaData"><MaxReturned>2</MaxReturned></VendorQueryRq>';
/** The same with the identifier that the node gives it. */
const identified = {
	version: '16.0',
	request: {
		name: 'VendorQueryRq',
		attributes: { metaData: 'NoMetaData', requestID: ownIdentifier() },
		children: [{ name: 'MaxReturned', text: '2' }],
	},
};
const vendorsJson = {
	version: '16.0',
	request: {
		name: 'VendorQueryRq',
		attributes: { metaData: 'NoMetaData' },
		children: [{ name: 'MaxReturned', text: '2' }],
	},
};
const vendorsForm = {
	requestFormat: 'form',
	requestName: 'VendorQueryRq',
	attributes: { entries: [{ name: 'metaData', value: 'NoMetaData' }] },
	children: { entries: [{ name: 'MaxReturned', text: '2' }] },
};

async function create(filledIn: IDataObject, items: IDataObject[] = [{}]) {
	const connectionId = await service.newConnection();
	const run = await runOperation(
		service,
		'queuedRequest.create',
		{ connection: { ...byId(connectionId) }, ...filledIn },
		{ items },
	);
	expect(run.error).toBeUndefined();
	const [queued] = await service.requestsOf(connectionId);
	expect(run.items).toEqual([
		{ json: expect.objectContaining({ id: queued.id, state: 'waiting' }), pairedItem: { item: 0 } },
	]);
	return queued;
}

test.each<[how: string, form: IDataObject]>([
	['XML', { requestFormat: 'xml', requestXml: document(VENDORS) }],
	['JSON', { requestFormat: 'json', requestJson: JSON.stringify(vendorsJson) }],
	['a form', vendorsForm],
])('given as %s, the service has the same request', async (_how, form) => {
	const queued = await create(form);
	expect(queued.request_xml.replace(/ requestID="n8n-[\w-]+"/, '')).toBe(document(VENDORS));
	expect(queued.request_json).toEqual(identified);
});

test('JSON as an object of an expression', async () => {
	const form = { requestFormat: 'json', requestJson: '={{ $json.request }}' };
	const queued = await create(form, [{ request: vendorsJson }]);
	expect(queued.request_json).toEqual(identified);
});

test.each<[how: string, form: IDataObject]>([
	['XML', { requestFormat: 'xml', requestXml: document(VENDORS) }],
	['JSON', { requestFormat: 'json', requestJson: JSON.stringify(vendorsJson) }],
	['a form', vendorsForm],
])('Custom Request ID and Webhook URL of a request given as %s', async (_how, form) => {
	const queued = await create({
		...form,
		options: { customRequestId: 'a "b" & <c>', webhookUrl: 'https://example.com/hook' },
	});
	expect(queued.request_xml).toContain('requestID="a &quot;b&quot; &amp; ');
	expect(queued.request_json.request.attributes).toEqual({
		metaData: 'NoMetaData',
		requestID: 'a "b" & <c>',
	});
	expect(queued).toMatchObject({
		webhook_url: 'https://example.com/hook',
		webhook_state: 'pending',
	});
});

test('text is escaped by the service: elements in elements, umlauts, markup', async () => {
	const text = 'Ä & <b>"quoted"</b>';
	const customer = { name: 'CustomerRef', children: [{ name: 'FullName', text: 'A' }] };
	const children = [{ name: 'InvoiceAdd', children: [customer, { name: 'Memo', text }] }];
	const requestJson = { version: '16.0', request: { name: 'InvoiceAddRq', children } };
	const queued = await create({
		requestFormat: 'json',
		requestJson: JSON.stringify(requestJson),
	});
	expect(queued.request_xml).toContain('<Memo>Ä &amp; &lt;b');
	expect(queued.request_json.request).toMatchObject({ children });
});

test('on the wire: the XML to the letter but for its identifier, the webhook address in the body, the rest in the query', async () => {
	const requestXml = document(VENDORS);
	await runOperation(server, 'queuedRequest.create', {
		connection: { ...byId(ANY_CONNECTION) },
		requestFormat: 'xml',
		requestXml,
		options: {
			webhookUrl: 'https://example.com/hook',
			extraQueryParameters: { parameters: [{ name: 'priority', value: 'low' }] },
		},
	});
	const [read, { method, url, body }, ...others] = server.received;
	expect(`${read.method} ${read.url}`).toBe(`GET /connections/${ANY_CONNECTION}`);
	expect(others).toEqual([]);
	expect(`${method} ${url}`).toBe(
		`POST /connections/${ANY_CONNECTION}/queued_requests?priority=low`,
	);
	const { request_xml: sentXml, ...rest } = JSON.parse(body) as IDataObject;
	const [, identifier] = / requestID="(.*?)"/.exec(String(sentXml)) ?? [];
	expect(identifier).toEqual(ownIdentifier());
	expect(String(sentXml).replace(` requestID="${identifier}"`, '')).toBe(requestXml);
	expect(rest).toEqual({
		webhook_url: 'https://example.com/hook',
	});
});

test('what only the service can refuse comes back in its words', async () => {
	const connectionId = await service.newConnection();
	const run = await runOperation(service, 'queuedRequest.create', {
		connection: { ...byId(connectionId) },
		requestFormat: 'xml',
		requestXml: document(`${VENDORS}${VENDORS}`),
	});
	expect(run.status).toBe('error');
	expect(run.error?.context).toMatchObject({ code: 'invalid_request' });
	expect(await service.requestsOf(connectionId)).toEqual([]);
});
