import type Big from 'big.js';

import type { Warn } from '../follow';
import type { Posting } from '../postings';
import type { Line, Transaction } from '../sale-types';
import type { Company, transactionLists } from '../types';
import type { RecordContent } from '../value-types';

/** The lists of transactions in a company file. */
type TransactionList = 'invoices' | 'creditMemos' | 'estimates' | (typeof transactionLists)[number];

/** One series of lines of a transaction. Groups of lines stand among the others, as they do in the transaction. */
export interface LineSet {
	/** The element of a line in answers, under which all of them are kept. */
	ret: string;
	/** The element of a group in answers. */
	group?: string;
	/** The elements of lines in requests that add: a line, and a group. */
	add: readonly string[];
	/** The same in requests that change. */
	mod: readonly string[];
	/** The element that takes all lines out. */
	clear?: string;
}

/** A line as requested. */
export interface LineDraft {
	/** The element it stands in. */
	element: string;
	given: RecordContent;
	/** The line that it changes. */
	before?: Line;
	/** Whether QuickBooks itself writes it, as the opening balance of a customer, which has no item. */
	isOpening?: boolean;
	/** The lines of a group that is changed. */
	lines?: LineDraft[];
}

/** A transaction as requested, with all references resolved. */
export interface Draft {
	/** Its elements besides the lines. An empty text clears an element. */
	fields: RecordContent;
	/** The lines of each set by the name of their element in answers. Without a set, its lines stay. */
	lines: Record<string, LineDraft[]>;
}

/** A company file that is written to. */
export interface Books {
	company: Company;
	moment: Date;
	/** All kinds of transactions, by name. */
	kinds: ReadonlyMap<string, TransactionKind>;
}

/** What a kind of transaction is completed from. */
export interface Writing extends Books {
	/** What this request says. */
	given: RecordContent;
	/** What stood there before, and on top what this request says. */
	fields: RecordContent;
	lines: Record<string, LineDraft[]>;
	before?: Transaction;
	warn: Warn;
}

/** What somebody owes by a transaction: nothing if nobody does. */
export interface Debt {
	party?: string;
	account?: string;
	amount: Big;
}

/** One kind of transaction. */
export interface TransactionKind {
	/** As in `InvoiceAdd`, in `InvoiceRet`, and in what QuickBooks says of it. */
	name: string;
	list: TransactionList;
	/** The element that names whom it is with. */
	entity?: 'CustomerRef' | 'VendorRef' | 'PayeeEntityRef' | 'EntityRef';
	lineSets: readonly LineSet[];
	/** Whether it cannot be without lines. */
	needsLines?: true;
	/** The rule by which it gets the next number of its series if it has none. */
	isNumbered?: 'numbers-by-itself' | 'numbers-of-sales';
	/** Works out everything that is not requested. */
	complete: (writing: Writing) => RecordContent;
	/** What it does to the accounts. It depends on nothing but the transaction. */
	postings: (transaction: Transaction) => Posting[];
	/** Its amount in its currency. */
	total: (transaction: Transaction) => Big;
	/** What it shows of the part of its amount that is still open. */
	open?: (transaction: Transaction, applied: Big) => RecordContent;
	/** Of what is more than a debt: whose debt it is besides, on which account, and how much. */
	owed?: (transaction: Transaction) => Debt;
	/** Whether it settles others, is settled by others, or is a credit. */
	settles?: 'payment' | 'charge' | 'credit';
	/**
	 * Carries out an addition that makes no transaction, although one has been worked out for it. Says whether it was such a one.
	 */
	withoutMoney?: (transaction: Transaction, writing: Writing) => boolean;
	/** Makes links that the request asks for, once the transaction is booked. */
	link?: (transaction: Transaction, writing: Writing) => void;
	/** What a voided one has besides amounts of nothing. */
	voided?: (transaction: Transaction) => RecordContent;
}

/** A transaction with its kind. */
export interface Found {
	kind: TransactionKind;
	transaction: Transaction;
}

/** The lines of a transaction in one set. */
export const linesOf = (transaction: RecordContent, { ret }: Pick<LineSet, 'ret'>): Line[] =>
	(transaction[ret] ?? []) as Line[];

/** All lines of a transaction, those in groups instead of the groups. */
export const allLinesOf = (kind: TransactionKind, transaction: Transaction): Line[] =>
	kind.lineSets.flatMap((set) =>
		linesOf(transaction, set).flatMap((line) => plainLines(set, line)),
	);

/** A line itself, or the lines of a group. */
export const plainLines = (set: Pick<LineSet, 'ret'>, line: Line): Line[] =>
	isGroupLine(line) ? linesOf(line, set) : [line];

/** Whether a line is a group of lines. */
export const isGroupLine = (line: RecordContent): boolean => line.ItemGroupRef !== undefined;

/** A text in a record. */
export function textIn(record: RecordContent, name: string): string | undefined {
	const value = record[name];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A reference in a record. */
export function referenceIn(
	record: RecordContent,
	name: string,
): { ListID: string; FullName: string } | undefined {
	const value = record[name];
	return typeof value === 'object' && !Array.isArray(value) && value.ListID !== undefined
		? (value as { ListID: string; FullName: string })
		: undefined;
}
