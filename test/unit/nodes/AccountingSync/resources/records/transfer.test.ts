import type { IDataObject } from 'n8n-workflow';

import { byName, written } from '../../../../support/written';

const create = (filledIn: IDataObject) =>
	written('transfer', 'create', {
		transferFromAccountListId: byName('Checking'),
		transferToAccountListId: byName('Savings'),
		transactionDate: '2026-01-15',
		amount: '75.5',
		...filledIn,
	});

test('a transfer names both accounts and the amount', () => {
	expect(create({ additionalFields: { memo: 'Reserve' } })).toBe(
		'<TransferAddRq><TransferAdd><TxnDate>2026-01-15</TxnDate>' +
			'<TransferFromAccountRef><FullName>Checking</FullName></TransferFromAccountRef>' +
			'<TransferToAccountRef><FullName>Savings</FullName></TransferToAccountRef>' +
			'<Amount>75.50</Amount><Memo>Reserve</Memo></TransferAdd></TransferAddRq>',
	);
});

test.each<[label: string, empty: IDataObject]>([
	['From Account', { transferFromAccountListId: byName('') }],
	['To Account', { transferToAccountListId: byName('') }],
	['Amount', { amount: '' }],
])('a transfer without %s is refused, although qbXML takes it', (label, empty) => {
	expect(() => create(empty)).toThrow(`${label} is missing.`);
});
