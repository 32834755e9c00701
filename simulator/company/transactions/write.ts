import Big from 'big.js';

import type { RuleName } from '../../../quickbooks/rules';
import { decimal, formatAmount } from '../amounts';
import { append, set, takeOut } from '../changes';
import { formatDateTime, secondsOf } from '../dates';
import { findById } from '../find';
import { follows, refusedBy, type Warn } from '../follow';
import { touch, transactionId } from '../identifiers';
import { post, takeBack } from '../postings';
import { without } from '../records';
import { Refusal } from '../refusal';
import type { Line, Transaction } from '../sale-types';
import type { Company } from '../types';
import type { RecordContent, RecordValue } from '../value-types';
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
	requireLinkedOnce,
	setApplied,
	transactionsOf,
	unlinkAll,
	withLinkedLine,
} from './links';
import { depositMark, isDeposited } from './to-deposit';

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
	const isCounted = isNumbered !== undefined && follows(company, isNumbered);
	const number =
		wanted ?? (isCounted ? String((company.lastRefNumbers[name] ?? 0) + 1) : undefined);
	countNumber(company, name, number);
	return number;
}

/** @param code the status of what the closed period refuses */
export function requireOpenBooks(
	company: Company,
	kind: TransactionKind,
	date: string | undefined,
	code: 3161 | 3171 = 3171,
): void {
	const { closingDate, dividingDate, mayWriteInClosedPeriod } = company;
	if (date === undefined) return;
	if (dividingDate !== undefined && date <= dividingDate) {
		throw refusedBy('accountants-copy', kind.name);
	}
	if (closingDate === undefined || mayWriteInClosedPeriod || date > closingDate) return;
	throw new Refusal(code, kind.name);
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
	markDeposited(books, kind, transaction, transaction.TxnID);
}

function unbook(books: Books, kind: TransactionKind, transaction: Transaction): void {
	takeBack(books.company, kind.postings(transaction), books.moment);
	carryOutOrders(books, { kind, transaction }, -1);
	markDeposited(books, kind, transaction, undefined);
}

/** Marks the parts of payments that a deposit holds as deposited, or as waiting again. */
function markDeposited(
	{ company }: Books,
	kind: TransactionKind,
	transaction: Transaction,
	deposit: string | undefined,
): void {
	if (kind.name !== 'Deposit') return;
	for (const { booked } of linesOf(transaction, { ret: 'DepositLineRet' })) {
		const payment =
			findById(company.receivePayments, booked?.payment) ??
			findById(company.salesReceipts, booked?.payment);
		if (!payment) continue;
		const mark = depositMark(payment, booked?.part ?? payment.TxnID);
		set(payment, { booked: { ...payment.booked, [mark]: deposit } });
	}
}

/** Books to write in, with the time of what is written. */
const open = (company: Company, moment: Date): Books => ({
	company,
	moment,
	kinds: transactionKinds,
});

function withLinkedLines(writing: Writing, kind: TransactionKind): Writing {
	requireLinkedOnce(writing);
	const lines = Object.fromEntries(
		kind.lineSets.flatMap((each) => {
			const drafts = writing.lines[each.ret];
			return drafts
				? [[each.ret, drafts.flatMap((draft) => withLinkedLine(writing, draft, each) ?? [])]]
				: [];
		}),
	);
	return { ...writing, lines };
}

/** Some transactions cannot be without lines, and a closed order gives none. */
function requireLines(
	kind: TransactionKind,
	content: RecordContent,
	warned: readonly RuleName[] = [],
): void {
	if (kind.lineSets.some((each) => linesOf(content, each).length > 0)) return;
	if (warned.includes('link-to-a-closed-order')) {
		throw refusedBy('link-to-a-closed-order-alone', kind.name);
	}
	if (kind.needsLines) throw refusedBy('empty-bill', kind.name);
}

/** What no amount in a company file reaches. */
const TOO_LARGE = new Big(10).pow(10);

/** Refuses what would have an amount with more digits than there is room for, in itself or in a line. */
function requireRoom(value: RecordValue | undefined, name = ''): void {
	if (typeof value === 'string') {
		if (!AMOUNT_NAMES.test(name) || decimal(value).abs().lt(TOO_LARGE)) return;
		throw refusedBy('amount-too-large', value, name);
	}
	for (const [key, part] of Object.entries(value ?? {})) {
		requireRoom(part as RecordValue | undefined, Array.isArray(value) ? name : key);
	}
}

