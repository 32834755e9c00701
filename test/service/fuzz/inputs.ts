import fc from 'fast-check';

import { methodShapes } from '../../../service/connector/wsdl';
import { operations } from '../../conformance/support/operations';
import { envelopeOf } from '../support/connector-client';
import { contentTypes, nastyTexts, nastyXml } from './corpus';

/**
 * A request to the service. `{connection}`, `{other}`, `{request}`, `{username}`, `{password}`, `{ticket}` and `{unique}` in it
 * are placeholders for values that are known only when it is sent.
 */
export interface Input {
	readonly method: string;
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
}

const text = fc.oneof(
	fc.constantFrom(...nastyTexts),
	fc.string({ unit: 'binary', maxLength: 40 }),
	fc.string({ maxLength: 40 }),
);

/** XML of the corpus, sometimes with a piece cut out or put in. */
const xml = fc.oneof(
	fc.constantFrom(...nastyXml),
	fc
		.tuple(fc.constantFrom(...nastyXml), fc.nat(), fc.nat(20), text)
		.map(([whole, at, length, piece]) => {
			const start = at % whole.length;
			return whole.slice(0, start) + piece + whole.slice(start + length);
		}),
);

const identifier = (usual: string) =>
	fc.oneof(
		{ weight: 12, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: fc.uuid() },
		{ weight: 1, arbitrary: text.map(encoded) },
	);

/** Texts can contain halves of characters, which URLs cannot. */
function encoded(value: string): string {
	return encodeURIComponent(Buffer.from(value).toString());
}

const names = (
	'page page_size sort sort_direction search_phrase state webhook_state force request_id webhook_url iterate ' +
	'max_returned include[] name from_name to_name list_id list_ids[] full_names[] name_starts_with name_contains ' +
	'name_ends_with modified_after modified_before modified_start modified_end active_status customer_list_id ' +
	'from_transaction_date to_transaction_date from_due_date to_due_date paid_status include_line_items ref_number ' +
	'from_ref_number to_ref_number account_list_ids[] currency_list_ids[]'
).split(' ');

const values = ['1', '100', 'true', 'false', 'asc', 'All', 'waiting', 'A', '2026-01-31', 'TxnID'];

const pair = fc
	.tuple(
		fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text }),
		fc.oneof(fc.constantFrom(...values), text),
	)
	.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);

const query = fc
	.array(pair, { maxLength: 4 })
	.map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));

const value = fc.oneof(text, xml, fc.jsonValue());

/** A valid body with some fields replaced and some unknown ones added. */
const bodyLike = (body: object) =>
	fc
		.dictionary(
			fc.constantFrom(...Object.keys(body), 'request_xml', 'webhook_url', 'name', '__proto__'),
			value,
			{ maxKeys: 3 },
		)
		.map((changes) => JSON.stringify({ ...body, ...changes }));

const bodyFor = (body: object = {}) =>
	fc.oneof(
		{ weight: 3, arbitrary: bodyLike(body) },
		{ weight: 2, arbitrary: xml.map((request_xml) => JSON.stringify({ request_xml })) },
		{ weight: 1, arbitrary: fc.json() },
		{ weight: 1, arbitrary: text },
	);

const mostly = <Value>(usual: Value, others: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
	fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });

const credential = mostly(
	'{authorization}',
	text.map((key) => `Basic ${Buffer.from(key).toString('base64')}`),
);

/** Keeps the password of the connection that the connector signs in to. */
const connectionFor = (operation: string): string =>
	operation.endsWith('/password') ? '{other}' : '{connection}';

const prefixed = (path: string): string => `/api/v1${path}`;

/** Calls of the interface. They do not delete its connections, so that later calls still work. */
const calls = operations
	.filter(({ name }) => name !== 'DELETE /connections/{connection_id}')
	.map(({ name, method, path, body }) =>
		fc.record({
			method: mostly(method, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH')),
			path: fc
				.tuple(identifier(connectionFor(name)), identifier('{request}'), query)
				.map(
					([connection, request, parameters]) => prefixed(path(connection, request)) + parameters,
				),
			headers: fc.record({
				authorization: credential,
				...(method === 'POST' && {
					'content-type': mostly('application/json', fc.constantFrom(...contentTypes)),
				}),
			}),
			...(method === 'POST' && { body: bodyFor(body) }),
		}),
	);

/** Paths that lead nowhere, or to the pages for people. */
const elsewhere: fc.Arbitrary<Input> = fc.record({
	method: fc.constantFrom('GET', 'POST', 'DELETE'),
	path: fc
		.tuple(fc.constantFrom('/', '/api/v1/', '/api/v2/', '/api/v1/connections/', '/%zz'), text)
		.map(([start, rest]) => start + encoded(rest)),
	headers: fc.record({ authorization: credential }),
});

export const interfaceInput: fc.Arbitrary<Input> = fc.oneof(
	{ weight: 12, arbitrary: fc.oneof(...calls) },
	{ weight: 1, arbitrary: elsewhere },
);

const likely: Readonly<Record<string, fc.Arbitrary<string>>> = {
	ticket: fc.oneof({ weight: 3, arbitrary: fc.constant('{ticket}') }, text),
	response: xml,
	strHCPResponse: xml,
	hresult: fc.oneof(fc.constantFrom('', '', '0x80040414', '0x80040400'), text),
};

/** Wrong passwords come with a new user name each time, because the service slows down guessing for one name. */
const credentials = fc.oneof(
	fc.constant({ strUserName: '{username}', strPassword: '{password}' }),
	text.map((password) => ({ strUserName: '{unique}', strPassword: password })),
);

const messages = Object.entries(methodShapes).map(([name, { parameters }]) =>
	(name === 'authenticate'
		? credentials
		: fc.record(
				Object.fromEntries(parameters.map((parameter) => [parameter, likely[parameter] ?? text])),
				{ requiredKeys: [] },
			)
	).map((named) => ({ name, envelope: envelopeOf(name, named as Record<string, string>) })),
);

const damaged = fc
	.tuple(fc.oneof(...messages), fc.nat(), fc.nat(30), text)
	.map(([{ name, envelope }, at, length, piece]) => {
		const start = at % envelope.length;
		return { name, envelope: envelope.slice(0, start) + piece + envelope.slice(start + length) };
	});

const posted = ({ name, envelope }: { name: string; envelope: string }): Input => ({
	method: 'POST',
	path: '/connector',
	headers: {
		'content-type': 'text/xml; charset=utf-8',
		soapaction: `"http://developer.intuit.com/${name}"`,
	},
	body: envelope,
});

const notSoap = fc
	.tuple(fc.oneof(xml, text, fc.json()), fc.constantFrom(...contentTypes))
	.map(([body, type]): Input => ({
		...posted({ name: '', envelope: body }),
		headers: { 'content-type': type },
	}));

export const connectorInput: fc.Arbitrary<Input> = fc.oneof(
	{ weight: 6, arbitrary: fc.oneof(...messages).map(posted) },
	{ weight: 2, arbitrary: damaged.map(posted) },
	{ weight: 1, arbitrary: notSoap },
);
