import Big from 'big.js';

import { formatAmount } from '../amounts';
import { append, set, takeOut } from '../changes';
import { formatDateTime, secondsOf } from '../dates';
import { findById } from '../find';
import { touch, transactionId } from '../identifiers';
import { post, takeBack } from '../postings';
import { without } from '../records';
import { Refusal } from '../refusal';
import type { Line, Transaction } from '../sale-types';
import type { Company } from '../types';
import type { RecordContent } from '../value-types';
import {
	type Books,
	type Draft,
	type Found,
	isGroupLine,
	type LineSet,
	linesOf,
	referenceIn,
	textIn,
	type TransactionKind,
	type Writing,
} from './kind';
import { transactionKinds } from './kinds';
import { matchLines, overlay } from './lines';
import {
	appliedOf,
	carryOutOrders,
	forgetOrder,
	markOrder,
	openAmountOf,
	refreshLinks,
	setApplied,
	transactionsOf,
	unlinkAll,
	withLinkedLine,
} from './links';

/** The longest number that the next one is counted from. */
const MOST_DIGITS = 9;

/** Remembers a number, so that the next one of its series is higher. */
function countNumber(company: Company, kind: string, number: string | undefined): void {
	if (number === undefined || !/^\d+$/.test(number) || number.length > MOST_DIGITS) return;
	const last = company.lastRefNumbers[kind] ?? 0;
	if (Number(number) > last) set(company.lastRefNumbers, { [kind]: Number(number) });
}

/** The number of a new transaction. The next one is one more than any that there has ever been. */
function numberOf(
	company: Company,
	kind: TransactionKind,
	wanted: string | undefined,
): string | undefined {
	const { isNumbered, name } = kind;
	const number =
		wanted ?? (isNumbered ? String((company.lastRefNumbers[name] ?? 0) + 1) : undefined);
	countNumber(company, name, number);
	return number;
}

function requireOpenBooks(company: Company, kind: TransactionKind, date: string | undefined): void {
	const { closingDate } = company;
	if (closingDate === undefined || date === undefined || date > closingDate) return;
	throw new Refusal(3171, kind.label);
}

const requestParts = ['SetCredit', 'LinkToTxnID', 'DataExt', 'ApplyCheckToTxnAdd'];

/** What is not part of a record, although the request that writes it has it. */
function withoutRequests(content: RecordContent): RecordContent {
	return Object.fromEntries(
		Object.entries(content).filter(
			([name, value]) => value !== undefined && !requestParts.includes(name),
		),
	);
}

function book(books: Books, kind: TransactionKind, transaction: Transaction): void {
	setApplied({ kind, transaction }, appliedOf(transaction));
	post(books.company, kind.postings(transaction), books.moment);
	carryOutOrders(books, { kind, transaction }, 1);
	for (const payment of depositedPayments(books, kind, transaction)) {
		set(payment, { booked: { ...payment.booked, deposit: transaction.TxnID } });
	}
}

function unbook(books: Books, kind: TransactionKind, transaction: Transaction): void {
	takeBack(books.company, kind.postings(transaction), books.moment);
	carryOutOrders(books, { kind, transaction }, -1);
	for (const payment of depositedPayments(books, kind, transaction)) {
		set(payment, { booked: { ...payment.booked, deposit: undefined } });
	}
}

function depositedPayments(
	{ company }: Books,
	kind: TransactionKind,
	transaction: Transaction,
): Transaction[] {
	if (kind.name !== 'Deposit') return [];
	return linesOf(transaction, { ret: 'DepositLineRet' }).flatMap(({ booked }) => {
		const payment =
			findById(company.receivePayments, booked?.payment) ??
			findById(company.salesReceipts, booked?.payment);
		return payment ?? [];
	});
}

/** Books to write in, with the time of what is written. */
const open = (company: Company, moment: Date): Books => ({
	company,
	moment,
	kinds: transactionKinds,
});

function withLinkedLines(writing: Writing, kind: TransactionKind): Writing {
	const lines = Object.fromEntries(
		kind.lineSets.flatMap((each) => {
			const drafts = writing.lines[each.ret];
			return drafts
				? [[each.ret, drafts.map((draft) => withLinkedLine(writing, draft, each))]]
				: [];
		}),
	);
	return { ...writing, lines };
}

