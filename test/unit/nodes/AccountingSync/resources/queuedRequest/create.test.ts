import type { IDataObject } from 'n8n-workflow';

import { FormError } from '../../../../../../quickbooks/form/formError';
import { CONNECTION_ID, requestOf } from '../../../../support/request-of';

const XML =
	'<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq><MaxReturned>1</MaxReturned></CustomerQueryRq></QBXMLMsgsRq></QBXML>';
const json = {
	version: '16.0',
	request: {
		name: 'InvoiceAddRq',
		attributes: {},
		children: [{ name: 'InvoiceAdd', children: [{ name: 'Memo', text: 'ä & <b>' }] }],
	},
};
const create = (filledIn: IDataObject) => requestOf('queuedRequest', 'create', filledIn);

describe('queue a request', () => {
	test('as XML, just as it was written', () => {
		expect(create({ requestFormat: 'xml', requestXml: XML })).toEqual({
			method: 'POST',
			path: `/connections/${CONNECTION_ID}/queued_requests`,
			query: {},
			body: { request_xml: XML },
		});
	});

	test.each<[form: string, requestJson: unknown]>([
		['text', JSON.stringify(json)],
		['an object of an expression', json],
	])('as JSON: %s', (_form, requestJson) => {
		const { body } = create({ requestFormat: 'json', requestJson } as IDataObject);
		expect(body).toEqual({ request_json: json });
	});

	test('as a form of name, attributes and children', () => {
		const form = {
			requestFormat: 'form',
			requestName: 'CustomerQueryRq',
			qbxmlVersion: '13.0',
			attributes: { entries: [{ name: 'metaData', value: 'NoMetaData' }] },
			children: {
				entries: [
					{ name: 'MaxReturned', text: '10' },
					{ name: 'ActiveStatus', text: 'All' },
				],
			},
		};
		expect(create(form).body).toEqual({
			request_json: {
				version: '13.0',
				request: {
					name: 'CustomerQueryRq',
					attributes: { metaData: 'NoMetaData' },
					children: [
						{ name: 'MaxReturned', text: '10' },
						{ name: 'ActiveStatus', text: 'All' },
					],
				},
			},
		});
	});

	test('as a form without attributes and children', () => {
		expect(create({ requestFormat: 'form', requestName: 'HostQueryRq' }).body).toEqual({
			request_json: {
				version: '16.0',
				request: { name: 'HostQueryRq', attributes: {}, children: [] },
			},
		});
	});

	test('the webhook address travels in the body, everything else in the query', () => {
		const options = {
			webhookUrl: 'https://example.com/hook',
			extraQueryParameters: { parameters: [{ name: 'priority', value: 'low' }] },
		};
		expect(create({ requestFormat: 'xml', requestXml: XML, options })).toMatchObject({
			query: { priority: 'low' },
			body: { request_xml: XML, webhook_url: 'https://example.com/hook' },
		});
	});

	test('Custom Request ID becomes the attribute requestID of a JSON request', () => {
		const options = { customRequestId: 'r-1' };
		const { body, query } = create({ requestFormat: 'json', requestJson: json, options });
		expect(query).toEqual({});
		expect(body).toEqual({
			request_json: { ...json, request: { ...json.request, attributes: { requestID: 'r-1' } } },
		});
	});
});

describe('requests that are refused', () => {
	const asXml = (requestXml: string) => ({ requestFormat: 'xml', requestXml });
	const asJson = (requestJson: unknown) => ({ requestFormat: 'json', requestJson }) as IDataObject;
	const asForm = (form: IDataObject) => ({ requestFormat: 'form', requestName: 'X', ...form });

	test.each([
		'<QBXML a=">" b=\'"\'/>',
		'<QBXML><![CDATA[<a b="<">&#0;]]><!-- <a b="<"> --></QBXML>',
		'<QBXML a="&#x9;&#65;">&#128512;</QBXML>',
	])('%s is well formed', (written) => {
		expect(create(asXml(written)).body).toEqual({ request_xml: written });
	});

	test.each<[what: string, form: IDataObject, message: string]>([
		['no connection', { ...asXml(XML), connection: '' }, 'Connection is missing.'],
		['no XML', asXml('  '), 'Request XML is empty.'],
		['text', asXml('customers, please'), 'Request XML is not well formed'],
		['an open element', asXml('<QBXML><a></QBXML>'), 'Request XML is not well formed'],
		['two roots', asXml('<a/><b/>'), 'Request XML is not well formed'],
		['a bare ampersand', asXml('<QBXML>Smith & Sons</QBXML>'), 'Request XML is not well formed'],
		['a < in an attribute', asXml('<QBXML a="1" b="<"/>'), 'a < on its own, or an incomplete tag'],
		[
			"a < in an attribute's apostrophes",
			asXml("<QBXML><a b='x<y'/></QBXML>"),
			'a < on its own, or an incomplete tag',
		],
		['a reference to nothing', asXml('<QBXML>&#0;</QBXML>'), '&#0; is a character that XML'],
		['a reference past the end', asXml('<QBXML a="&#x110000;"/>'), '&#x110000; is a character'],
		['a control character', asXml('<QBXML>\u0001</QBXML>'), 'the character U+0001'],
		['broken JSON', asJson('{"version":'), 'Request JSON is not valid JSON'],
		['a JSON list', asJson('[]'), 'Request JSON must be a JSON object.'],
		['empty JSON', asJson(''), 'Request JSON is not a request.'],
		['JSON without a version', asJson({ request: json.request }), 'Request JSON is not a request.'],
		[
			'a version that is a number',
			asJson({ ...json, version: 16 }),
			'Request JSON is not a request.',
		],
		['JSON without a request', asJson({ version: '16.0' }), 'Request JSON is not a request.'],
		['a request without a name', asJson({ version: '16.0', request: {} }), 'Request JSON: "name"'],
		[
			'attributes that are a list',
			asJson({ version: '16.0', request: { name: 'ARq', attributes: [] } }),
			'Request JSON is not a request.',
		],
		[
			'children that are an object',
			asJson({ version: '16.0', request: { name: 'ARq', children: {} } }),
			'Request JSON is not a request.',
		],
		['a request that is a list', asJson({ version: '16.0', request: [] }), 'Request JSON'],
		['no name in the form', asForm({ requestName: '' }), 'Request Name must be the name of a'],
		['a name with a space', asForm({ requestName: 'A B' }), 'Request Name must be the name of a'],
		[
			'an attribute without a name',
			asForm({ attributes: { entries: [{ name: '', value: 'x' }] } }),
			'Attributes: Name must be the name of a',
		],
		[
			'a child with markup in its name',
			asForm({ children: { entries: [{ name: 'A><B', text: 'x' }] } }),
			'Children: Name must be the name of a',
		],
		[
			'a Webhook URL that is none',
			{ ...asXml(XML), options: { webhookUrl: 'hook' } },
			'Webhook URL must be a web address',
		],
	])('%s', (_what, form, message) => {
		expect(() => create(form)).toThrow(FormError);
		expect(() => create(form)).toThrow(message);
	});
});
