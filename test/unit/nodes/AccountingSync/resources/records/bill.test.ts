import { byName, written } from '../../../../support/written';

const vendorListId = byName('CalOil');
const paper = { accountListId: byName('Office Supplies'), amount: '12.5', memo: 'Paper' };

test('a bill has what is booked on accounts before what is bought as items', () => {
	const values = {
		vendorListId,
		transactionDate: '2026-03-05T00:00:00',
		refNumber: 'R-1',
		expenseLines: { line: [{ ...paper, additionalFields: { billableStatus: 'NotBillable' } }] },
		itemLines: {
			line: [
				{ itemListId: byName('Door'), quantity: '2', cost: '40' },
				{
					quantity: '1',
					additionalFields: {
						itemGroupListId: byName('Door Set'),
						inventorySiteListId: byName('Main'),
					},
				},
			],
		},
	};
	expect(written('bill', 'create', values)).toBe(
		[
			'<BillAddRq><BillAdd><VendorRef><FullName>CalOil</FullName></VendorRef>',
			'<TxnDate>2026-03-05</TxnDate><RefNumber>R-1</RefNumber>',
			'<ExpenseLineAdd><AccountRef><FullName>Office Supplies</FullName></AccountRef>',
			'<Amount>12.50</Amount><Memo>Paper</Memo>',
			'<BillableStatus>NotBillable</BillableStatus></ExpenseLineAdd>',
			'<ItemLineAdd><ItemRef><FullName>Door</FullName></ItemRef>',
			'<Quantity>2</Quantity><Cost>40</Cost></ItemLineAdd>',
			'<ItemGroupLineAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef>',
			'<Quantity>1</Quantity>',
			'<InventorySiteRef><FullName>Main</FullName></InventorySiteRef></ItemGroupLineAdd>',
			'</BillAdd></BillAddRq>',
		].join(''),
	);
});

test('a line of either kind is enough, and so is a purchase order that brings its lines', () => {
	const linkToTxnId = ['5B1A-1', '5B1A-2'];
	expect(written('bill', 'create', { vendorListId, additionalFields: { linkToTxnId } })).toBe(
		[
			'<BillAddRq><BillAdd><VendorRef><FullName>CalOil</FullName></VendorRef>',
			'<LinkToTxnID>5B1A-1</LinkToTxnID><LinkToTxnID>5B1A-2</LinkToTxnID></BillAdd></BillAddRq>',
		].join(''),
	);
	const lines = { specifyLines: 'json', expenseLinesJson: '[]' };
	const itemLinesJson = [{ 'LinkToTxn.TxnID': '5B1A-1' }];
	expect(() => written('bill', 'create', { vendorListId, ...lines })).toThrow(
		'Nothing is filled in under Expense Lines or Item Lines.',
	);
	expect(() => written('bill', 'create', { vendorListId, ...lines, itemLinesJson })).toThrow(
		'Purchase Order Line is missing',
	);
});

test.each([
	[
		'an expense without an account',
		{ expenseLines: { line: [{ amount: '3' }] } },
		'Expense Line 1 has no Account.',
	],
	[
		'a line of a purchase order with an item',
		{
			itemLines: {
				line: [
					{
						itemListId: byName('Door'),
						additionalFields: { linkToTxnTxnId: '5B1A-1', linkToTxnTxnLineId: '5B1C-1' },
					},
				],
			},
		},
		'Item Line 1 has a Purchase Order and an Item too.',
	],
	[
		'a purchase order that comes whole and by a line',
		{
			itemLines: {
				line: [{ additionalFields: { linkToTxnTxnId: '5b1a-1', linkToTxnTxnLineId: '5B1C-1' } }],
			},
			additionalFields: { linkToTxnId: ['5B1A-1'] },
		},
		'The purchase order 5b1a-1 stands under Purchase Orders and in a line too.',
	],
	[
		'an amount that is none',
		{ expenseLines: { line: [{ ...paper, amount: 'much' }] } },
		'Expense Line 1: Amount must be an amount such as 150.00, but it is "much".',
	],
	[
		'a group of items with a text',
		{
			itemLines: {
				line: [{ description: 'A', additionalFields: { itemGroupListId: byName('Door Set') } }],
			},
		},
		'Item Line 1 has an Item Group and Description too.',
	],
])('%s is refused', (_, lines, message) => {
	expect(() => written('bill', 'create', { vendorListId, ...lines })).toThrow(message);
});

test('bills are asked for by vendor and by whether they are paid', () => {
	const filters = { vendorListId, paidStatus: 'NotPaidOnly', dueDateTo: '2026-03-31' };
	expect(written('bill', 'query', { filters })).toBe(
		[
			'<BillQueryRq><EntityFilter><FullName>CalOil</FullName></EntityFilter>',
			'<PaidStatus>NotPaidOnly</PaidStatus></BillQueryRq>',
		].join(''),
	);
});
