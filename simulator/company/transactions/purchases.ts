import type Big from 'big.js';

import { decimal, formatAmount, formatPrice, formatQuantity, priced, sum } from '../amounts';
import { findById } from '../find';
import { follows, refusedBy } from '../follow';
import { referenceTo } from '../identifiers';
import { balanced, type Part, type Posting } from '../postings';
import { without } from '../records';
import { Refusal } from '../refusal';
import type { Line, Transaction } from '../sale-types';
import type { Company, Item, ListRecord, Vendor } from '../types';
import type { Address, RecordContent, Reference } from '../value-types';
import { firstAccount, gainsAccount, payableIn } from './accounts';
import { currencyWith, dateOf, exchangeRateOf } from './head';
import {
	allLinesOf,
	type Found,
	isGroupLine,
	type LineDraft,
	type LineSet,
	linesOf,
	referenceIn,
	textIn,
	type TransactionKind,
	type Writing,
} from './kind';
import { debtIn, extensionsIn, nextLineId, overlay, sumOfLines, withGroupTotal } from './lines';
import { applyTo, findTransaction, openAmountOf, openOrderLines } from './links';
import { draftsOf, groupHead, linesOfGroup, sameLines } from './pricing';
import { dueDateIn, inHomeCurrency, templateOf, withBlock } from './sales';
import { firstOf, isStocked, unitRatio } from './stock';

const expenseLines: LineSet = {
	ret: 'ExpenseLineRet',
	add: ['ExpenseLineAdd'],
	mod: ['ExpenseLineMod'],
	clear: 'ClearExpenseLines',
};

const itemLines: LineSet = {
	ret: 'ItemLineRet',
	group: 'ItemGroupLineRet',
	add: ['ItemLineAdd', 'ItemGroupLineAdd'],
	mod: ['ItemLineMod', 'ItemGroupLineMod'],
	clear: 'ClearItemLines',
};

const purchaseOrderLines: LineSet = {
	ret: 'PurchaseOrderLineRet',
	group: 'PurchaseOrderLineGroupRet',
	add: ['PurchaseOrderLineAdd', 'PurchaseOrderLineGroupAdd'],
	mod: ['PurchaseOrderLineMod', 'PurchaseOrderLineGroupMod'],
};

/** The account that buying an item is booked to. */
function purchaseAccountOf(
	company: Company,
	item: Item | undefined,
	wanted: RecordContent,
): string {
	const found = firstOf(
		referenceIn(wanted, 'OverrideItemAccountRef'),
		isStocked(item) ? item.AssetAccountRef : undefined,
		item?.SalesAndPurchase?.ExpenseAccountRef,
		item?.SalesOrPurchase?.AccountRef,
		item?.AccountRef,
		item?.AssetAccountRef,
	);
	return found ?? firstAccount(company, 'Expense').ListID;
}

const costOf = (item: Item | undefined): string | undefined =>
	item?.PurchaseCost ?? item?.SalesAndPurchase?.PurchaseCost ?? item?.SalesOrPurchase?.Price;

const purchaseDescription = (item: Item | undefined): string | undefined =>
	item?.PurchaseDesc ??
	item?.SalesAndPurchase?.PurchaseDesc ??
	item?.SalesOrPurchase?.Desc ??
	item?.ItemDesc;

/** What of a line's price goes when something else about it changes. */
function wantedOf({ given, before }: LineDraft, price: 'Cost' | 'Rate'): RecordContent {
	const kept: RecordContent = { ...before };
	delete kept.booked;
	const outdated = {
		ItemRef: ['Desc', price, 'Amount', 'UnitOfMeasure'],
		UnitOfMeasure: [price, 'Amount'],
		[price]: ['Amount'],
		Quantity: before?.[price] === undefined && given[price] === undefined ? [] : ['Amount'],
		Amount: [price],
	};
	for (const [changed, others] of Object.entries(outdated)) {
		if (given[changed] === undefined || given[changed] === '') continue;
		for (const other of others) delete kept[other];
	}
	// A purchase order takes the amount at its word, whatever rate stands beside it.
	const isRateIgnored = price === 'Rate' && textIn(given, 'Amount') !== undefined;
	return overlay(kept, isRateIgnored ? without(given, 'Rate') : given);
}