/**
 * Adds a transaction to the company file.
 * @param warn is told what could not be done as the request says
 */
export function addTransaction(
	company: Company,
	kind: TransactionKind,
	draft: Draft,
	created: Date,
	warn: Warn = () => undefined,
): Transaction {
	const books = open(company, created);
	const given = overlay(undefined, draft.fields);
	const warned: RuleName[] = [];
	const warnOnce: Warn = (name, ...values) => {
		if (!warned.includes(name)) warn(name, ...values);
		warned.push(name);
	};
	const writing = withLinkedLines(
		{ ...books, given, fields: withoutRequests(given), lines: draft.lines, warn: warnOnce },
		kind,
	);
	set(company, { lastTransactionNumber: company.lastTransactionNumber + 1 });
	const number = company.lastTransactionNumber;
	const content = withoutRequests(kind.complete(writing));
	requireLines(kind, content, warned);
	requireRoom(content);
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
	if (kind.withoutMoney?.(transaction, writing)) return withoutIdentity(transaction);
	append(transactionsOf(books, kind), transaction);
	book(books, kind, transaction);
	kind.link?.(transaction, writing);
	return transaction;
}

/** What is answered where no transaction has been made. */
const withoutIdentity = (transaction: Transaction): Transaction =>
	without(
		transaction,
		'TxnID',
		'TimeCreated',
		'TimeModified',
		'EditSequence',
		'TxnNumber',
		'RefNumber',
	) as Transaction;

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
	warn: Warn = () => undefined,
): void {
	const books = open(company, moment);
	requireOpenBooks(company, kind, transaction.TxnDate);
	requireUndeposited(company, transaction);
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
	const writing = withLinkedLines(
		{ ...books, given: draft.fields, fields, lines, before, warn },
		kind,
	);
	const content = without(withoutRequests(kind.complete(writing)), 'LinkedTxn');
	requireRoom(content);
	requireLines(kind, content);
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

function requireNotDeposited(transaction: Transaction, act: 'voided' | 'deleted'): void {
	if (!isDeposited(transaction)) return;
	throw act === 'voided'
		? refusedBy('void-of-a-deposited-payment', 'payment')
		: refusedBy('deletion-of-a-deposited-payment', transaction.TxnID);
}

/** A deposited payment is locked, or at least what its deposit counts on. */
function requireUndeposited(company: Company, transaction: Transaction): void {
	if (!isDeposited(transaction) || !follows(company, 'deposited-payment-is-locked')) return;
	throw refusedBy('deposited-payment-is-locked', 'payment');
}

/** A deposited payment may change in everything that the deposit does not count on. */
function requireSameInDeposit(
	kind: TransactionKind,
	before: Transaction,
	transaction: Transaction,
): void {
	if (!isDeposited(transaction)) return;
	const counted = (each: Transaction): string =>
		JSON.stringify([
			kind.total(each).toFixed(2),
			each.ExchangeRate,
			referenceIn(each, 'DepositToAccountRef')?.ListID,
			referenceIn(each, 'CustomerRef')?.ListID,
		]);
	if (counted(before) !== counted(transaction)) {
		throw refusedBy('deposited-payment-is-locked', 'payment');
	}
}

const nothing = formatAmount(new Big(0));

/** The amounts in a record, which are nothing in a voided one. */
const AMOUNT_NAMES =
	/^(Amount|AmountDue|CreditAmount|TotalAmount|Subtotal|SalesTaxTotal|DepositTotal|ValueDifference|Cost|Rate|SuggestedDiscountAmount)$|^(Amount|AmountDue|CreditAmount|TotalAmount|DepositTotal)InHomeCurrency$/;

function voidLine(line: Line, set: LineSet): Line {
	const content = voidAmounts(line) as Line;
	const inner = isGroupLine(line) && {
		[set.ret]: linesOf(line, set).map((each) => voidLine(each, set)),
	};
	const undone = ['cost', 'units', 'order', 'orderLine', 'payment', 'part'];
	const booked = without(line.booked ?? {}, ...undone);
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
	requireNotDeposited(transaction, 'voided');
	if (
		kind.settles === 'charge' &&
		appliedOf(transaction).gt(0) &&
		!follows(company, 'void-of-a-paid-bill')
	) {
		throw new Refusal(3170, kind.name, 'It has been paid.');
	}
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
	requireOpenBooks(company, kind, transaction.TxnDate, 3161);
	requireNotDeposited(transaction, 'deleted');
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
