import { requireReadHere } from '../../../../../../nodes/AccountingSync/operations/fields/result';

const check = (values: Record<string, unknown>) => () =>
	requireReadHere({ values, timezone: 'Etc/UTC' } as never, 'Expected Total');

it.each([
	{ result: 'queuedRequest' },
	{ result: 'queuedRequest', simplify: true },
	{ result: 'wait', simplify: false },
	{ result: 'wait', simplify: 'false' },
])('a field that needs the records is refused for %j', (values) => {
	expect(check(values)).toThrow(
		"Expected Total can't be used when the queued request is returned as it is.",
	);
});

it.each([
	{ result: 'wait' },
	{ result: 'wait', simplify: true },
	{ result: 'waitPolling', simplify: 'true' },
])('a field that needs the records is taken for %j', (values) => {
	expect(check(values)).not.toThrow();
});

it('says which switch is none', () => {
	expect(check({ result: 'wait', simplify: 'no' })).toThrow(
		'Simplify must be true or false, but it is "no".',
	);
});
