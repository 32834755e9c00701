import type { IDataObject } from 'n8n-workflow';

import { byName, written } from '../../../../support/written';

/** An entry with lines of an account, a debit and a credit. */
const entry = (...lines: Array<[account: string, debit: unknown, credit: unknown]>): string =>
	written('journalEntry', 'create', {
		lines: {
			line: lines.map(([account, debit, credit]) => ({
				accountListId: byName(account),
				debit,
				credit,
			})) as IDataObject[],
		},
	});

const element = (name: string, account: string, amount: string): string =>
	`<${name}><AccountRef><FullName>${account}</FullName></AccountRef><Amount>${amount}</Amount></${name}>`;

test('debits and credits keep their order, and are added up to the cent', () => {
	expect(entry(['Fuel', '0.1', ''], ['Checking', '', '0.3'], ['Rent', 0.2, ''])).toBe(
		[
			'<JournalEntryAddRq><JournalEntryAdd>',
			element('JournalDebitLine', 'Fuel', '0.10'),
			element('JournalCreditLine', 'Checking', '0.30'),
			element('JournalDebitLine', 'Rent', '0.20'),
			'</JournalEntryAdd></JournalEntryAddRq>',
		].join(''),
	);
});

test('0 in the other column is no amount', () => {
	expect(entry(['Fuel', '100', '0'], ['Checking', 0, 100])).toContain(
		element('JournalDebitLine', 'Fuel', '100.00') +
			element('JournalCreditLine', 'Checking', '100.00'),
	);
});

test('an amount below zero is on the other side', () => {
	expect(entry(['Fuel', '-100', ''], ['Checking', 0, '-100.00'], ['Rent', '-0', ''])).toContain(
		element('JournalCreditLine', 'Fuel', '100.00') +
			element('JournalDebitLine', 'Checking', '100.00') +
			element('JournalDebitLine', 'Rent', '0.00'),
	);
	expect(() => entry(['Fuel', '-100', ''], ['Checking', '', '100'])).toThrow(
		'The debits add up to 0.00, but the credits to 200.00.',
	);
	expect(() => entry(['Fuel', '-100', '-100'])).toThrow('has both a Debit and a Credit.');
});

test('lines may come as JSON, and numbers with rounding noise are those that are meant', () => {
	const linesJson = [
		{ AccountRef: 'Fuel', Debit: 0.1 + 0.2, EntityRef: 'CalOil' },
		{ AccountRef: 'Checking', Credit: '0.30' },
	];
	expect(written('journalEntry', 'create', { specifyLines: 'json', linesJson })).toContain(
		[
			'<Amount>0.30</Amount><EntityRef><FullName>CalOil</FullName></EntityRef></JournalDebitLine>',
			element('JournalCreditLine', 'Checking', '0.30'),
		].join(''),
	);
	const withAmount = [{ ...linesJson[0], Amount: 1 }, linesJson[1]];
	expect(() =>
		written('journalEntry', 'create', { specifyLines: 'json', linesJson: withAmount }),
	).toThrow('Line 1 has an Amount beside its Debit or Credit.');
});

test('debits that do not equal the credits are refused with both sums', () => {
	expect(() => entry(['Fuel', '100', ''], ['Checking', '', '99.99'])).toThrow(
		expect.objectContaining({
			message: 'The debits add up to 100.00, but the credits to 99.99.',
			description:
				'Debits and credits of a journal entry must be equal. 0.01 is missing under Credit.',
		}),
	);
	expect(() =>
		entry(['Checking', '', '90071992547409.93'], ['Fuel', '90071992547409.92', '']),
	).toThrow('The debits add up to 90071992547409.92, but the credits to 90071992547409.93.');
});

test.each<[string, [string, unknown, unknown], string]>([
	['a debit and a credit', ['Fuel', '1', '1'], 'Line 1 has both a Debit and a Credit.'],
	['no amount', ['Fuel', '', ''], 'Line 1 has neither a Debit nor a Credit.'],
	['no account', ['', '1', ''], 'Line 1 has no Account.'],
	['a comma', ['Fuel', '1,50', ''], 'Line 1: Debit must be an amount such as 150.00'],
	['three decimals', ['Fuel', '', 1.505], 'Line 1: Credit must be an amount such as 150.00'],
])('a line with %s is refused', (_, line, message) => {
	expect(() => entry(line)).toThrow(message);
});
