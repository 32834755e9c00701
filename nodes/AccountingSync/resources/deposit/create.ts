import {
	depositAsFilledIn,
	notWaiting,
	paymentLinesIn,
	takeWaiting,
	WAITING_QUERY,
} from '../../../../quickbooks/filledIn/paymentsToDeposit';
import { type Form, optionsOf } from '../../../../quickbooks/form/form';
import { recordsIn } from '../../../../quickbooks/qbxml/answer';
import { deposit, ONLY_THE_FIRST } from '../../../../quickbooks/records/deposit';
import type { RecordForm } from '../../../../quickbooks/records/record';
import { orderIdentifier } from '../../operations/fields/orderNumber';
import { readRequest } from '../../operations/requestDocument';
import { createRecord } from '../records/createRecord';
import type { ReadsFirst } from '../records/settling/readsFirst';

const paymentsIn = (filledIn: Form) => paymentLinesIn(deposit.form as RecordForm, filledIn);

/** Whether the request has an identifier that the queue is not asked for. Only a first request can have one. */
function hasOwnIdentifier(form: Form): boolean {
	const { customRequestId, ifAlreadyQueued } = optionsOf(form);
	return (customRequestId ?? '') !== '' || ifAlreadyQueued === 'queueAnyway';
}

/**
 * What waits to be deposited is read before a deposit of payments is written. A deposit that is not waited for, or has an
 * identifier of the user's, goes out as it was filled in.
 */
const readsFirst: ReadsFirst = {
	isNeeded: (filledIn) =>
		filledIn.values.result !== 'queuedRequest' &&
		!hasOwnIdentifier(filledIn) &&
		paymentsIn(filledIn).length > 0,
	hintWithout: (filledIn) =>
		paymentsIn(filledIn).some(({ PaymentTxnLineID: line }) => line === undefined)
			? `${ONLY_THE_FIRST} To deposit all of them, choose Wait under Result, and use Order Number instead of Custom Request ID.`
			: undefined,
	requests: (asking) => [
		readRequest(asking, { name: `${WAITING_QUERY}Rq`, values: {} }, 'Deposit'),
	],
	complete: (values, answers) => {
		const { values: completed, missing } = takeWaiting(values, answers.flatMap(recordsIn));
		return { values: completed, ...(missing.length > 0 && { missing }) };
	},
	asFilledIn: depositAsFilledIn,
	// What an order has deposited doesn't wait any more. The queue is asked for the order first, and QuickBooks refuses what can't be.
	isRefusedByQuickBooks: (filledIn) => orderIdentifier(filledIn, deposit.value) !== undefined,
	error: notWaiting,
};

export const createDeposit = createRecord(deposit, { readsFirst });