/** A line of items that are bought, with the price under the name that the transaction has for it. */
function itemLine(
	writing: Writing,
	draft: LineDraft,
	{ price, object, isPosting }: { price: 'Cost' | 'Rate'; object: string; isPosting: boolean },
): Line {
	const { company, moment } = writing;
	const { LinkToTxn, OverrideItemAccountRef, ...rest } = wantedOf(draft, price);
	const wanted = without(rest, 'DataExt');
	const item = findById(company.items, referenceIn(wanted, 'ItemRef')?.ListID);
	if (item?.kind === 'ItemDiscountRet' && textIn(draft.given, 'Quantity') !== undefined) {
		throw refusedBy('quantity-of-a-discount', 'Quantity');
	}
	const isFresh = draft.before === undefined || draft.given.ItemRef !== undefined;
	const Quantity = textIn(wanted, 'Quantity');
	const ratio = unitRatio(company, item, textIn(wanted, 'UnitOfMeasure'));
	const given = textIn(wanted, 'Amount');
	const quantity = decimal(Quantity ?? '1');
	const usual = costOf(item);
	const each =
		textIn(wanted, price) ??
		(given === undefined && usual !== undefined
			? formatPrice(decimal(usual).times(ratio))
			: undefined);
	const amount = given === undefined ? each && priced(quantity, decimal(each)) : decimal(given);
	const perUnit =
		each ??
		(amount && !quantity.eq(0) && Quantity !== undefined
			? formatPrice(amount.div(quantity))
			: undefined);
	const link = LinkToTxn as { TxnID: string; TxnLineID: string } | undefined;
	const { account, order, orderLine } = draft.before?.booked ?? {};
	const units = formatQuantity(quantity.times(ratio));
	const own = purchaseAccountOf(company, item, { OverrideItemAccountRef });
	// What is bought for nothing goes into the stock all the same.
	const isKept = isPosting && isStocked(item);
	const keeps = !isFresh && OverrideItemAccountRef === undefined;
	return {
		...wanted,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		...(item && { ItemRef: referenceTo(item) }),
		Desc: textIn(wanted, 'Desc') ?? (isFresh ? purchaseDescription(item) : undefined),
		...(Quantity !== undefined && { Quantity: formatQuantity(quantity) }),
		[price]: perUnit && formatPrice(decimal(perUnit)),
		...(amount && { Amount: formatAmount(amount) }),
		ClassRef:
			referenceIn(wanted, 'ClassRef') ??
			(isFresh ? referenceIn(writing.fields, 'ClassRef') : undefined),
		DataExtRet: extensionsIn(company, draft.given, object) ?? draft.before?.DataExtRet,
		booked: {
			...((amount ?? isKept) && { account: keeps && account !== undefined ? account : own }),
			...(isKept && { units }),
			// A receipt that is changed loses its links to the order.
			...(order && object !== 'ItemReceipt' && { order, orderLine }),
			...(link && { order: link.TxnID, orderLine: link.TxnLineID }),
		},
	};
}

function expenseLine(
	writing: Writing,
	draft: LineDraft,
	{ object, payee }: { object: string; payee: string | undefined },
): Line {
	const { company, moment } = writing;
	const wanted = without(overlay(draft.before, draft.given), 'DataExt');
	const account = referenceIn(wanted, 'AccountRef');
	if (account === undefined) throw new Refusal(3150, 'AccountRef');
	const { AccountType } = findById(company.accounts, account.ListID) ?? {};
	const isPayable = AccountType === 'AccountsPayable';
	const party = referenceIn(wanted, 'CustomerRef');
	requireParty(company, party, isPayable, object);
	return {
		...wanted,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		Amount: formatAmount(decimal(textIn(wanted, 'Amount') ?? '0')),
		DataExtRet: extensionsIn(company, draft.given, object) ?? draft.before?.DataExtRet,
		booked: {
			account: account.ListID,
			...(isPayable && { entity: party?.ListID ?? payee }),
			...(AccountType === 'AccountsReceivable' && { owes: 'true' }),
		},
	};
}

