import fc from 'fast-check';

import { jsonIn, pageFrom } from '../../../nodes/AccountingSyncTrigger/delivery/delivery';

const good = {
	timestamp: '2026-01-01T12:00:00Z',
	id: 'a',
	page_request_id: 'b',
	page: 1,
	state: 'completed',
	response_xml: null,
	response_json: [{ QBXMLMsgsRs: { CustomerQueryRs: { '@requestID': '1' } } }],
	error: null,
};
const from = (body: unknown) => pageFrom(jsonIn(Buffer.from(JSON.stringify(body))));
const answerXml = (content: string) => `<QBXML><QBXMLMsgsRs>${content}</QBXMLMsgsRs></QBXML>`;

test('a delivery of the interface is one, with its answer', () => {
	expect(from(good)).toMatchObject({
		delivery: good,
		answer: { requestType: 'CustomerQuery', requestId: '1', remaining: null, records: [] },
	});
});

const all = {
	timestamp: null,
	page_request_id: null,
	page: null,
	state: null,
	response_xml: null,
	response_json: null,
	error: undefined,
};

test('an ID is enough: what the body does not say is null', () => {
	expect(from({ id: 'a' })).toEqual({
		delivery: { ...all, id: 'a' },
		answer: null,
		record: null,
	});
});

test('fields that the interface does not have do no harm', () => {
	expect(from({ ...good, later: 1 })?.delivery).toMatchObject(good);
});

test.each<[what: string, change: object, read: object]>([
	['page 0', { page: 0 }, { page: 0 }],
	['a page as text', { page: '2' }, { page: 2 }],
	['half a page', { page: 1.5 }, { page: null }],
	['a page_request_id that is a number', { page_request_id: 7 }, { page_request_id: '7' }],
	['the state of its record', { state: 'response_received' }, { state: 'completed' }],
	['a state in capitals', { state: 'Completed' }, { state: 'completed' }],
	['no state, but an answer', { state: undefined }, { state: 'completed' }],
	['no state and no answer', { state: null, response_json: null }, { state: null }],
	['another word as its state', { state: 'done' }, { state: null }],
	['XML that is no text', { response_xml: {} }, { response_xml: null }],
	['an error that is a text', { state: 'error', error: 'bad' }, { error: { message: 'bad' } }],
	['an error that is a list', { state: 'error', error: [] }, { error: null }],
	[
		'no timestamp, but when it was changed',
		{ timestamp: null, updated_at: 'x' },
		{ timestamp: 'x' },
	],
])('a body with %s is read', (_what, change, read) => {
	expect(from({ ...good, ...change })?.delivery).toMatchObject(read);
});

test('the record of the request is a delivery too, plain and in data', () => {
	const record = { ...good, state: 'response_received', request_xml: '<QBXML/>' };
	for (const body of [record, { data: record }]) {
		const page = from(body);
		expect(page?.delivery).toMatchObject({ id: 'a', state: 'completed' });
		expect(page?.answer?.requestType).toBe('CustomerQuery');
		expect(page?.record).toEqual(record);
	}
});

const refusal = { '@statusSeverity': 'Error', '@statusCode': 3120, '@statusMessage': 'No.' };
test('a refusal is a failure in its own words, whatever the state says', () => {
	const response_json = [{ QBXMLMsgsRs: { InvoiceAddRs: refusal } }];
	for (const state of ['completed', 'response_received', undefined, 'done']) {
		expect(from({ ...good, state, response_json })?.delivery).toMatchObject({
			state: 'error',
			error: { code: '3120', message: 'No.' },
		});
	}
	const error = { code: '3120', message: 'Object not found.' };
	expect(from({ ...good, error, response_json })?.delivery.error).toEqual(error);
});

test.each<[what: string, body: unknown]>([
	['an empty ID', { ...good, id: '' }],
	['an ID that is a number', { ...good, id: 1 }],
	['no ID', { ...good, id: undefined }],
	['a list', [good]],
	['data that is none', { data: [good] }],
])('a body with %s is none', (_what, body) => {
	expect(from(body)).toBeUndefined();
});

test.each<[what: string, change: object]>([
	['that cannot be read', { response_xml: '<QBXML><' }],
	['with a DOCTYPE', { response_xml: '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }],
])('XML %s is no answer', (_what, change) => {
	expect(from({ ...good, response_json: null, ...change })).toMatchObject({ answer: null });
});

test('no other JSON is one, and nothing makes it fail', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			expect(from(body)).toBeUndefined();
		}),
	);
	fc.assert(
		fc.property(fc.uint8Array(), (bytes) => {
			expect(pageFrom(jsonIn(Buffer.from(bytes)))).toBeUndefined();
		}),
	);
});

test('the JSON counts where it has records; the XML where the JSON has none', () => {
	const xml = answerXml('<VendorQueryRs requestID="2"/>');
	const json = [{ QBXMLMsgsRs: { CustomerQueryRs: { '@requestID': '1', CustomerRet: [{}] } } }];
	const both = { ...good, response_xml: xml };
	expect(from({ ...both, response_json: json })?.answer?.requestType).toBe('CustomerQuery');
	for (const json of [null, [], good.response_json]) {
		const page = from({ ...good, response_json: json, response_xml: xml });
		expect(page?.answer).toMatchObject({ requestType: 'VendorQuery', requestId: '2' });
	}
	expect(from({ ...good, response_json: null, response_xml: '' })?.answer).toBeNull();
});

test('an answer without an answer element has nothing to say', () => {
	for (const response of [[{}], [{ QBXMLMsgsRs: {} }], [{ QBXMLMsgsRs: '' }], [null], [1]]) {
		expect(from({ ...good, response_json: response })?.answer).toBeNull();
	}
});
