import { formHashOf } from '../../../../../nodes/AccountingSync/operations/formHash';

const hashOf = (options: Record<string, string | number | boolean>, more: object = {}) =>
	formHashOf({ values: { memo: 'a', ...more, options }, timezone: 'UTC' });

it.each([
	[{ ifAlreadyQueued: 'returnExisting' }],
	[{ requestsAtOnce: 2 }],
	[{ waitLimit: 5 }],
	[{ whenTimeIsUp: 'data' }],
	[{ whenOutcomeUnknown: 'lookInBooks' }],
	[{ writeIfAbsent: true }],
	[{ keepOrderOfItems: false }],
	[{ refuseClosedPeriods: true }],
])('%j asks for nothing else', (options) => {
	expect(hashOf(options)).toBe(hashOf({}));
});

it('is the same however the item waits and what comes out', () => {
	expect(hashOf({}, { result: 'waitPolling', simplify: false })).toBe(hashOf({}));
});

it('is another for whatever else is filled in', () => {
	expect(hashOf({ webhookUrl: 'https://example.com/hook' })).not.toBe(hashOf({}));
	expect(hashOf({}, { memo: 'b' })).not.toBe(hashOf({}));
});
