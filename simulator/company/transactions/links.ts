import Big from 'big.js';

import { decimal, formatAmount, formatQuantity } from '../amounts';
import { set } from '../changes';
import { findById } from '../find';
import { touch } from '../identifiers';
import { post, takeBack } from '../postings';
import { without } from '../records';
import { Refusal } from '../refusal';
import type { Line, LinkedTransaction, Transaction } from '../sale-types';
import type { RecordContent, Reference } from '../value-types';
import {
	allLinesOf,
	type Books,
	type Found,
	type LineDraft,
	type LineSet,
	linesOf,
	plainLines,
	referenceIn,
	textIn,
	type Writing,
} from './kind';

/** The transactions of a kind. */
export const transactionsOf = (
	{ company }: Pick<Books, 'company'>,
	{ list }: Pick<Found['kind'], 'list'>,
): Transaction[] => company[list] as Transaction[];

/** The transaction with this TxnID, of whatever kind. */
export function findTransaction(books: Books, id: string | undefined): Found | undefined {
	for (const kind of books.kinds.values()) {
		const transaction = findById(transactionsOf(books, kind), id);
		if (transaction) return { kind, transaction };
	}
	return undefined;
}

function requireTransaction(books: Books, id: string): Found {
	const found = findTransaction(books, id);
	if (found === undefined) throw new Refusal(3120, id);
	return found;
}

/** How much of a transaction is settled, or of a payment or credit is used. */
export const appliedOf = ({ booked }: Transaction): Big => decimal(booked.applied ?? '0');

/** What is open of a transaction. */
export const openAmountOf = ({ kind, transaction }: Found): Big =>
	kind.total(transaction).minus(appliedOf(transaction));

/** Sets how much of a transaction is settled, and all that it shows of that. */
export function setApplied({ kind, transaction }: Found, applied: Big): void {
	set(transaction, {
		booked: { ...transaction.booked, applied: formatAmount(applied) },
		...kind.open?.(transaction, applied),
	});
}

/** Changes a booked transaction: what it does to the accounts is taken back, and done anew. */
function rebook(
	{ company, moment }: Books,
	{ kind, transaction }: Found,
	change: () => void,
): void {
	takeBack(company, kind.postings(transaction), moment);
	change();
	post(company, kind.postings(transaction), moment);
}

const linkTo = (
	{ kind, transaction }: Found,
	amount: Big,
	LinkType: string,
): LinkedTransaction => ({
	TxnID: transaction.TxnID,
	TxnType: kind.name,
	TxnDate: transaction.TxnDate,
	...(transaction.RefNumber !== undefined && { RefNumber: transaction.RefNumber }),
	LinkType,
	Amount: formatAmount(amount),
});

function addLink(transaction: Transaction, link: LinkedTransaction): void {
	set(transaction, { LinkedTxn: [...(transaction.LinkedTxn ?? []), link] });
}

/** Takes the links to a transaction out, and says what they came to. */
function takeLinks(transaction: Transaction, id: string, type: string): Big {
	const all = transaction.LinkedTxn ?? [];
	const gone = all.filter(({ TxnID, LinkType }) => TxnID === id && LinkType === type);
	const left = all.filter((link) => !gone.includes(link));
	set(transaction, { LinkedTxn: left.length > 0 ? left : undefined });
	return gone.reduce((sum, { Amount }) => sum.plus(decimal(Amount)), new Big(0));
}

interface Application {
	amount: Big;
	discount?: { amount: Big; account: Reference; class?: Reference };
}

/** Whether an application is one that a payment shows, and not the use of a credit. */
const showsApplications = ({ kind }: Found): boolean => kind.settles === 'payment';

function entityOf({ kind, transaction }: Found): string | undefined {
	return kind.entity && referenceIn(transaction, kind.entity)?.ListID;
}

function applicationRecord(target: Found, { amount, discount }: Application): RecordContent {
	const { kind, transaction } = target;
	return {
		TxnID: transaction.TxnID,
		TxnType: kind.name,
		TxnDate: transaction.TxnDate,
		RefNumber: transaction.RefNumber,
		Amount: formatAmount(amount),
		...(discount && {
			DiscountAmount: formatAmount(discount.amount),
			DiscountAccountRef: discount.account,
			DiscountClassRef: discount.class,
		}),
		booked: { entity: entityOf(target), rate: transaction.ExchangeRate },
	};
}