/** A line on an A/P account is for a vendor, although the element is called CustomerRef. Any other line is for a customer. */
function requireParty(
	company: Company,
	party: Reference | undefined,
	isPayable: boolean,
	object: string,
): void {
	if (party === undefined) return;
	const [kind, list] = isPayable
		? (['Vendor', company.vendors] as const)
		: (['Customer', company.customers] as const);
	if (findById(list as ListRecord[], party.ListID)) return;
	throw refusedBy('customer-of-a-payable-line', kind, party.FullName, `${object} line`);
}

const isOfGroup = ({ element }: LineDraft): boolean => element.includes('Group');

/** The lines that stay because the change names only others: groups where it names single lines, and the other way round. */
function otherSort({ company, lines, before }: Writing, set: LineSet): LineDraft[] {
	const named = lines[set.ret] ?? [];
	if (before === undefined || named.length === 0) return [];
	if (!follows(company, 'groups-of-their-own')) return [];
	return sameLines(linesOf(before, set), set).filter(
		(one) => !named.some((other) => isOfGroup(other) === isOfGroup(one)),
	);
}

function itemLinesOf(
	writing: Writing,
	set: LineSet,
	options: { price: 'Cost' | 'Rate'; object: string; isPosting: boolean },
): Line[] {
	const orders = new Set((writing.given.LinkToTxnID ?? []) as string[]);
	const wanted = writing.lines[set.ret];
	const fromOrders = [...orders].flatMap((order) => openOrderLines(writing, order, set));
	const drafts =
		fromOrders.length > 0
			? [...fromOrders, ...(wanted ?? [])]
			: [...draftsOf(writing, set), ...(options.object === 'Bill' ? otherSort(writing, set) : [])];
	return drafts.map((draft) => {
		if (!draft.element.includes('Group')) return itemLine(writing, draft, options);
		const head = groupHead(writing, draft, options.object);
		const inner = linesOfGroup(writing.company, set, draft).map((line) =>
			itemLine(writing, line, options),
		);
		return withGroupTotal({ ...head, [set.ret]: inner }, inner) as Line;
	});
}

/** Customers and vendors whose balances the lines of a purchase may move. */
const lineEntity = (line: Line, fallback: string | undefined): string | undefined =>
	line.booked?.entity ?? referenceIn(line, 'CustomerRef')?.ListID ?? fallback;

function linePart(line: Line, sign: 1 | -1, entity: string | undefined): Part[] {
	const { account, units } = line.booked ?? {};
	if (account === undefined) return [];
	return [
		{
			account,
			amount: decimal(line.Amount ?? '0').times(sign),
			entity: lineEntity(line, entity),
			item: line.ItemRef?.ListID,
			class: line.ClassRef?.ListID,
			memo: textIn(line, 'Memo') ?? textIn(line, 'Desc'),
			...(units !== undefined && { units: decimal(units).times(sign) }),
		},
	];
}

function vendorOf({ company, fields }: Writing, element: string): Vendor | undefined {
	return findById(company.vendors, referenceIn(fields, element)?.ListID);
}

interface PurchaseDescription extends Pick<TransactionKind, 'name' | 'list' | 'entity'> {
	/** The element with the account that the money comes from; without one, the vendor's credit is used. */
	paidFrom?: 'AccountRef';
	/** Whether it takes back what others do. */
	isCredit?: true;
	amount: 'AmountDue' | 'CreditAmount' | 'Amount' | 'TotalAmount';
	settles?: TransactionKind['settles'];
	open?: TransactionKind['open'];
	owed?: TransactionKind['owed'];
	link?: TransactionKind['link'];
	isNumbered?: TransactionKind['isNumbered'];
	needsLines?: true;
}

const homeName = (name: string): string => `${name}InHomeCurrency`;

