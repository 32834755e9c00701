import { type AnyRecord, recordsOf } from '../../company/lists/kind';
import { listKinds } from '../../company/lists/kinds';
import type { Line, Transaction } from '../../company/sale-types';
import { isGroupLine, linesOf } from '../../company/transactions/kind';
import { transactionKinds } from '../../company/transactions/kinds';
import type { Company } from '../../company/types';

interface TransactionWithLines {
	transaction: Transaction;
	lines: Line[];
}

/** The records of a ListDataExtType; undefined when the company file has none. */
export function recordsOfType(company: Company, type: string): AnyRecord[] | undefined {
	if (type === 'Item') return company.items as AnyRecord[];
	const kind = listKinds.get(type);
	return kind && recordsOf(company, kind);
}

/** The transactions of a TxnDataExtType; undefined when the company file has none. */
export function transactionsOfType(
	company: Company,
	type: string,
): TransactionWithLines[] | undefined {
	const kind = transactionKinds.get(type);
	if (kind === undefined) return undefined;
	return (company[kind.list] as Transaction[]).map((transaction) => ({
		transaction,
		lines: kind.lineSets.flatMap((set) =>
			linesOf(transaction, set).flatMap((line) =>
				isGroupLine(line) ? [line, ...linesOf(line, set)] : [line],
			),
		),
	}));
}