const invalidAmount = (field: string, amount: Big, why: string): Refusal =>
	new Refusal(3210, field, formatAmount(amount), why);

/** Whose charges a payment may settle: for a customer's job also the customers above it. A credit is for its own party alone. */
function partiesOf({ company }: Books, payer: Found, target: Found): Array<string | undefined> {
	const own = entityOf(target);
	const parties = [own];
	if (!showsApplications(payer)) return parties;
	let holder = findById(company.customers, own);
	while (holder?.ParentRef) {
		parties.push(holder.ParentRef.ListID);
		holder = findById(company.customers, holder.ParentRef.ListID);
	}
	return parties;
}

/**
 * Settles part of an invoice or a bill with a payment or a credit.
 * @param field the element of the request that has the amount
 */
export function applyTo(
	books: Books,
	payer: Found,
	target: Found,
	application: Application,
	field = 'PaymentAmount',
): void {
	const { amount, discount } = application;
	const settled = amount.plus(discount?.amount ?? 0);
	if (target.kind.settles !== 'charge' || target.transaction.IsPending === 'true') {
		throw new Refusal(
			3210,
			'TxnID',
			target.transaction.TxnID,
			'Nothing can be applied to this transaction.',
		);
	}
	if (!partiesOf(books, payer, target).includes(entityOf(payer))) {
		const { TxnID } = target.transaction;
		throw new Refusal(3210, 'TxnID', TxnID, 'The transaction is of somebody else.');
	}
	if (settled.gt(openAmountOf(target)) || amount.lt(0)) {
		throw invalidAmount(field, amount, 'You cannot apply more than the amount that is still open.');
	}
	if (amount.gt(openAmountOf(payer))) {
		throw invalidAmount(
			field,
			amount,
			'You cannot apply more than is left of the payment or the credit.',
		);
	}
	const change = (): void => {
		addLink(payer.transaction, linkTo(target, amount, 'AMTTYPE'));
		if (showsApplications(payer)) {
			const before = (payer.transaction.AppliedToTxnRet ?? []) as RecordContent[];
			set(payer.transaction, {
				AppliedToTxnRet: [...before, applicationRecord(target, application)],
			});
		}
		setApplied(payer, appliedOf(payer.transaction).plus(amount));
	};
	if (showsApplications(payer)) rebook(books, payer, change);
	else change();
	addLink(target.transaction, linkTo(payer, settled.times(-1), 'AMTTYPE'));
	setApplied(target, appliedOf(target.transaction).plus(settled));
	touch(target.transaction, books.moment);
	touch(payer.transaction, books.moment);
}

function unlink(books: Books, payer: Found, target: Found): void {
	const change = (): void => {
		const used = takeLinks(payer.transaction, target.transaction.TxnID, 'AMTTYPE');
		if (showsApplications(payer)) {
			const left = ((payer.transaction.AppliedToTxnRet ?? []) as RecordContent[]).filter(
				({ TxnID }) => TxnID !== target.transaction.TxnID,
			);
			set(payer.transaction, { AppliedToTxnRet: left.length > 0 ? left : undefined });
		}
		setApplied(payer, appliedOf(payer.transaction).minus(used));
	};
	if (showsApplications(payer)) rebook(books, payer, change);
	else change();
	const settled = takeLinks(target.transaction, payer.transaction.TxnID, 'AMTTYPE');
	setApplied(target, appliedOf(target.transaction).plus(settled));
	touch(target.transaction, books.moment);
	touch(payer.transaction, books.moment);
}

/** Takes a transaction's links to payments and credits, or to what it settles, apart. */
export function unlinkAll(books: Books, found: Found): void {
	const linked = new Set(
		(found.transaction.LinkedTxn ?? [])
			.filter(({ LinkType }) => LinkType === 'AMTTYPE')
			.map(({ TxnID }) => TxnID),
	);
	for (const id of linked) {
		const other = requireTransaction(books, id);
		if (found.kind.settles === 'charge') unlink(books, other, found);
		else unlink(books, found, other);
	}
}

