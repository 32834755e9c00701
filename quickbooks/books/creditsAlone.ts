import type { ValuesByPath } from '../filledIn/recordValues';
import { recordsIn } from '../qbxml/answer';
import { type AnswerElement, isObject } from '../qbxml/answerFromXml';
import type { RequestElement } from '../qbxml/requestXml';
import { centsOf, totalOf } from '../qbxml/totals';
import { textOf } from './wanted';

/*
 * A payment that uses credits and pays no money is none: QuickBooks links the credits to the invoices or bills, its answer has no
 * TxnID, and no query ever shows a record of it.
 */

const payments: ReadonlySet<string> = new Set([
	'ReceivePaymentAdd',
	'BillPaymentCheckAdd',
	'BillPaymentCreditCardAdd',
]);
const APPLIED = 'AppliedToTxnAdd';

/** Whether an amount that was given means money. What can't be read may. */
const isMoney = (amount: unknown): boolean => amount !== undefined && centsOf(amount) !== 0n;

interface Application {
	money: unknown;
	hasCredit: boolean;
}

const areCreditsAlone = (total: unknown, applications: readonly Application[]): boolean =>
	!isMoney(total) &&
	applications.some(({ hasCredit }) => hasCredit) &&
	applications.every(({ money }) => !isMoney(money));

/** Whether a request, by what it writes, only applies credits. */
export const requestsCreditsAlone = (values: RequestElement): boolean =>
	areCreditsAlone(
		textOf(values, 'TotalAmount'),
		values.children
			.filter(({ name }) => name === APPLIED)
			.map((one) => ({
				money: textOf(one, 'PaymentAmount'),
				hasCredit: one.children.some(({ name }) => name === 'SetCredit'),
			})),
	);

/** Whether a form, by its values by path, only applies credits. */
export function fillsInCreditsAlone({ TotalAmount, [APPLIED]: applied }: ValuesByPath): boolean {
	const applications = (Array.isArray(applied) ? applied : []) as ValuesByPath[];
	return areCreditsAlone(
		TotalAmount,
		applications.map((one) => ({
			money: one.PaymentAmount,
			hasCredit: Object.keys(one).some((path) => path.split('.')[0] === 'SetCredit'),
		})),
	);
}

/** Whether an answer that is no refusal is that to a payment of which QuickBooks has made no record. */
export function madeNoPayment(element: AnswerElement): boolean {
	if (!payments.has(element.requestType)) return false;
	const [{ fields } = { fields: element.content }] = recordsIn(element);
	return isObject(fields) && fields.TxnID === undefined && !isMoney(totalOf(fields));
}
