import { requireAwaited } from '../../../../../../nodes/AccountingSync/operations/fields/settling';

const check =
	(values: Record<string, string | boolean>, whenOutcomeUnknown = 'lookInBooks') =>
	() =>
		requireAwaited({ values: { ...values, options: { whenOutcomeUnknown } }, timezone: 'UTC' });

it.each([
	{ result: 'queuedRequest' },
	{ result: 'wait', simplify: false },
	{ result: 'wait', simplify: 'false' },
] as Array<Parameters<typeof check>[0]>)(
	'nobody looks in the books for what is not awaited: %j',
	(values) => {
		expect(check(values)).toThrow("When the Outcome Is Unknown can't be used");
		expect(check(values, 'fail')).not.toThrow();
	},
);

it('what is awaited may be looked for', () => {
	expect(check({ result: 'wait', simplify: 'true' })).not.toThrow();
});