function completePurchase(description: PurchaseDescription, writing: Writing): RecordContent {
	const { company, fields, given, before } = writing;
	const { name, entity = 'VendorRef', amount, paidFrom } = description;
	const vendor = vendorOf(writing, entity);
	const currency = currencyWith(company, vendor?.CurrencyRef.ListID);
	if (before && before.CurrencyRef?.ListID !== currency.ListID) {
		throw new Refusal(3210, entity, vendor?.Name ?? '', 'The vendor has another currency.');
	}
	const payee = referenceIn(fields, entity)?.ListID;
	const expenses = draftsOf(writing, expenseLines).map((draft) =>
		expenseLine(writing, draft, { object: name, payee }),
	);
	const items = itemLinesOf(writing, itemLines, { price: 'Cost', object: name, isPosting: true });
	const total = sumOfLines([...expenses, ...items.flatMap((line) => innerLines(line))]);
	const rate = exchangeRateOf(writing, currency);
	const TxnDate = dateOf(writing);
	const payable = paidFrom
		? undefined
		: (referenceIn(fields, 'APAccountRef') ?? payableIn(company, currency));
	const terms = referenceIn(fields, 'TermsRef') ?? (before ? undefined : vendor?.TermsRef);
	return {
		...(paidFrom && name === 'Check' && { IsToBePrinted: 'false' }),
		...fields,
		TxnDate,
		...(payable && { APAccountRef: payable }),
		...(name === 'Bill' && {
			VendorAddress: fields.VendorAddress ?? (before ? undefined : vendor?.VendorAddress),
			TermsRef: terms,
			DueDate: dueDateIn(writing, TxnDate, terms),
		}),
		...(name === 'Check' && withBlock('Address', addressOf(writing, vendor))),
		[amount]: formatAmount(total),
		CurrencyRef: referenceTo(currency),
		ExchangeRate: rate,
		[homeName(amount)]: formatAmount(inHomeCurrency(total, rate)),
		ExpenseLineRet: expenses,
		ItemLineRet: items,
		DataExtRet: extensionsIn(company, given, name) ?? before?.DataExtRet,
		booked: {
			...before?.booked,
			entity: payee,
			account: payable?.ListID ?? referenceIn(fields, paidFrom ?? '')?.ListID,
			gains: gainsAccount(company),
		},
	};
}

const addressOf = ({ fields, before }: Writing, vendor: Vendor | undefined): Address | undefined =>
	(fields.Address as Address | undefined) ?? (before ? undefined : vendor?.VendorAddress);

const innerLines = (line: Line): Line[] => (isGroupLine(line) ? linesOf(line, itemLines) : [line]);

function purchaseKind(description: PurchaseDescription): TransactionKind {
	const { name, list, entity = 'VendorRef', amount, isCredit, settles, open } = description;
	const sign = isCredit ? -1 : 1;
	const total = (purchase: Transaction): Big => decimal(textIn(purchase, amount) ?? '0');
	const kind: TransactionKind = {
		name,
		list,
		entity,
		lineSets: [expenseLines, itemLines],
		isNumbered: description.isNumbered,
		needsLines: description.needsLines,
		complete: (writing) => completePurchase(description, writing),
		postings: (purchase): Posting[] => {
			const { entity: whom, account, gains } = purchase.booked;
			const parts: Part[] = [
				{ account: account ?? '', amount: total(purchase).times(-sign), entity: whom },
				...allLinesOf(kind, purchase).flatMap((line) => linePart(line, sign, whom)),
			];
			return balanced(parts, { rate: purchase.ExchangeRate, gains });
		},
		total,
		settles,
		owed: description.owed,
		link: description.link,
		open,
	};
	return kind;
}

const bill = purchaseKind({
	name: 'Bill',
	list: 'bills',
	amount: 'AmountDue',
	needsLines: true,
	settles: 'charge',
	open: (purchase, applied) => {
		const open = decimal(textIn(purchase, 'AmountDue') ?? '0').minus(applied);
		return { IsPaid: String(open.eq(0)), OpenAmount: formatAmount(open) };
	},
});

