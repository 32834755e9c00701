import { voidingOf } from '../../../../quickbooks/books/voiding';
import type { AnswerObject } from '../../../../quickbooks/qbxml/answerFromXml';

const invoice: AnswerObject = {
	Memo: 'x',
	Subtotal: '80.00',
	SalesTaxTotal: '6.00',
	BalanceRemaining: '86.00',
	InvoiceLineRet: [{ TxnLineID: '2-1', Quantity: '1', Amount: '80.00' }],
};
const nothing: AnswerObject = {
	Subtotal: '0.00',
	SalesTaxTotal: '0.00',
	InvoiceLineRet: [{ TxnLineID: '2-1', Quantity: '0', Amount: '0.00' }],
};
const entry = (debit: string): AnswerObject => ({ JournalDebitLine: { Amount: debit } });

test.each<[string, AnswerObject | undefined, AnswerObject, ReturnType<typeof voidingOf>]>([
	['amounts of zero and its memo', invoice, { ...nothing, Memo: 'VOID: x' }, 'voided'],
	['amounts of zero that were others', invoice, { ...nothing, Memo: 'x' }, 'voided'],
	[
		'a discount that its terms suggest all the same',
		invoice,
		{ ...nothing, SuggestedDiscountAmount: '1.72' },
		'voided',
	],
	['one of zero from the beginning', nothing, nothing, 'unclear'],
	[
		'one of zero from the beginning that was voided',
		nothing,
		{ ...nothing, Memo: 'VOID:' },
		'voided',
	],
	['a memo alone', invoice, { ...invoice, Memo: 'VOID: x' }, 'notVoided'],
	[
		'one line that is left',
		invoice,
		{ ...nothing, InvoiceLineRet: invoice.InvoiceLineRet },
		'notVoided',
	],
	[
		'its memo, where nobody knows what was before',
		undefined,
		{ ...nothing, Memo: 'void: x' },
		'voided',
	],
	['no memo, where nobody knows what was before', undefined, nothing, 'unclear'],
	[
		'another memo, where nobody knows what was before',
		undefined,
		{ ...nothing, Memo: 'Voided?' },
		'unclear',
	],
	['an answer without amounts', invoice, { Memo: 'VOID: x' }, 'unclear'],
	['an amount that is left empty', invoice, { ...nothing, Subtotal: '', Memo: 'VOID:' }, 'voided'],
	['an amount that is no number', invoice, { ...nothing, Subtotal: '1,00' }, 'notVoided'],
	['zero, however it is written', invoice, { Subtotal: 0, SalesTaxTotal: '-0.000' }, 'voided'],
	['the amounts of lines alone', entry('5.00'), entry('0.00'), 'voided'],
])('whether it is voided: %s', (_, before, now, expected) => {
	expect(voidingOf(now, before)).toBe(expected);
});