/** Lets what a transaction is linked to show its number and its date as they are now. */
export function refreshLinks(books: Books, { transaction }: Found): void {
	const { TxnID, TxnDate, RefNumber } = transaction;
	const renewed = <T extends { TxnID?: unknown }>(links: T[]): T[] =>
		links.map((link) => (link.TxnID === TxnID ? { ...link, TxnDate, RefNumber } : link));
	for (const id of new Set(transaction.LinkedTxn?.map((link) => link.TxnID))) {
		const other = findTransaction(books, id)?.transaction;
		if (other === undefined) continue;
		const { LinkedTxn = [], AppliedToTxnRet: applied } = other;
		set(other, {
			LinkedTxn: renewed(LinkedTxn),
			...(applied !== undefined && {
				AppliedToTxnRet: renewed(applied as Array<{ TxnID?: string }>),
			}),
		});
	}
}

/** Uses the credits that the request names for an invoice, a bill, or what a payment is applied to. */
export function applyCredits(books: Books & { given: RecordContent }, target: Found): void {
	for (const credit of (books.given.SetCredit ?? []) as RecordContent[]) {
		const payer = requireTransaction(books, textIn(credit, 'CreditTxnID') ?? '');
		const amount = decimal(textIn(credit, 'AppliedAmount') ?? '0');
		if (payer.kind.settles === 'charge' || payer.kind.settles === undefined) {
			throw new Refusal(
				3210,
				'CreditTxnID',
				payer.transaction.TxnID,
				'This transaction is not a credit.',
			);
		}
		applyTo(books, payer, target, { amount }, 'AppliedAmount');
	}
}

/** How much of an order's line has been carried out, by the kind of order. */
const carriedOut: Readonly<Record<string, string>> = {
	SalesOrder: 'Invoiced',
	PurchaseOrder: 'ReceivedQuantity',
};

function openQuantityOf(order: Found, line: Line): Big {
	const ordered = decimal(line.Quantity ?? '1');
	const element = carriedOut[order.kind.name];
	return element === undefined ? ordered : ordered.minus(decimal(textIn(line, element) ?? '0'));
}

/** What a line takes over from the line of an order. A purchase order calls its rate what a bill calls cost. */
function takenOver(order: Found, line: Line, set: LineSet): RecordContent {
	const { Desc, UnitOfMeasure, ClassRef, SalesTaxCodeRef, Other1, Other2, ItemRef } = line;
	const isPurchase = order.kind.name === 'PurchaseOrder';
	const quantity = openQuantityOf(order, line);
	const isWhole = line.Quantity === undefined || quantity.eq(decimal(line.Quantity));
	const shared: RecordContent = {
		ItemRef,
		Desc,
		UnitOfMeasure,
		ClassRef,
		...(line.Quantity !== undefined && { Quantity: formatQuantity(quantity) }),
		...(isWhole && !textIn(line, 'RatePercent') && { Amount: line.Amount }),
		LinkToTxn: { TxnID: order.transaction.TxnID, TxnLineID: line.TxnLineID },
	};
	const known = isPurchase
		? { ...shared, Cost: line.Rate, CustomerRef: line.CustomerRef }
		: {
				...shared,
				Rate: line.Rate,
				RatePercent: line.RatePercent,
				SalesTaxCodeRef,
				Other1,
				Other2,
			};
	return {
		...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
		...(set.ret.startsWith('Item') && { BillableStatus: undefined }),
	};
}

const orderKinds: ReadonlySet<string> = new Set(['SalesOrder', 'Estimate', 'PurchaseOrder']);

function requireOrder(books: Books, id: string): Found {
	const order = requireTransaction(books, id);
	if (!orderKinds.has(order.kind.name)) {
		throw new Refusal(3210, 'LinkToTxnID', id, 'This transaction cannot be linked to.');
	}
	return order;
}

/** The lines of an order that are still open, as lines of what carries it out. */
export function openOrderLines(writing: Writing, id: string, set: LineSet): LineDraft[] {
	const order = requireOrder(writing, id);
	const open = allLinesOf(order.kind, order.transaction).filter(
		(line) => line.Amount === undefined || openQuantityOf(order, line).gt(0),
	);
	if (open.every(({ Amount }) => Amount === undefined)) {
		throw new Refusal(3210, 'LinkToTxnID', id, 'The transaction has already been closed.');
	}
	return open.map((line) => ({ element: set.add[0], given: takenOver(order, line, set) }));
}