/** Nothing pays it, and no request makes a bill of it. */
const itemReceipt = purchaseKind({
	name: 'ItemReceipt',
	list: 'itemReceipts',
	amount: 'TotalAmount',
	needsLines: true,
});

const vendorCredit = purchaseKind({
	name: 'VendorCredit',
	list: 'vendorCredits',
	amount: 'CreditAmount',
	isCredit: true,
	needsLines: true,
	settles: 'credit',
	open: (purchase, applied) => ({
		OpenAmount: formatAmount(decimal(textIn(purchase, 'CreditAmount') ?? '0').minus(applied)),
	}),
});

const paid = { amount: 'Amount', paidFrom: 'AccountRef', entity: 'PayeeEntityRef' } as const;

/** What a check pays off is settled with the line that it has on the A/R account for that. */
function payOff(transaction: Transaction, writing: Writing): void {
	const credits = (writing.given.ApplyCheckToTxnAdd ?? []) as RecordContent[];
	if (credits.length === 0) return;
	const target: Found = { kind: check, transaction };
	const amountOf = (credit: RecordContent): Big => decimal(textIn(credit, 'Amount') ?? '0');
	const total = sum(credits.map(amountOf));
	if (!total.eq(openAmountOf(target))) {
		throw refusedBy('check-for-a-refund', 'ApplyCheckToTxnAdd amount', formatAmount(total));
	}
	for (const credit of credits) {
		const id = textIn(credit, 'TxnID') ?? '';
		const payer = findTransaction(writing, id);
		const isCredit = payer?.kind.settles === 'credit' || payer?.kind.settles === 'payment';
		if (!payer || !isCredit) throw new Refusal(3120, id);
		const payee = referenceIn(transaction, 'PayeeEntityRef')?.ListID;
		if (payee !== referenceIn(payer.transaction, 'CustomerRef')?.ListID) {
			throw refusedBy("payment-of-another-party's-document", id);
		}
		applyTo(writing, payer, target, { amount: amountOf(credit) }, 'ApplyCheckToTxnAdd amount');
	}
}

const check = purchaseKind({
	name: 'Check',
	list: 'checks',
	isNumbered: 'numbers-by-itself',
	settles: 'charge',
	link: (transaction, writing) => payOff(transaction, writing),
	owed: (purchase) =>
		debtIn(linesOf(purchase, expenseLines), (line) => lineEntity(line, purchase.booked.entity)),
	...paid,
});

const creditCardCharge = purchaseKind({
	name: 'CreditCardCharge',
	list: 'creditCardCharges',
	...paid,
});

const creditCardCredit = purchaseKind({
	name: 'CreditCardCredit',
	list: 'creditCardCredits',
	isCredit: true,
	...paid,
});

/** The lines of a purchase order with how much of each has been received. */
function withReceived(line: Line, earlier: Map<string, Line>): Line {
	if (isGroupLine(line)) {
		const inner = linesOf(line, purchaseOrderLines).map((each) => withReceived(each, earlier));
		return { ...line, PurchaseOrderLineRet: inner };
	}
	const before = earlier.get(line.TxnLineID);
	return {
		...line,
		...(line.Amount !== undefined && {
			ReceivedQuantity: before?.ReceivedQuantity ?? '0',
			UnbilledQuantity: before?.UnbilledQuantity ?? '0',
			IsBilled: before?.IsBilled ?? 'false',
			IsManuallyClosed: textIn(line, 'IsManuallyClosed') ?? 'false',
		}),
	};
}

const isClosed = (record: RecordContent | undefined): boolean =>
	record?.IsManuallyClosed === 'true';

const isReceived = (line: Line): boolean =>
	decimal(textIn(line, 'ReceivedQuantity') ?? '0').gte(decimal(line.Quantity ?? '1'));

const ordersIn = (line: Line): Line[] =>
	isGroupLine(line) ? linesOf(line, purchaseOrderLines) : [line];