/** Adds a transaction to the company file. */
export function addTransaction(
	company: Company,
	kind: TransactionKind,
	draft: Draft,
	created: Date,
): Transaction {
	const books = open(company, created);
	const given = overlay(undefined, draft.fields);
	const writing = withLinkedLines(
		{ ...books, given, fields: withoutRequests(given), lines: draft.lines },
		kind,
	);
	set(company, { lastTransactionNumber: company.lastTransactionNumber + 1 });
	const number = company.lastTransactionNumber;
	const content = withoutRequests(kind.complete(writing));
	const transaction = {
		...content,
		TxnID: transactionId(number, created),
		TimeCreated: formatDateTime(created),
		TimeModified: formatDateTime(created),
		EditSequence: String(secondsOf(created)),
		TxnNumber: String(number),
		RefNumber: numberOf(company, kind, textIn(given, 'RefNumber')),
	} as Transaction;
	if (transaction.RefNumber === undefined) delete transaction.RefNumber;
	requireOpenBooks(company, kind, transaction.TxnDate);
	append(transactionsOf(books, kind), transaction);
	book(books, kind, transaction);
	kind.link?.(transaction, writing);
	return transaction;
}

/** Replaces the content of a record. */
function replace(transaction: Transaction, content: RecordContent): void {
	const gone = Object.keys(transaction).filter((name) => !(name in content));
	set(transaction, {
		...Object.fromEntries(gone.map((name) => [name, undefined])),
		...content,
	} as Partial<Transaction>);
}

/** The elements of a record that stay whatever its content is. */
function identityOf(transaction: Transaction): RecordContent {
	const { TxnID, TimeCreated, TimeModified, EditSequence, TxnNumber, LinkedTxn } = transaction;
	return { TxnID, TimeCreated, TimeModified, EditSequence, TxnNumber, LinkedTxn };
}

function requireStillCovered(found: Found, party: unknown): void {
	const { kind, transaction } = found;
	if (appliedOf(transaction).eq(0) || kind.settles === undefined) return;
	if (openAmountOf(found).lt(0)) {
		const amount = formatAmount(kind.total(transaction));
		throw new Refusal(
			3210,
			'Amount',
			amount,
			'The amount cannot be less than what has been applied.',
		);
	}
	const now = kind.entity && (transaction[kind.entity] as { ListID: string } | undefined)?.ListID;
	if (kind.entity && now !== party) {
		throw new Refusal(
			3210,
			kind.entity,
			now ?? '',
			'The transaction is linked to others of somebody else.',
		);
	}
}

/** Changes a transaction. What the request does not name stays; an empty element is cleared. */
export function changeTransaction(
	company: Company,
	{ kind, transaction }: Found,
	draft: Draft,
	moment: Date,
): void {
	const books = open(company, moment);
	requireOpenBooks(company, kind, transaction.TxnDate);
	const before: Transaction = { ...transaction };
	const party = kind.entity && (before[kind.entity] as { ListID: string } | undefined)?.ListID;
	const lines = Object.fromEntries(
		Object.entries(draft.lines).map(([ret, drafts]) => {
			const existing = linesOf(before, { ret });
			return [ret, matchLines(drafts, existing, (line) => linesOf(line, { ret }))];
		}),
	);
	unbook(books, kind, transaction);
	const fields = withoutRequests(overlay(before, draft.fields));
	const writing = withLinkedLines({ ...books, given: draft.fields, fields, lines, before }, kind);
	const content = without(withoutRequests(kind.complete(writing)), 'LinkedTxn');
	replace(transaction, {
		...content,
		...withoutRequests(identityOf(transaction)),
		...(kind.settles === 'payment' &&
			transaction.AppliedToTxnRet !== undefined && {
				AppliedToTxnRet: transaction.AppliedToTxnRet,
			}),
	});
	countNumber(company, kind.name, transaction.RefNumber);
	markOrder({ kind, transaction });
	requireOpenBooks(company, kind, transaction.TxnDate);
	book(books, kind, transaction);
	kind.link?.(transaction, writing);
	requireStillCovered({ kind, transaction }, party);
	requireSameInDeposit(kind, before, transaction);
	refreshLinks(books, { kind, transaction });
	touch(transaction, moment);
}

