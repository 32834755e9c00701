import {
	fillsInCreditsAlone,
	madeNoPayment,
	requestsCreditsAlone,
} from '../../../../quickbooks/books/creditsAlone';
import { readRequestXml } from '../../../../quickbooks/qbxml/requestXml';

const credit = { 'SetCredit.CreditTxnID': '1-1', 'SetCredit.AppliedAmount': '5.00' };

const inXml = (values: Record<string, unknown>): string =>
	Object.entries(values)
		.map(([path, value]) => {
			const [name, inner] = path.split('.');
			return `<${name}>${inner === undefined ? String(value) : `<${inner}>${String(value)}</${inner}>`}</${name}>`;
		})
		.join('');

test.each<[what: string, total: string | undefined, applied: object[], isAlone: boolean]>([
	['a credit', undefined, [credit], true],
	['a credit and an amount of zero', '0.00', [{ ...credit, PaymentAmount: '0.00' }], true],
	['several credits', '0', [credit, credit], true],
	['money', undefined, [{ PaymentAmount: '5.00' }], false],
	['a credit beside money', undefined, [{ ...credit, PaymentAmount: '5.00' }], false],
	[
		'a credit for one, and money for another',
		undefined,
		[credit, { PaymentAmount: '5.00' }],
		false,
	],
	['a credit, and a total that pays nothing yet', '5.00', [credit], false],
	["a credit, and a total that can't be read", 'five', [credit], false],
	['a discount', '0.00', [{ DiscountAmount: '5.00' }], false],
	['nothing', '0.00', [], false],
])('%s: credits alone', (_what, total, applied, isAlone) => {
	const own = { ...(total !== undefined && { TotalAmount: total }) };
	expect(fillsInCreditsAlone({ ...own, AppliedToTxnAdd: applied as never })).toBe(isAlone);
	const { root } = readRequestXml(
		`<QBXML>${inXml(own)}${applied.map((one) => `<AppliedToTxnAdd>${inXml({ ...one })}</AppliedToTxnAdd>`).join('')}</QBXML>`,
	);
	expect(requestsCreditsAlone(root)).toBe(isAlone);
});

test.each<[what: string, requestType: string, fields: object | undefined, isNone: boolean]>([
	['no record', 'ReceivePaymentAdd', undefined, true],
	['a record without an ID', 'BillPaymentCheckAdd', { Amount: '0.00' }, true],
	[
		'a record with an ID over nothing',
		'ReceivePaymentAdd',
		{ TxnID: '1-1', TotalAmount: '0.00' },
		false,
	],
	['a record without an ID over money', 'ReceivePaymentAdd', { TotalAmount: '5.00' }, false],
	['an invoice without a record', 'InvoiceAdd', undefined, false],
])('%s is an answer to a payment that was not made', (_what, requestType, fields, isNone) => {
	const ret = `${requestType.replace(/Add$/, '')}Ret`;
	const content = { '@statusCode': '0', ...(fields && { [ret]: fields }) };
	expect(madeNoPayment({ requestType, content } as never)).toBe(isNone);
});
