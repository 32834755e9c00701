import { encloseInQuery, isDocument } from '../../../../queue/calls/envelope';
import type { ServiceCall } from '../../../../queue/calls/serviceCall';

const call: ServiceCall = { method: 'POST', path: '/connections/c1/vendors' };

it.each<[body: object | undefined, is: boolean]>([
	[{ request_xml: '<QBXML/>' }, true],
	[{ request_json: {} }, true],
	[{ customer_id: '1-1' }, false],
	[undefined, false],
])('whether %j goes out in qbXML: %s', (body, is) => {
	expect(isDocument({ ...call, body })).toBe(is);
});

it('puts the identifier and the webhook address in the query, beside what is there', () => {
	const asked = { ...call, query: { iterate: true } };
	expect(encloseInQuery(asked, { requestId: 'A-1', webhookUrl: 'https://n8n.example/1' })).toEqual({
		...call,
		query: { iterate: true, request_id: 'A-1', webhook_url: 'https://n8n.example/1' },
	});
	expect(encloseInQuery(asked, {})).toStrictEqual(asked);
	expect(encloseInQuery(call, { requestId: 'A-1' })).toStrictEqual({
		...call,
		query: { request_id: 'A-1' },
	});
});