const isDeposited = (): Refusal =>
	new Refusal(
		3170,
		'payment',
		'This payment has been deposited.  Take it out of the deposit first.',
	);

function requireNotDeposited({ booked }: Transaction): void {
	if (booked.deposit !== undefined) throw isDeposited();
}

/** A deposited payment may change in everything that the deposit does not count on. */
function requireSameInDeposit(
	kind: TransactionKind,
	before: Transaction,
	transaction: Transaction,
): void {
	if (transaction.booked.deposit === undefined) return;
	const counted = (each: Transaction): string =>
		JSON.stringify([
			kind.total(each).toFixed(2),
			each.ExchangeRate,
			referenceIn(each, 'DepositToAccountRef')?.ListID,
			referenceIn(each, 'CustomerRef')?.ListID,
		]);
	if (counted(before) !== counted(transaction)) throw isDeposited();
}

const nothing = formatAmount(new Big(0));

/** The amounts in a record, which are nothing in a voided one. */
const AMOUNT_NAMES =
	/^(Amount|AmountDue|CreditAmount|TotalAmount|Subtotal|SalesTaxTotal|DepositTotal|ValueDifference|Cost|Rate)$|^(Amount|AmountDue|CreditAmount|TotalAmount|DepositTotal)InHomeCurrency$/;

function voidLine(line: Line, set: LineSet): Line {
	const content = voidAmounts(line) as Line;
	const inner = isGroupLine(line) && {
		[set.ret]: linesOf(line, set).map((each) => voidLine(each, set)),
	};
	const booked = without(line.booked ?? {}, 'cost', 'units', 'order', 'orderLine');
	const hasUnits = line.booked?.units !== undefined && { units: '0', cost: nothing };
	return {
		...content,
		...(line.Quantity !== undefined && { Quantity: '0' }),
		...(line.QuantityDifference !== undefined && { QuantityDifference: '0' }),
		...inner,
		...(line.booked && { booked: { ...booked, ...hasUnits } }),
	};
}

function voidAmounts(record: RecordContent): RecordContent {
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [
			name,
			typeof value === 'string' && AMOUNT_NAMES.test(name) ? nothing : value,
		]),
	);
}

/** Voids a transaction: it stays with amounts of nothing, and is linked to nothing any more. */
export function voidTransaction(company: Company, found: Found, moment: Date): void {
	const { kind, transaction } = found;
	const books = open(company, moment);
	requireOpenBooks(company, kind, transaction.TxnDate);
	requireNotDeposited(transaction);
	unlinkAll(books, found);
	unbook(books, kind, transaction);
	const lines = Object.fromEntries(
		kind.lineSets.map((each) => [
			each.ret,
			linesOf(transaction, each).map((line) => voidLine(line, each)),
		]),
	);
	const cashBack = transaction.CashBackInfoRet as RecordContent | undefined;
	const memo = transaction.Memo ?? '';
	replace(transaction, {
		...voidAmounts(transaction),
		...lines,
		...(cashBack && { CashBackInfoRet: voidAmounts(cashBack) }),
		...(kind.name !== 'JournalEntry' && {
			Memo: memo.startsWith('VOID:') ? memo : `VOID: ${memo}`.trimEnd(),
		}),
	});
	book(books, kind, transaction);
	touch(transaction, moment);
}

/** Deletes a transaction, and its links to others. */
export function deleteTransaction(company: Company, found: Found, moment: Date): void {
	const { kind, transaction } = found;
	const books = open(company, moment);
	requireOpenBooks(company, kind, transaction.TxnDate);
	requireNotDeposited(transaction);
	unlinkAll(books, found);
	unbook(books, kind, transaction);
	forgetOrder(books, found);
	takeOut(transactionsOf(books, kind), transaction);
	append(company.deletedTransactions, {
		type: kind.name,
		id: transaction.TxnID,
		TimeCreated: transaction.TimeCreated,
		TimeDeleted: formatDateTime(moment),
		...(transaction.RefNumber !== undefined && { label: transaction.RefNumber }),
	});
}
