import fc from 'fast-check';
import { requestIdOf, runsName, startOf } from '../../../nodes/AccountingSyncTrigger/query/runs';
import { requestIdIn } from '../../../nodes/shared/service/queue';

const name = runsName('workflow', 'node', { resource: 'customer' });

test('the runs of a question share a name, which changes with workflow, node and question', () => {
	expect(runsName('workflow', 'node', { resource: 'customer' })).toBe(name);
	const others = [
		runsName('other', 'node', { resource: 'customer' }),
		runsName('workflow', 'other', { resource: 'customer' }),
		runsName('workflow', 'node', { resource: 'vendor' }),
	];
	expect(new Set([name, ...others]).size).toBe(4);
	expect(name).toMatch(/^n8n-[0-9a-f]{16}$/);
});

test('a request identifier holds the start of its run, down to the second', () => {
	const start = new Date('2026-03-29T01:30:59.999Z');
	expect(requestIdOf(name, start)).toBe(`${name}-2026-03-29T01:30:59Z`);
	expect(startOf(name, requestIdOf(name, start))).toBe('2026-03-29T01:30:59Z');
});

test('every start comes back, never later than it was', () => {
	const moments = fc.date({
		min: new Date('2000-01-01'),
		max: new Date('2099-12-31'),
		noInvalidDate: true,
	});
	fc.assert(
		fc.property(moments, (start) => {
			const back = Date.parse(startOf(name, requestIdOf(name, start)) ?? '');
			expect(start.getTime() - back).toBeGreaterThanOrEqual(0);
			expect(start.getTime() - back).toBeLessThan(1000);
		}),
	);
});

test.each<[what: string, requestId: string | null | undefined]>([
	['nothing', undefined],
	['null', null],
	['another name', 'n8n-0000000000000000-2026-01-01T00:00:00Z'],
	['a name that only begins like it', `${name}0-2026-01-01T00:00:00Z`],
	['the name alone', name],
	['no moment', `${name}-soon`],
	["somebody's own identifier", 'order-1042'],
])('%s is no run of it', (_what, requestId) => {
	expect(startOf(name, requestId)).toBeUndefined();
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
