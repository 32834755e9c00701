import fc from 'fast-check';

import {
	asksTheSame,
	isInOneAnswer,
	isRun,
	requestIdOf,
	requestIdOfTick,
	runInQuery,
	runsName,
	sinceInQuery,
	startOf,
	withRun,
} from '../../../../queue/runs/runNames';
import { ownerOf } from '../support/records';

const owner = ownerOf('workflow');
const nameOf = (question: object = { resource: 'customer' }, more: Partial<typeof owner> = {}) =>
	runsName({ ...owner, ...more }, question);
const name = nameOf();

test('every start comes back as it was', () => {
	const moments = fc.date({
		min: new Date('2000-01-01'),
		max: new Date('2099-12-31'),
		noInvalidDate: true,
	});
	fc.assert(
		fc.property(moments, (start) => {
			expect(startOf(name, requestIdOf(name, start))).toBe(start.toISOString());
		}),
	);
});

test.each<[what: string, requestId: unknown]>([
	['nothing', undefined],
	['null', null],
	['another name', 'n8n-0000000000000000-2026-01-01T00:00:00.000Z-abcd'],
	['a name that only begins like it', `${name}0-2026-01-01T00:00:00.000Z-abcd`],
	['the name alone', name],
	['no end', `${name}-2026-01-01T00:00:00.000Z`],
	['no moment', `${name}-soon`],
	['a moment that does not exist', `${name}-2026-99-01T00:00:00.000Z-abcd`],
	["somebody's own identifier", 'order-1042'],
	['a number', 7],
])('%s is no run of it', (_what, requestId) => {
	expect(startOf(name, requestId)).toBeUndefined();
	expect(asksTheSame(name, requestId)).toBe(false);
});

test('a list with the identifier of a run is no run', () => {
	const identifier = requestIdOf(name, new Date());
	expect(startOf(name, [identifier])).toBeUndefined();
	expect(isRun([identifier])).toBe(false);
});

test('any run can be told from the identifiers of others', () => {
	expect(isRun(requestIdOf(nameOf({}), new Date()))).toBe(true);
	expect(isRun('order-1042')).toBe(false);
});

test('a run stands in the query of its delivery', () => {
	expect(runInQuery({ run: 'a', since: 'b' })).toBe('a');
	expect(runInQuery({})).toBeUndefined();
	expect(runInQuery(undefined)).toBeUndefined();
});

test('an identifier says whether its run comes in one answer', () => {
	const start = new Date();
	for (let time = 0; time < 200; time++) {
		expect(isInOneAnswer(requestIdOf(name, start, true))).toBe(true);
		expect(isInOneAnswer(requestIdOf(name, start))).toBe(false);
	}
	expect(requestIdOf(name, start, true)).toHaveLength(50);
	expect(isInOneAnswer(undefined)).toBe(false);
});

test('the URL of a run says since when it asks', () => {
	const sinceIn = (since?: string | null) => {
		const url = withRun('https://n8n.example/webhook/x?a=b', requestIdOf(name, new Date()), since);
		return sinceInQuery(Object.fromEntries(new URL(url).searchParams));
	};
	expect(sinceIn('2026-03-01T08:00:00Z')).toBe('2026-03-01T08:00:00Z');
	expect(sinceIn(null)).toBeNull();
	expect(sinceIn()).toBeUndefined();
	expect(sinceInQuery({ since: 'soon' })).toBeUndefined();
	expect(sinceInQuery(undefined)).toBeUndefined();
	expect(sinceInQuery({ since: ['2026-03-01T08:00:00Z'] })).toBeUndefined();
});

test('a run of a tick has the same identifier wherever it is started, and tells how it comes', () => {
	const name = nameOf({});
	const [tick, next] = [new Date(0), new Date(1000)];
	for (const isInOne of [false, true]) {
		const identifier = requestIdOfTick(name, tick, { since: 1 }, isInOne);
		expect(requestIdOfTick(name, new Date(0), { since: 1 }, isInOne)).toBe(identifier);
		expect(requestIdOfTick(name, next, { since: 1 }, isInOne)).not.toBe(identifier);
		expect(requestIdOfTick(name, tick, { since: 2 }, isInOne)).not.toBe(identifier);
		expect(startOf(name, identifier)).toBe(tick.toISOString());
		expect(isInOneAnswer(identifier)).toBe(isInOne);
	}
});