/** Fills in what a line leaves to the line of an order that it is linked to. */
export function withLinkedLine(writing: Writing, draft: LineDraft, set: LineSet): LineDraft {
	const link = draft.given.LinkToTxn as { TxnID: string; TxnLineID: string } | undefined;
	if (link === undefined) return draft;
	const order = requireOrder(writing, link.TxnID);
	const line = allLinesOf(order.kind, order.transaction).find(
		({ TxnLineID }) => TxnLineID === link.TxnLineID,
	);
	if (line === undefined) throw new Refusal(3120, link.TxnLineID);
	const taken = takenOver(order, line, set);
	const priced = ['Quantity', 'Rate', 'Cost', 'RatePercent'].some((name) => draft.given[name]);
	return {
		...draft,
		given: { ...taken, ...(priced && { Amount: undefined }), ...draft.given },
	};
}

/** Marks an order as done if all its lines are. */
export function markOrder(order: Found): void {
	const lines = allLinesOf(order.kind, order.transaction).filter(
		({ Amount }) => Amount !== undefined,
	);
	const isDone = String(
		lines.length > 0 && lines.every((line) => openQuantityOf(order, line).lte(0)),
	);
	if (order.kind.name === 'SalesOrder') set(order.transaction, { IsFullyInvoiced: isDone });
	if (order.kind.name === 'PurchaseOrder') set(order.transaction, { IsFullyReceived: isDone });
}

function carryOutLine(order: Found, line: Line, quantity: Big): void {
	const element = carriedOut[order.kind.name];
	if (element === undefined) return;
	const done = decimal(textIn(line, element) ?? '0').plus(quantity);
	set(line, { [element]: formatQuantity(done) } as Partial<Line>);
	if (element !== 'ReceivedQuantity') return;
	const open = openQuantityOf(order, line);
	set(line, {
		UnbilledQuantity: '0',
		IsBilled: String(open.lte(0)),
	} as Partial<Line>);
}

/** Marks the lines of orders that a transaction carries out as done, or with the sign -1 as open again. */
export function carryOutOrders(books: Books, found: Found, sign: 1 | -1): void {
	const amounts = new Map<string, Big>();
	for (const line of allLinesOf(found.kind, found.transaction)) {
		const { order: id, orderLine } = line.booked ?? {};
		if (id === undefined) continue;
		amounts.set(id, (amounts.get(id) ?? new Big(0)).plus(decimal(line.Amount ?? '0')));
		const order = findTransaction(books, id);
		const ordered =
			order &&
			allLinesOf(order.kind, order.transaction).find(({ TxnLineID }) => TxnLineID === orderLine);
		if (ordered) carryOutLine(order, ordered, decimal(line.Quantity ?? '1').times(sign));
	}
	for (const [id, amount] of amounts) {
		const order = findTransaction(books, id);
		if (order === undefined) continue;
		if (sign === 1) {
			addLink(found.transaction, linkTo(order, amount, 'QUANTYPE'));
			addLink(order.transaction, linkTo(found, amount, 'QUANTYPE'));
		} else {
			takeLinks(found.transaction, id, 'QUANTYPE');
			takeLinks(order.transaction, found.transaction.TxnID, 'QUANTYPE');
		}
		markOrder(order);
		touch(order.transaction, books.moment);
	}
}

/** An order that goes leaves no trace in what has carried it out. */
export function forgetOrder(books: Books, order: Found): void {
	for (const { TxnID, LinkType } of order.transaction.LinkedTxn ?? []) {
		const other = LinkType === 'QUANTYPE' ? findTransaction(books, TxnID) : undefined;
		if (other === undefined) continue;
		takeLinks(other.transaction, order.transaction.TxnID, 'QUANTYPE');
		for (const series of other.kind.lineSets) {
			for (const line of linesOf(other.transaction, series).flatMap((each) =>
				plainLines(series, each),
			)) {
				if (line.booked?.order === order.transaction.TxnID) forgetOrderOf(line);
			}
		}
	}
}

function forgetOrderOf(line: Line): void {
	set(line, { booked: without(line.booked ?? {}, 'order', 'orderLine') });
}
