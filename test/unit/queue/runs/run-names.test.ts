import fc from 'fast-check';

import { requestIdIn } from '../../../../queue/requests/requestId';
import {
	asksTheSame,
	isInOneAnswer,
	isRun,
	requestIdOf,
	requestIdOfTick,
	runInQuery,
	runInUrl,
	runsName,
	searchPhraseOf,
	sinceInQuery,
	startAnywhere,
	startOf,
	withRun,
} from '../../../../queue/runs/runNames';
import { ownerOf } from '../support/records';

const owner = ownerOf('workflow');
const nameOf = (question: object = { resource: 'customer' }, more: Partial<typeof owner> = {}) =>
	runsName({ ...owner, ...more }, question);
const name = nameOf();

test('the runs of a question share a name, which changes with workflow, node, question and n8n', () => {
	expect(nameOf()).toEqual(name);
	const others = [
		nameOf({ resource: 'vendor' }),
		nameOf(undefined, { workflowId: 'other' }),
		nameOf(undefined, { nodeId: 'other' }),
		nameOf(undefined, { instanceId: 'other' }),
		nameOf(undefined, { address: 'https://staging.example' }),
	];
	expect(new Set([name, ...others]).size).toBe(6);
	expect(name).toMatch(/^n8n-[0-9a-f]{16}$/);
});

test('a request identifier holds the start of its run, and is no longer than qbXML allows', () => {
	const start = new Date('2026-03-29T01:30:59.999Z');
	const identifier = requestIdOf(name, start);
	expect(identifier).toMatch(new RegExp(`^${name}-2026-03-29T01:30:59.999Z-[0-9a-z]{4}$`));
	expect(identifier).toHaveLength(50);
	expect(startOf(name, identifier)).toBe('2026-03-29T01:30:59.999Z');
});

test('two runs that start at the same instant have different identifiers', () => {
	const start = new Date();
	const identifiers = Array.from({ length: 20 }, () => requestIdOf(name, start));
	expect(new Set(identifiers).size).toBeGreaterThan(15);
});

test('the phrase to search for is the part of a name that n8n has at any address', () => {
	const there = nameOf(undefined, { address: 'x' });
	expect(there.startsWith(searchPhraseOf(name))).toBe(true);
	expect(there).not.toBe(name);
});

test('a run at another address asks the same, but is not started here', () => {
	const identifier = requestIdOf(nameOf(undefined, { address: 'x' }), new Date(7));
	expect(startOf(name, identifier)).toBeUndefined();
	expect(startAnywhere(name, identifier)).toBe(new Date(7).toISOString());
	expect(asksTheSame(name, identifier)).toBe(true);
	const foreign = requestIdOf(nameOf(undefined, { instanceId: 'x' }), new Date(7));
	expect(startAnywhere(name, foreign)).toBeUndefined();
});

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

test('a run stands in the URL that it is delivered to', () => {
	const identifier = requestIdOf(name, new Date());
	for (const url of ['https://n8n.example/webhook/x', 'https://n8n.example/webhook/x?a=b']) {
		expect(runInUrl(withRun(url, identifier))).toBe(identifier);
	}
	expect(runInUrl('https://n8n.example/webhook/x')).toBeUndefined();
	expect(runInUrl(undefined)).toBeUndefined();
	expect(runInUrl('no URL')).toBeUndefined();
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

test('the identifier of a record is read from its JSON, or from its XML where there is only that', () => {
	const json = { request: { attributes: { requestID: 'a' } } };
	expect(requestIdIn({ request_json: json, request_xml: '<X requestID="b"/>' })).toBe('a');
	const xml =
		'<QBXML><QBXMLMsgsRq><CustomerQueryRq requestID="b" iterator="Start"/></QBXMLMsgsRq></QBXML>';
	expect(requestIdIn({ request_xml: xml })).toBe('b');
	expect(requestIdIn({ request_json: { request: {} } })).toBeUndefined();
	expect(requestIdIn({})).toBeUndefined();
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
