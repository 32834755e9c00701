import { takeWaiting } from '../../../../quickbooks/filledIn/paymentsToDeposit';

const waits = (TxnID: string, ...lines: Array<string | undefined>) =>
	lines.map((TxnLineID) => ({
		fields: { TxnID, ...(TxnLineID !== undefined && { TxnLineID }) },
	}));

const line = (PaymentTxnID: string, PaymentTxnLineID?: string, more: object = {}) => ({
	PaymentTxnID,
	...(PaymentTxnLineID !== undefined && { PaymentTxnLineID }),
	...more,
});

const money = { AccountRef: { FullName: 'Interest' }, Amount: '5.00' };

test.each([
	[
		'every waiting line, with what the line says',
		[line('A-1', undefined, { OverrideMemo: 'm' }), money],
		waits('A-1', 'L1', 'L2'),
		[line('A-1', 'L1', { OverrideMemo: 'm' }), line('A-1', 'L2', { OverrideMemo: 'm' }), money],
		[],
	],
	[
		'IDs in any case',
		[line('a-1'), line('b-1', 'l3')],
		[...waits('A-1', 'L1'), ...waits('B-1', 'L3')],
		[line('a-1', 'L1'), line('b-1', 'l3')],
		[],
	],
	['a waiting line without an ID', [line('A-1')], waits('A-1', undefined), [line('A-1')], []],
	[
		'the others beside a line that is named, in whichever order',
		[line('A-1'), line('A-1', 'L2')],
		waits('A-1', 'L1', 'L2'),
		[line('A-1', 'L1'), line('A-1', 'L2')],
		[],
	],
	[
		'a payment only once',
		[line('A-1'), line('A-1')],
		waits('A-1', 'L1'),
		[line('A-1', 'L1'), line('A-1')],
		['A-1'],
	],
	[
		'nothing of what does not wait',
		[line('A-1'), line('B-1', 'L9'), line('B-1')],
		waits('B-1', 'L3'),
		[line('A-1'), line('B-1', 'L9'), line('B-1', 'L3')],
		['A-1', 'B-1'],
	],
])('takes %s', (_what, lines, waiting, taken, missing) => {
	expect(takeWaiting({ Memo: 'x', DepositLineAdd: lines }, waiting)).toEqual({
		values: { Memo: 'x', DepositLineAdd: taken },
		missing,
	});
});
