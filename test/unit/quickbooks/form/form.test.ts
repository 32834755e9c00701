import { isOn, isOptionOn, optionsOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';

const TIMEZONE = 'UTC';
const field = { name: 'returnAll', displayName: 'Return All' };

test('a switch is looked up in the form, and that of an option under Options alone', () => {
	const form = { timezone: TIMEZONE, values: { returnAll: true, options: {} } };
	expect([isOn(form, field), isOptionOn(form, field)]).toEqual([true, false]);
	const inOptions = { timezone: TIMEZONE, values: { options: { returnAll: 'true' } } };
	expect([isOn(inOptions, field), isOptionOn(inOptions, field)]).toEqual([false, true]);
});

test('options that were left alone are none', () => {
	expect(optionsOf({ timezone: TIMEZONE, values: {} })).toEqual({});
	expect(isOptionOn({ timezone: TIMEZONE, values: {} }, field)).toBe(false);
});

test('what is neither on nor off is refused by the name of the field', () => {
	const form = { timezone: TIMEZONE, values: { options: { returnAll: 'perhaps' } } };
	expect(() => isOptionOn(form, field)).toThrow(FormError);
	expect(() => isOptionOn(form, field)).toThrow('Return All');
});
