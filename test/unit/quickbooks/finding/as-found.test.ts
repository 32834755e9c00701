import { asFound } from '../../../../quickbooks/finding/asFound';

const fields = { ListID: '8-1', FullName: 'Cook', EditSequence: '7', Salutation: 'Ms.' };
const shown = (values: { simplify?: boolean | string }, type = 'Customer') =>
	asFound({ values, timezone: 'UTC' })({ type, fields });

it.each([{}, { simplify: true }, { simplify: 'true' }])('is simplified for %j', (values) => {
	expect(shown(values)).not.toHaveProperty('Salutation');
});

it.each([{ simplify: false }, { simplify: 'false' }])('is the whole record for %j', (values) => {
	expect(shown(values)).toEqual(fields);
});

it('is the whole record if that is none of the nodes', () => {
	expect(shown({}, 'Fish')).toEqual(fields);
});
