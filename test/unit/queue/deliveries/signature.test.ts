import { createHmac } from 'node:crypto';

import fc from 'fast-check';

import { sameText } from '../../../../queue/deliveries/sameText';
import { signatureProblem } from '../../../../queue/deliveries/signature';

const NOW = 1_767_225_600;
const SECRET = 'secret';
const body = Buffer.from('{"name":"Müller"}');

const code = (time: number | string, secret = SECRET, raw: Buffer = body): string =>
	createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex');
const problem = (header: unknown, now = NOW, raw = body) =>
	signatureProblem(raw, header, SECRET, now);
const good = (time = NOW) => `t=${time},v1=${code(time)}`;

test('the signature of the interface holds', () => {
	expect(problem(good())).toBeUndefined();
});

test.each([-500, -499, 0, 499, 500])('%i seconds away from the clock is near enough', (seconds) => {
	expect(problem(good(NOW + seconds))).toBeUndefined();
});

test.each([-501, 501, -86_400, 86_400])('%i seconds away from the clock is not', (seconds) => {
	expect(problem(good(NOW + seconds))).toMatch(/too old, or the clocks differ/);
});

test.each<[what: string, header: string]>([
	['first', `t=${NOW},v1=${code(NOW)},v1=${code(NOW, 'old')}`],
	['last', `t=${NOW},v1=${code(NOW, 'old')},v1=${code(NOW)}`],
	['among others', `t=${NOW},v1=,v1=${code(NOW)},v1=x,v0=y`],
	['before the time', `v1=${code(NOW)},t=${NOW}`],
	['with spaces between the parts', `t=${NOW}, v1=${code(NOW)}`],
])('of several codes one good one is enough: %s', (_where, header) => {
	expect(problem(header)).toBeUndefined();
});

test.each<[what: string, header: unknown]>([
	['nothing', undefined],
	['an empty text', ''],
	['two headers', [good(), good()]],
	['no time', `v1=${code(NOW)}`],
	['no code', `t=${NOW}`],
	['a version without a code', `t=${NOW},v1`],
	['a time that is no number', `t=now,v1=${code('now')}`],
	['a negative time', `t=-${NOW},v1=${code(-NOW)}`],
	['a time with a fraction', `t=${NOW}.0,v1=${code(`${NOW}.0`)}`],
	['an endless time', `t=${'9'.repeat(40)},v1=${code('9'.repeat(40))}`],
	['another version alone', `t=${NOW},v2=${code(NOW)}`],
	['JSON', '{"t":1}'],
	['commas', ',,,,'],
])('a header that cannot be read does not: %s', (_what, header) => {
	expect(problem(header)).toBe('The signature header is missing or unreadable.');
});

test.each<[what: string, header: string]>([
	['another secret', `t=${NOW},v1=${code(NOW, 'other')}`],
	['another time', `t=${NOW},v1=${code(NOW - 1)}`],
	['half a code', `t=${NOW},v1=${code(NOW).slice(0, 32)}`],
	['a longer code', `t=${NOW},v1=${code(NOW)}0`],
	['an empty code', `t=${NOW},v1=`],
	['capital letters', `t=${NOW},v1=${code(NOW).toUpperCase()}`],
])('a code that is not the right one does not: %s', (_what, header) => {
	expect(problem(header)).toBe('The signature does not match.');
});

test('it counts the bytes of the body as they came', () => {
	for (const changed of [
		'{"name":"Müller"} ',
		'{"name": "Müller"}',
		'{"name":"M\\u00fcller"}',
		'',
	]) {
		expect(problem(good(), NOW, Buffer.from(changed))).toBe('The signature does not match.');
	}
	const notUtf8 = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
	expect(problem(`t=${NOW},v1=${code(NOW, SECRET, notUtf8)}`, NOW, notUtf8)).toBeUndefined();
});

test('no header that somebody makes up holds, and none makes it fail', () => {
	fc.assert(
		fc.property(fc.string(), (header) => {
			expect(problem(header)).toEqual(expect.any(String));
		}),
	);
});

test('two texts are the same only if they are the same', () => {
	fc.assert(
		fc.property(fc.string(), fc.string(), (one, other) => {
			expect(sameText(one, one)).toBe(true);
			expect(sameText(one, other)).toBe(Buffer.from(one).equals(Buffer.from(other)));
		}),
	);
});
