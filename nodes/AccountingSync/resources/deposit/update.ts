import {
	addsPayment,
	WAITING_QUERY,
	withAllWaiting,
} from '../../../../quickbooks/filledIn/paymentsToDeposit';
import { deposit } from '../../../../quickbooks/records/deposit';
import { updateRecord } from '../records/updateRecord';

/** What waits to be deposited is read with the deposit to which payments are added. */
export const updateDeposit = updateRecord(deposit, {
	readsBeside: { isNeeded: addsPayment, query: WAITING_QUERY, complete: withAllWaiting },
});
