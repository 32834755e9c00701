import fc from 'fast-check';

import {
	jsonIn,
	type Page,
	pageFrom,
	withoutRecord,
	withRecord,
} from '../../../../queue/deliveries/delivery';

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

test('fields that the interface does not have do no harm', () => {
	expect(from({ ...good, later: 1 })?.delivery).toMatchObject(good);
});

test('the record of the request is a delivery too, plain and in data', () => {
	const record = { ...good, state: 'response_received', request_xml: '<QBXML/>' };
	for (const body of [record, { data: record }]) {
		const page = from(body);
		expect(page?.delivery).toMatchObject({ id: 'a', state: 'completed' });
		expect(page?.answer?.requestType).toBe('CustomerQuery');
		expect(page?.record).toEqual(record);
	}
	const inJson = { id: 'a', request_json: { request: { name: 'CustomerQueryRq' } } };
	expect(from(inJson)?.record).toEqual(inJson);
	expect(from({ id: 'a' })?.record).toBeNull();
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
])('a body with %s is read', (_what, change, read) => {
	expect(from({ ...good, ...change })?.delivery).toMatchObject(read);
});

describe('a delivery and its record', () => {
	const error = { code: '3120', message: 'No.' };
	const xml = (id: string) => answerXml(`<CustomerQueryRs requestID="${id}"/>`);
	const together = (delivered: object, record: object) =>
		withRecord(from({ id: 'a', ...delivered }) as Page, { id: 'a', state: 'sent', ...record });

	test('say together what neither says alone', () => {
		const record = { ...good, timestamp: 'then', state: 'response_received' };
		expect(together({}, record).delivery).toEqual({ ...good, timestamp: 'then' });
		expect(together({ timestamp: 'now' }, record).delivery.timestamp).toBe('now');
		expect(together({ timestamp: 'now' }, {}).delivery.timestamp).toBe('now');
	});

	test('give the answer that was delivered, and that of the record where none can be read', () => {
		const record = { state: 'response_received', response_xml: xml('its own') };
		const delivered = { state: 'completed', response_xml: xml('delivered') };
		expect(together(delivered, record).answer?.requestId).toBe('delivered');
		expect(together({ ...delivered, response_xml: '<html/>' }, record).answer?.requestId).toBe(
			'its own',
		);
	});

	test('give the error of either, and that of the delivery first', () => {
		const other = { code: '500', message: 'Other.' };
		expect(together({ state: 'error', error }, {}).delivery.error).toEqual(error);
		expect(together({ state: 'error' }, { error }).delivery.error).toEqual(error);
		expect(together({ error }, { error: other }).delivery.error).toEqual(error);
		expect(together({}, {}).delivery.error).toBeNull();
	});

	test('are completed if the record is, in whatever word', () => {
		const record = { state: 'done', response_xml: xml('1') };
		expect(together({}, record).delivery.state).toBe('completed');
		expect(together({}, { state: 'sent' }).delivery.state).toBeNull();
	});

	test('are what was delivered where the record is gone', () => {
		const alone = (delivered: object) => withoutRecord(from({ id: 'a', ...delivered }) as Page);
		expect(alone({ state: 'done' }).delivery).toMatchObject({ state: null, error: null });
		expect(alone({ state: 'done', response_xml: xml('1') }).delivery.state).toBe('completed');
		expect(alone({ state: 'error', error }).delivery).toMatchObject({ state: 'error', error });
	});
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
