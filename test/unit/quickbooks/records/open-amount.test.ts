import type { AnswerObject } from '../../../../quickbooks/qbxml/answerFromXml';
import { plausibleOpenAmount, withOpenAmount } from '../../../../quickbooks/records/openAmount';
import { simplified } from '../../../../quickbooks/records/simplify';

const paid = (Amount: string, LinkType = 'AMTTYPE') => ({ TxnID: '1-1', LinkType, Amount });

test.each<[string, AnswerObject, string | undefined]>([
	['a bill without links', { AmountDue: '100.00' }, '100.00'],
	['one link', { AmountDue: '100.00', LinkedTxn: paid('-40.00') }, '60.00'],
	['several', { AmountDue: '100.00', LinkedTxn: [paid('-40.00'), paid('-10.5')] }, '49.50'],
	[
		'that of all bills of the vendor',
		{ AmountDue: '100.00', OpenAmount: '812.00', LinkedTxn: [paid('-40.00')] },
		'60.00',
	],
	[
		'the order that a bill carries out',
		{ AmountDue: '100.00', LinkedTxn: [paid('-100.00', 'QUANTYPE')] },
		'100.00',
	],
	['a paid bill', { AmountDue: '100.00', IsPaid: true, OpenAmount: '812.00' }, '0.00'],
	['a credit', { CreditAmount: '30.00', LinkedTxn: [paid('10.00')] }, '20.00'],
	['a record without a total', { OpenAmount: '5.00' }, '5.00'],
	[
		'a link that can not be read',
		{ AmountDue: '100.00', OpenAmount: '5.00', LinkedTxn: [{ TxnID: '1-1' }] },
		'5.00',
	],
])('what is open: %s', (_what, fields, expected) => {
	expect(withOpenAmount({ type: 'Bill', fields }).fields.OpenAmount).toBe(expected);
});

test.each<[string, AnswerObject, string | undefined]>([
	['a part', { AmountDue: '100.00', OpenAmount: '40.00' }, '40.00'],
	['all', { AmountDue: '100.00', OpenAmount: '100.00' }, '100.00'],
	['that of all bills of the vendor', { AmountDue: '100.00', OpenAmount: '100.01' }, undefined],
	['more than a credit', { CreditAmount: '30.00', OpenAmount: '812.00' }, undefined],
	['of a paid bill', { AmountDue: '100.00', OpenAmount: '40.00', IsPaid: 'true' }, '0.00'],
	['of a paid bill that does not show it', { AmountDue: '100.00', IsPaid: true }, '0.00'],
	['of an open bill that does not show it', { AmountDue: '100.00', IsPaid: false }, undefined],
	['without a total', { OpenAmount: '812.00' }, '812.00'],
])('what may be open, without the links: %s', (_what, fields, expected) => {
	expect(plausibleOpenAmount({ type: 'Bill', fields })).toBe(expected);
	const shown = simplified({ type: 'Bill', fields }, ['AmountDue', 'OpenAmount']);
	expect(shown.OpenAmount).toBe(expected);
});
