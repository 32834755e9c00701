import Big from 'big.js';

import { decimal, formatAmount, formatQuantity, sum } from '../amounts';
import { set } from '../changes';
import { findById } from '../find';
import { refusedBy, touchForBalance } from '../follow';
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
	(kind.owed?.(transaction).amount ?? kind.total(transaction)).minus(appliedOf(transaction));

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
	return sum(gone.map(({ Amount }) => decimal(Amount)));
}

interface Application {
	amount: Big;
	discount?: { amount: Big; account: Reference; class?: Reference };
}

/** Whether an application is one that a payment shows, and not the use of a credit. */
const showsApplications = ({ kind }: Found): boolean => kind.settles === 'payment';

function entityOf({ kind, transaction }: Found): string | undefined {
	if (kind.owed) return kind.owed(transaction).party;
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

/** The A/R or A/P account that a transaction is on. */
const accountOwedOn = ({ kind, transaction }: Found): string | undefined =>
	kind.owed?.(transaction).account ??
	(referenceIn(transaction, 'ARAccountRef') ?? referenceIn(transaction, 'APAccountRef'))?.ListID;

/** Refuses to settle what is paid, what is of somebody else, or what is owed on another account. */
export function requirePayable(books: Books, payer: Found, target: Found): void {
	const { TxnID } = target.transaction;
	if (!partiesOf(books, payer, target).includes(entityOf(payer))) {
		throw refusedBy("payment-of-another-party's-document", TxnID);
	}
	if (openAmountOf(target).lte(0)) throw refusedBy('payment-of-a-paid-document', TxnID);
	const owed = accountOwedOn(target);
	if (owed !== undefined && owed !== accountOwedOn(payer)) {
		throw refusedBy('payment-on-another-account', TxnID);
	}
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
	field = 'AppliedToTxnAdd payment amount',
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
	requirePayable(books, payer, target);
	if (settled.gt(openAmountOf(target)) || amount.lt(0)) {
		throw refusedBy('payment-over-the-amount-due', field, formatAmount(amount));
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
	touchForBalance(books.company, target.transaction, books.moment);
	touchForBalance(books.company, payer.transaction, books.moment);
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
	touchForBalance(books.company, target.transaction, books.moment);
	touchForBalance(books.company, payer.transaction, books.moment);
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

/** Whether the lines are those of a bill and the like. */
const isPurchase = ({ ret }: LineSet): boolean => ret === 'ItemLineRet';

/** What a line takes over from the line of an order. A purchase order calls its rate what a bill calls cost. */
function takenOver(order: Found, line: Line, set: LineSet): RecordContent {
	const { Desc, UnitOfMeasure, ClassRef, SalesTaxCodeRef, Other1, Other2, ItemRef } = line;
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
	const known = isPurchase(set)
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
		...(isPurchase(set) && { BillableStatus: undefined }),
	};
}

/** What sales and purchases can be linked to. */
const saleOrders: ReadonlySet<string> = new Set(['SalesOrder']);
const purchaseOrders: ReadonlySet<string> = new Set(['PurchaseOrder']);

function requireOrder(writing: Writing, id: string, series: LineSet): Found {
	const order = requireTransaction(writing, id);
	const kinds = isPurchase(series) ? purchaseOrders : saleOrders;
	if (!kinds.has(order.kind.name)) throw refusedBy('link-to-another-kind', id);
	const party = referenceIn(writing.fields, order.kind.entity ?? '')?.ListID;
	if (isPurchase(series) && entityOf(order) !== party) {
		throw refusedBy("link-to-another-vendor's-order", id);
	}
	if (!isPurchase(series)) requireTaxItem(writing, order);
	return order;
}

/** Refuses to invoice an order without a sales tax item, which every taxed invoice has. */
function requireTaxItem({ company }: Writing, { transaction }: Found): void {
	if (company.country !== 'US' || !company.chargesSalesTax) return;
	if (transaction.ItemSalesTaxRef !== undefined) return;
	throw refusedBy('order-without-a-tax-item', 'Invoice');
}

/** Whether nothing more of an order's line is to come. */
const isClosedLine = (order: Found, line: Line): boolean =>
	textIn(line, 'IsManuallyClosed') === 'true' || openQuantityOf(order, line).lte(0);

const isClosedByHand = ({ transaction }: Found): boolean =>
	textIn(transaction, 'IsManuallyClosed') === 'true';

/**
 * Refuses a request that takes over an order as a whole and one of its lines too, and a line with an item of its own beside the
 * order's.
 */
export function requireLinkedOnce({ given, lines }: Writing): void {
	const whole = (given.LinkToTxnID ?? []) as string[];
	for (const draft of Object.values(lines).flat()) {
		const link = draft.given.LinkToTxn as { TxnID: string } | undefined;
		if (link === undefined) continue;
		if (draft.given.ItemRef !== undefined) throw refusedBy('item-beside-a-link', 'ItemRef');
		if (whole.includes(link.TxnID)) throw refusedBy('order-linked-twice', 'LinkToTxn');
	}
}

/** The lines of an order that are still open, as lines of what carries it out. */
export function openOrderLines(writing: Writing, id: string, set: LineSet): LineDraft[] {
	const order = requireOrder(writing, id, set);
	const open = allLinesOf(order.kind, order.transaction).filter(
		(line) => line.Amount === undefined || !isClosedLine(order, line),
	);
	if (isClosedByHand(order) || open.every(({ Amount }) => Amount === undefined)) {
		writing.warn('link-to-a-closed-order', id);
		return [];
	}
	return open.map((line) => ({ element: set.add[0], given: takenOver(order, line, set) }));
}

/** Fills in what a line leaves to the line of an order that it is linked to. If that is closed, there is no line. */
export function withLinkedLine(
	writing: Writing,
	draft: LineDraft,
	set: LineSet,
): LineDraft | undefined {
	const link = draft.given.LinkToTxn as { TxnID: string; TxnLineID: string } | undefined;
	if (link === undefined) return draft;
	const order = requireOrder(writing, link.TxnID, set);
	const line = allLinesOf(order.kind, order.transaction).find(
		({ TxnLineID }) => TxnLineID === link.TxnLineID,
	);
	if (line === undefined) throw new Refusal(3120, link.TxnLineID);
	if (isClosedByHand(order) || isClosedLine(order, line)) {
		writing.warn('link-to-a-closed-order', link.TxnID);
		return undefined;
	}
	const taken = takenOver(order, line, set);
	const has = (...names: string[]): boolean => names.some((name) => draft.given[name]);
	const prices = ['Rate', 'RatePercent', 'Cost'] as const;
	if (has('Amount')) {
		const given = without(draft.given, 'Rate');
		return { ...draft, given: { ...without(taken, 'Amount', ...prices), ...given } };
	}
	const left = has(...prices) ? without(taken, ...prices) : taken;
	return {
		...draft,
		given: { ...left, ...(has('Quantity', ...prices) && { Amount: undefined }), ...draft.given },
	};
}

/** Marks an order as done if all its lines are. */
export function markOrder(order: Found): void {
	const lines = allLinesOf(order.kind, order.transaction).filter(
		({ Amount }) => Amount !== undefined,
	);
	const isDone = String(
		lines.length > 0 &&
			lines.every((line) => openQuantityOf(order, line).lte(0)) &&
			!isClosedByHand(order) &&
			lines.every((line) => textIn(line, 'IsManuallyClosed') !== 'true'),
	);
	if (order.kind.name === 'SalesOrder') set(order.transaction, { IsFullyInvoiced: isDone });
	if (order.kind.name === 'PurchaseOrder') set(order.transaction, { IsFullyReceived: isDone });
}

function carryOutLine(order: Found, line: Line, quantity: Big, isBilled: boolean): void {
	const element = carriedOut[order.kind.name];
	if (element === undefined || line.booked?.tax !== undefined) return;
	const done = decimal(textIn(line, element) ?? '0').plus(quantity);
	set(line, { [element]: formatQuantity(done) } as Partial<Line>);
	if (element !== 'ReceivedQuantity') return;
	const open = openQuantityOf(order, line);
	const unbilled = decimal(textIn(line, 'UnbilledQuantity') ?? '0').plus(isBilled ? 0 : quantity);
	set(line, {
		UnbilledQuantity: formatQuantity(unbilled),
		IsBilled: String(open.lte(0) && unbilled.lte(0)),
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
		const isBilled = found.kind.name !== 'ItemReceipt';
		if (ordered) carryOutLine(order, ordered, decimal(line.Quantity ?? '1').times(sign), isBilled);
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
