import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import fc from 'fast-check';

import { contentTypes, nastyTexts, nastyXml } from '../../service/fuzz/corpus';
import { delivery, signature } from '../../support/deliveries';

/** A request that nobody with good intentions sends to a webhook. */
export interface Hostile {
	/** In a word, for the report of a failure. */
	kind: string;
	/** Added to the webhook's URL. */
	query: string;
	headers: Record<string, string>;
	body: Buffer;
	/** Whether the connection breaks before all of the body has been sent. */
	isTruncated?: boolean;
}

const jsonType = { 'content-type': 'application/json' };
const MEBIBYTE = 1024 * 1024;

const nasty = fc.oneof(
	fc.constantFrom(...nastyTexts),
	fc.string({ unit: 'binary', maxLength: 60 }),
);
const anything = fc.oneof(nasty, fc.jsonValue(), fc.double(), fc.bigInt().map(String));

/** A delivery with some fields that are none. */
const damaged = fc
	.dictionary(
		fc.constantFrom(...Object.keys(delivery()), '__proto__', 'constructor', 'toString', 'length'),
		anything,
		{ minKeys: 1, maxKeys: 6 },
	)
	.map((changes) => JSON.stringify({ ...delivery(), ...changes }));

/** What the trigger does not take for a delivery, whoever has signed it: it names no request. */
const noDelivery = fc.oneof(
	fc
		.tuple(damaged, fc.constantFrom(null, '', 0, true, [], {}))
		.map(([raw, id]) => JSON.stringify({ ...(JSON.parse(raw) as object), id })),
	fc
		.constantFrom(...nastyXml.filter((xml) => xml.includes('<!DOCTYPE')))
		.map((xml) => JSON.stringify(delivery({ response_json: null, response_xml: xml }))),
	fc.json(),
);

const nested = fc
	.tuple(fc.integer({ min: 100, max: 60_000 }), fc.constantFrom(['[', ']'], ['{"a":', '}']))
	.map(([depth, [open, close]]) => `${open.repeat(depth)}1${close.repeat(depth)}`);

const numbers = fc
	.tuple(
		fc.constantFrom('1e999', '-1e999', '1e-999', '9'.repeat(5000), `0.${'1'.repeat(5000)}`),
		fc.constantFrom(...Object.keys(delivery())),
	)
	.map(([number, name]) =>
		JSON.stringify({ ...delivery(), [name]: null }).replace(
			`"${name}":null`,
			`"${name}":${number}`,
		),
	);

const prototypes = fc.constantFrom(
	'{"__proto__":{"state":"completed","polluted":true}}',
	'{"constructor":{"prototype":{"polluted":true}}}',
	'[{"__proto__":[]}]',
	JSON.stringify(delivery()).replace('{', '{"__proto__":{"polluted":true},'),
);

const texts = fc.oneof(damaged, nested, numbers, prototypes, fc.json(), nasty);

const encodings = fc
	.tuple(texts, fc.constantFrom('utf16le', 'latin1', 'base64', 'hex', 'utf-8 with a mark'))
	.map(([text, encoding]) =>
		encoding === 'utf-8 with a mark'
			? Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])
			: encoding === 'base64' || encoding === 'hex'
				? Buffer.from(Buffer.from(text).toString(encoding))
				: Buffer.from(text, encoding as BufferEncoding),
	);

/** Signatures by everybody but the service. */
const forged = (raw: Buffer): fc.Arbitrary<Record<string, string>> =>
	fc
		.oneof(
			fc.constant(signature(raw.toString(), { secrets: ['somebody-else'] })),
			fc.constantFrom(
				't=1,v1=',
				't=,v1=0',
				'v1=00,t=0',
				't=99999999999999999999,v1=00',
				`t=1,${'v1=00,'.repeat(500)}`,
				't=1767225600,v1=é',
				`t=1,v1=${createHmac('sha256', '').update(`1.${raw.toString()}`).digest('hex')}`,
			),
			fc.string({ unit: fc.constantFrom(...'tv1=,0af .-'), maxLength: 60 }),
		)
		.map((header) => ({ 'x-qube-signature': header.replace(/[^\x20-\x7e]/g, '?') }));

const query = fc.constantFrom(
	'',
	'?trigger_token=',
	'?trigger_token=wrong',
	'?trigger_token[]=a&trigger_token[]=b',
	'?trigger_token[length]=43',
	'?__proto__[x]=1&constructor=2',
	`?trigger_token=${'A'.repeat(43)}`,
	`?trigger_token=${'x'.repeat(4000)}`,
);

const asJson = (kind: string, bodies: fc.Arbitrary<Buffer | string>): fc.Arbitrary<Hostile> =>
	bodies.chain((given) => {
		const body = Buffer.from(given);
		return fc.record({
			kind: fc.constant(kind),
			query,
			headers: fc
				.oneof(fc.constant({}), forged(body))
				.map((signed) => ({ ...jsonType, ...signed })),
			body: fc.constant(body),
		});
	});

/** Signed as the service signs, so that what is in them gets looked at. */
const signed = (secret: string): fc.Arbitrary<Hostile> =>
	noDelivery.map((raw) => ({
		kind: 'no delivery, but signed',
		query: '',
		headers: { ...jsonType, 'x-qube-signature': signature(raw, { secrets: [secret] }) },
		body: Buffer.from(raw),
	}));

const otherTypes = fc
	.tuple(texts, fc.constantFrom(...contentTypes, 'multipart/form-data; boundary=x'), query)
	.map(([text, type, where]): Hostile => ({
		kind: `sent as ${type}`,
		query: where,
		headers: { 'content-type': type },
		body: Buffer.from(
			type.endsWith('boundary=x')
				? `--x\r\ncontent-disposition: form-data; name="a"; filename="../../a"\r\n\r\n${text}\r\n--x--\r\n`
				: text,
		),
	}));

const bombs = [1, 4, 40].map((mebibytes) => gzipSync(Buffer.alloc(mebibytes * MEBIBYTE, ' ')));
const compressed = fc
	.tuple(
		fc.oneof(
			{ weight: 20, arbitrary: texts.map((text) => gzipSync(text)) },
			{ weight: 20, arbitrary: texts.map((text) => Buffer.from(text)) },
			{ weight: 1, arbitrary: fc.constantFrom(...bombs) },
		),
		fc.constantFrom('gzip', 'gzip', 'deflate', 'br', 'compress', 'gzip, gzip'),
	)
	.map(([body, encoding]): Hostile => ({
		kind: `compressed as ${encoding}`,
		query: '',
		headers: { ...jsonType, 'content-encoding': encoding },
		body,
	}));

const truncated = texts.map((text): Hostile => ({
	kind: 'truncated',
	query: '',
	headers: jsonType,
	body: Buffer.from(`${text} `),
	isTruncated: true,
}));

/**
 * What is sent to a webhook.
 * @param secret The webhook secret, for what is signed well and still no delivery.
 */
export const hostile = (secret: string): fc.Arbitrary<Hostile> =>
	fc.oneof(
		{ weight: 6, arbitrary: asJson('JSON', texts) },
		{ weight: 2, arbitrary: asJson('another encoding', encodings) },
		{ weight: 2, arbitrary: signed(secret) },
		{ weight: 2, arbitrary: otherTypes },
		{ weight: 2, arbitrary: compressed },
		{ weight: 1, arbitrary: truncated },
	);