/** What has been received in full cannot be opened again. */
function requireStillOpen({ given, before }: Writing, lines: Line[]): void {
	const now = lines.flatMap(ordersIn).filter(({ Amount }) => Amount !== undefined);
	const earlier = before ? allLinesOf(purchaseOrder, before).filter(isClosed) : [];
	const isReopened = isClosed(before) && given.IsManuallyClosed === 'false';
	const reopened = isReopened
		? now.every(isReceived)
		: now.some(
				(line) =>
					!isClosed(line) &&
					isReceived(line) &&
					earlier.some(({ TxnLineID }) => TxnLineID === line.TxnLineID),
			);
	if (reopened) throw refusedBy('reopened-order', 'IsManuallyClosed', 'false');
}

/** Closing an order closes all its lines, and closing all lines closes it. */
function closedByHand({ given, before }: Writing, lines: Line[]): RecordContent {
	const wanted = textIn(given, 'IsManuallyClosed');
	const mark = (line: Line): Line => {
		if (isGroupLine(line)) {
			return { ...line, PurchaseOrderLineRet: linesOf(line, purchaseOrderLines).map(mark) };
		}
		if (line.Amount === undefined || wanted === undefined) return line;
		return { ...line, IsManuallyClosed: wanted };
	};
	const marked = lines.map(mark);
	const ordered = marked.flatMap(ordersIn).filter(({ Amount }) => Amount !== undefined);
	const isDone =
		ordered.length > 0 ? ordered.every(isClosed) : (wanted ?? String(isClosed(before))) === 'true';
	return { IsManuallyClosed: String(isDone), PurchaseOrderLineRet: marked };
}

const purchaseOrder: TransactionKind = {
	name: 'PurchaseOrder',
	list: 'purchaseOrders',
	entity: 'VendorRef',
	lineSets: [purchaseOrderLines],
	isNumbered: 'numbers-by-itself',
	complete: (writing) => {
		const { company, fields, before } = writing;
		const vendor = vendorOf(writing, 'VendorRef');
		const currency = currencyWith(company, vendor?.CurrencyRef.ListID);
		const lines = itemLinesOf(writing, purchaseOrderLines, {
			price: 'Rate',
			object: 'PurchaseOrder',
			isPosting: false,
		});
		const earlier = new Map(
			(before ? allLinesOf(purchaseOrder, before) : []).map((line) => [line.TxnLineID, line]),
		);
		const total = sumOfLines(
			lines.flatMap((line) => (isGroupLine(line) ? linesOf(line, purchaseOrderLines) : [line])),
		);
		const rate = exchangeRateOf(writing, currency);
		const received = lines.map((line) => withReceived(line, earlier));
		requireStillOpen(writing, received);
		const TxnDate = dateOf(writing);
		const terms = referenceIn(fields, 'TermsRef') ?? (before ? undefined : vendor?.TermsRef);
		const vendorAddress = fields.VendorAddress ?? (before ? undefined : vendor?.VendorAddress);
		return {
			IsToBePrinted: 'true',
			IsToBeEmailed: 'false',
			IsFullyReceived: 'false',
			...fields,
			TemplateRef: templateOf(writing, 'PurchaseOrder'),
			TxnDate,
			...withBlock('VendorAddress', vendorAddress as Address | undefined),
			...withBlock('ShipAddress', fields.ShipAddress as Address | undefined),
			TermsRef: terms,
			DueDate: dueDateIn(writing, TxnDate, terms),
			ExpectedDate: textIn(fields, 'ExpectedDate') ?? TxnDate,
			TotalAmount: formatAmount(total),
			CurrencyRef: referenceTo(currency),
			ExchangeRate: rate,
			TotalAmountInHomeCurrency: formatAmount(inHomeCurrency(total, rate)),
			...closedByHand(writing, received),
			booked: { ...before?.booked },
		};
	},
	postings: () => [],
	total: (order) => decimal(textIn(order, 'TotalAmount') ?? '0'),
};

/** Purchases, and the orders that lead to them. */
export const purchaseKinds = [
	bill,
	itemReceipt,
	vendorCredit,
	check,
	creditCardCharge,
	creditCardCredit,
	purchaseOrder,
];
