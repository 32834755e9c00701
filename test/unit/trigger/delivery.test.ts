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

test('what is missing of the answer and the error counts as nothing', () => {
	const { timestamp, id, page_request_id, page } = good;
	const bare = { timestamp, id, page_request_id, page };
	expect(from({ ...bare, state: 'discarded' })).toEqual({
		delivery: { ...bare, state: 'discarded', response_xml: null, response_json: null, error: null },
		answer: null,
	});
});

test('fields that the interface does not have do no harm', () => {
	expect(from({ ...good, later: 1 })?.delivery).toMatchObject(good);
});

test.each<[what: string, change: object]>([
	['no timestamp', { timestamp: undefined }],
	['an empty ID', { id: '' }],
	['an ID that is a number', { id: 1 }],
	['no page_request_id', { page_request_id: null }],
	['page 0', { page: 0 }],
	['half a page', { page: 1.5 }],
	['a page as text', { page: '1' }],
	['a state of requests, not of deliveries', { state: 'response_received' }],
	['no state', { state: undefined }],
	['XML that is no text', { response_xml: {} }],
	['JSON that is no list', { response_json: {} }],
	['an error that is a text', { error: 'bad' }],
	['an error that is a list', { error: [] }],
	['XML that cannot be read', { response_json: null, response_xml: '<QBXML><' }],
	[
		'XML with a DOCTYPE',
		{ response_json: null, response_xml: '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' },
	],
])('a body with %s is none', (_what, change) => {
	expect(from({ ...good, ...change })).toBeUndefined();
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

test('the JSON counts where there is both; the XML where the JSON is empty', () => {
	const xml = answerXml('<VendorQueryRs requestID="2"/>');
	expect(from({ ...good, response_xml: xml })?.answer?.requestType).toBe('CustomerQuery');
	for (const json of [null, []]) {
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
