import type Big from 'big.js';

import { decimal } from '../amounts';
import { findById } from '../find';
import type { Transaction } from '../sale-types';
import type { Company } from '../types';
import { allLinesOf, type Found, referenceIn, type TransactionKind } from './kind';

/** A part of a payment or a sales receipt that goes to Undeposited Funds, and from there into a deposit. */
export interface DepositablePart extends Found {
	/** Names the part within its transaction. What a transaction takes in as a whole has the transaction's own ID. */
	lineId: string;
	/** In its currency. */
	amount: Big;
}

/** The kinds of transactions that bring what is deposited later. */
const bringing = ['ReceivePayment', 'SalesReceipt'];

/** Under which name a transaction keeps the deposit that a part of it is in. */
export const depositMark = (transaction: Transaction, lineId: string): string =>
	lineId === transaction.TxnID ? 'deposit' : `deposit of ${lineId}`;

/** Whether any part of a transaction is in a deposit. */
export const isDeposited = ({ booked }: Transaction): boolean =>
	Object.entries(booked).some(
		([name, value]) => value !== undefined && /^deposit($| of )/.test(name),
	);

/**
 * The parts of a transaction that go through Undeposited Funds: what it takes in as a whole, and then each line with a payment item,
 * which takes its amount out of the total.
 */
function partsOf(company: Company, { kind, transaction }: Found): DepositablePart[] {
	const isFunds = (id: string | undefined): boolean =>
		findById(company.accounts, id)?.SpecialAccountType === 'UndepositedFunds';
	const whole = isFunds(referenceIn(transaction, 'DepositToAccountRef')?.ListID)
		? [{ kind, transaction, lineId: transaction.TxnID, amount: kind.total(transaction) }]
		: [];
	const lines = allLinesOf(kind, transaction)
		.filter(({ booked }) => isFunds(booked?.account))
		.map(({ TxnLineID, Amount }) => ({
			kind,
			transaction,
			lineId: TxnLineID,
			amount: decimal(Amount ?? '0').times(-1),
		}));
	return [...whole, ...lines].filter(({ amount }) => amount.gt(0));
}

/**
 * What waits to be deposited, payments first, each with its parts in their order.
 * @param deposit A deposit whose own parts count as waiting, since it is being changed.
 */
export function waitingParts(
	company: Company,
	kinds: ReadonlyMap<string, TransactionKind>,
	deposit?: string,
): DepositablePart[] {
	return bringing.flatMap((name) => {
		const kind = kinds.get(name);
		return ((kind ? company[kind.list] : []) as Transaction[]).flatMap((transaction) =>
			kind
				? partsOf(company, { kind, transaction }).filter(({ lineId }) => {
						const { [depositMark(transaction, lineId)]: own } = transaction.booked;
						return own === undefined || own === deposit;
					})
				: [],
		);
	});
}
