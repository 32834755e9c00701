import type Big from 'big.js';

import { decimal, formatAmount, formatPrice, formatQuantity, priced } from '../amounts';
import { formatDate } from '../dates';
import { findById } from '../find';
import { referenceTo } from '../identifiers';
import { balanced, type Part, type Posting } from '../postings';
import { without } from '../records';
import { Refusal } from '../refusal';
import type { Line, Transaction } from '../sale-types';
import type { Company, Item, Vendor } from '../types';
import type { Address, RecordContent } from '../value-types';
import { firstAccount, gainsAccount, payableIn } from './accounts';
import {
	allLinesOf,
	isGroupLine,
	type LineDraft,
	type LineSet,
	linesOf,
	referenceIn,
	textIn,
	type TransactionKind,
	type Writing,
} from './kind';
import { extensionsIn, nextLineId, overlay, sumOfLines, withGroupTotal } from './lines';
import { openOrderLines } from './links';
import { groupHead, linesOfGroup, sameLines } from './pricing';
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
	return overlay(kept, given);
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
			...(amount && { account: keeps && account !== undefined ? account : own }),
			...(isPosting && isStocked(item) && { units }),
			...(order && { order, orderLine }),
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
	return {
		...wanted,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		Amount: formatAmount(decimal(textIn(wanted, 'Amount') ?? '0')),
		DataExtRet: extensionsIn(company, draft.given, object) ?? draft.before?.DataExtRet,
		booked: { account: account.ListID, ...(isPayable && { entity: payee }) },
	};
}

/** What is requested of a set of lines, or the lines that are there. */
function draftsOf({ lines, before }: Writing, set: LineSet): LineDraft[] {
	return lines[set.ret] ?? sameLines(before ? linesOf(before, set) : [], set);
}

function itemLinesOf(
	writing: Writing,
	set: LineSet,
	options: { price: 'Cost' | 'Rate'; object: string; isPosting: boolean },
): Line[] {
	const orders = (writing.given.LinkToTxnID ?? []) as string[];
	const wanted = writing.lines[set.ret];
	const fromOrders = orders.flatMap((order) => openOrderLines(writing, order, set));
	const drafts =
		fromOrders.length > 0 ? [...fromOrders, ...(wanted ?? [])] : draftsOf(writing, set);
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

interface PurchaseDescription extends Pick<TransactionKind, 'name' | 'list' | 'label' | 'entity'> {
	/** The element with the account that the money comes from; without one, the vendor's credit is used. */
	paidFrom?: 'AccountRef';
	/** Whether it takes back what others do. */
	isCredit?: true;
	amount: 'AmountDue' | 'CreditAmount' | 'Amount';
	settles?: TransactionKind['settles'];
	open?: TransactionKind['open'];
	isNumbered?: boolean;
}

const homeName = (name: string): string => `${name}InHomeCurrency`;

function completePurchase(description: PurchaseDescription, writing: Writing): RecordContent {
	const { company, moment, fields, given, before } = writing;
	const { name, entity = 'VendorRef', amount, paidFrom } = description;
	const vendor = vendorOf(writing, entity);
	const currency =
		findById(company.currencies, vendor?.CurrencyRef.ListID) ?? company.currencies[0];
	if (before && before.CurrencyRef?.ListID !== currency.ListID) {
		throw new Refusal(3210, entity, vendor?.Name ?? '', 'The vendor has another currency.');
	}
	const payee = referenceIn(fields, entity)?.ListID;
	const expenses = draftsOf(writing, expenseLines).map((draft) =>
		expenseLine(writing, draft, { object: name, payee }),
	);
	const items = itemLinesOf(writing, itemLines, { price: 'Cost', object: name, isPosting: true });
	const total = sumOfLines([...expenses, ...items.flatMap((line) => innerLines(line))]);
	const rate = formatQuantity(
		decimal(textIn(fields, 'ExchangeRate') ?? currency.ExchangeRate ?? '1'),
	);
	const TxnDate = textIn(fields, 'TxnDate') ?? formatDate(moment);
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
	const { name, list, label, entity = 'VendorRef', amount, isCredit, settles, open } = description;
	const sign = isCredit ? -1 : 1;
	const total = (purchase: Transaction): Big => decimal(textIn(purchase, amount) ?? '0');
	const kind: TransactionKind = {
		name,
		list,
		label,
		entity,
		lineSets: [expenseLines, itemLines],
		isNumbered: description.isNumbered,
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
		open,
	};
	return kind;
}

const bill = purchaseKind({
	name: 'Bill',
	list: 'bills',
	label: 'bill',
	amount: 'AmountDue',
	settles: 'charge',
	open: (purchase, applied) => {
		const open = decimal(textIn(purchase, 'AmountDue') ?? '0').minus(applied);
		return { IsPaid: String(open.eq(0)), OpenAmount: formatAmount(open) };
	},
});

const vendorCredit = purchaseKind({
	name: 'VendorCredit',
	list: 'vendorCredits',
	label: 'vendor credit',
	amount: 'CreditAmount',
	isCredit: true,
	settles: 'credit',
	open: (purchase, applied) => ({
		OpenAmount: formatAmount(decimal(textIn(purchase, 'CreditAmount') ?? '0').minus(applied)),
	}),
});

const paid = { amount: 'Amount', paidFrom: 'AccountRef', entity: 'PayeeEntityRef' } as const;

const check = purchaseKind({
	name: 'Check',
	list: 'checks',
	label: 'check',
	isNumbered: true,
	...paid,
});

const creditCardCharge = purchaseKind({
	name: 'CreditCardCharge',
	list: 'creditCardCharges',
	label: 'credit card charge',
	...paid,
});

const creditCardCredit = purchaseKind({
	name: 'CreditCardCredit',
	list: 'creditCardCredits',
	label: 'credit card credit',
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
			UnbilledQuantity: '0',
			IsBilled: before?.IsBilled ?? 'false',
			IsManuallyClosed: textIn(line, 'IsManuallyClosed') ?? 'false',
		}),
	};
}

const purchaseOrder: TransactionKind = {
	name: 'PurchaseOrder',
	list: 'purchaseOrders',
	label: 'purchase order',
	entity: 'VendorRef',
	lineSets: [purchaseOrderLines],
	isNumbered: true,
	complete: (writing) => {
		const { company, moment, fields, before } = writing;
		const vendor = vendorOf(writing, 'VendorRef');
		const currency =
			findById(company.currencies, vendor?.CurrencyRef.ListID) ?? company.currencies[0];
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
		const rate = formatQuantity(
			decimal(textIn(fields, 'ExchangeRate') ?? currency.ExchangeRate ?? '1'),
		);
		const TxnDate = textIn(fields, 'TxnDate') ?? formatDate(moment);
		const terms = referenceIn(fields, 'TermsRef') ?? (before ? undefined : vendor?.TermsRef);
		const vendorAddress = fields.VendorAddress ?? (before ? undefined : vendor?.VendorAddress);
		return {
			IsToBePrinted: 'true',
			IsToBeEmailed: 'false',
			IsManuallyClosed: 'false',
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
			PurchaseOrderLineRet: lines.map((line) => withReceived(line, earlier)),
			booked: { ...before?.booked },
		};
	},
	postings: () => [],
	total: (order) => decimal(textIn(order, 'TotalAmount') ?? '0'),
};

/** Purchases, and the orders that lead to them. */
export const purchaseKinds = [
	bill,
	vendorCredit,
	check,
	creditCardCharge,
	creditCardCredit,
	purchaseOrder,
];
