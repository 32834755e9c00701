import Big from 'big.js';

import {
	decimal,
	formatAmount,
	formatPrice,
	formatQuantity,
	percentOf,
	priced,
	sum,
} from '../amounts';
import { findById } from '../find';
import { refusedBy } from '../follow';
import { referenceTo } from '../identifiers';
import { without } from '../records';
import { Refusal } from '../refusal';
import type { Line } from '../sale-types';
import type { Company, Customer, Item, SalesTaxCode } from '../types';
import type { RecordContent, Reference } from '../value-types';
import { firstAccount, specialAccount } from './accounts';
import {
	isGroupLine,
	type LineDraft,
	type LineSet,
	linesOf,
	referenceIn,
	textIn,
	type Writing,
} from './kind';
import { extensionsIn, nextLineId, overlay, withGroupTotal } from './lines';
import { firstOf, soldFromStock, unitRatio } from './stock';

interface PricedLine {
	line: Line;
	amount: Big;
	isTaxable: boolean;
	/** Whether it counts towards the total. A subtotal repeats the lines above it and does not. */
	counts: boolean;
	/** Whether it is a tax of its own. */
	isTax: boolean;
	/** Whether it takes a fixed amount off all lines above. */
	isFixedDiscount: boolean;
}

interface PricedLines {
	lines: Line[];
	subtotal: Big;
	taxable: Big;
	/** The same by tax code (ListID): outside the United States, each stands for a tax of its own. */
	taxed: Map<string, Big>;
}

/** What the lines of one sale have in common. */
interface SaleOfLines {
	writing: Writing;
	set: LineSet;
	/** As custom fields name the transaction. */
	object: string;
	customer: Customer | undefined;
	customerTaxCode: SalesTaxCode | undefined;
	/** Whether goods leave the stock. */
	isPosting: boolean;
}

/** A price at a price level: with a percentage more or less, or the item's own. */
function atLevel(level: RecordContent, item: Item, price: Big): Big {
	const percentage = textIn(level, 'PriceLevelFixedPercentage');
	if (percentage !== undefined) return price.plus(price.times(decimal(percentage)).div(100));
	const perItem = (level.PriceLevelPerItemRet ?? []) as RecordContent[];
	const own = perItem.find((each) => referenceIn(each, 'ItemRef')?.ListID === item.ListID);
	const custom = own && textIn(own, 'CustomPrice');
	const percent = own && textIn(own, 'CustomPricePercent');
	if (custom !== undefined) return decimal(custom);
	return percent === undefined ? price : price.plus(price.times(decimal(percent)).div(100));
}

/** The item's price for a line without one: an amount, or a percentage of the line before. */
function listPrice(
	{ writing: { company }, customer }: SaleOfLines,
	item: Item | undefined,
	given: RecordContent,
): { rate?: string; percent?: string } {
	if (item === undefined) return {};
	if (item.kind === 'ItemDiscountRet') {
		const { DiscountRate, DiscountRatePercent } = item;
		return DiscountRatePercent === undefined
			? { rate: DiscountRate }
			: { percent: DiscountRatePercent };
	}
	if (item.SalesOrPurchase?.PricePercent !== undefined) {
		return { percent: item.SalesOrPurchase.PricePercent };
	}
	const price = item.SalesOrPurchase?.Price ?? item.SalesAndPurchase?.SalesPrice ?? item.SalesPrice;
	if (price === undefined) return {};
	const reference =
		referenceIn(given, 'PriceLevelRef') ??
		(customer && referenceIn(customer as RecordContent, 'PriceLevelRef'));
	const level = findById(company.priceLevels, reference?.ListID);
	const perUnit = decimal(price).times(unitRatio(company, item, textIn(given, 'UnitOfMeasure')));
	return { rate: formatPrice(level ? atLevel(level, item, perUnit) : perUnit) };
}

/** The sum of the lines since the last subtotal. */
function subtotalOf(before: PricedLine[]): Big {
	const last = before.findLastIndex(({ counts }) => !counts);
	return sum(before.slice(last + 1).map(({ amount }) => amount));
}

interface Price {
	Rate?: string;
	RatePercent?: string;
	amount?: Big;
}

/**
 * A line that is a tax: a percentage of the line above. Of several after a subtotal only the first is worked out; the others are
 * nothing, or what is given, which they then show as their rate.
 */
function taxLine(
	item: Item,
	amount: string | undefined,
	{ lines, base }: { lines: PricedLine[]; base: Big },
): Price {
	const last = lines.findLastIndex(({ counts }) => !counts);
	const isFirst = !lines.slice(last + 1).some(({ isTax }) => isTax);
	const given = amount === undefined ? undefined : decimal(amount);
	if (!isFirst) return given ? { Rate: formatPrice(given), amount: given } : { amount: new Big(0) };
	const percent = decimal(item.TaxRate ?? '0');
	return given
		? { amount: given }
		: { RatePercent: formatPrice(percent), amount: percentOf(base, percent) };
}

const reducing: ReadonlySet<string> = new Set(['ItemDiscountRet', 'ItemPaymentRet']);

/** What a markup makes of a price: a part of it more, or a percentage. */
function markupOf(line: RecordContent): Big {
	const part = decimal(textIn(line, 'MarkupRate') ?? '0');
	const percent = decimal(textIn(line, 'MarkupRatePercent') ?? '0');
	return part.plus(percent.div(100)).plus(1);
}

function priceOf(
	sale: SaleOfLines,
	item: Item | undefined,
	wanted: RecordContent,
	before: { lines: PricedLine[]; base: Big },
): Price {
	const [Amount, Quantity] = [textIn(wanted, 'Amount'), textIn(wanted, 'Quantity')];
	const [Rate, RatePercent] = [textIn(wanted, 'Rate'), textIn(wanted, 'RatePercent')];
	const sign = item && reducing.has(item.kind) ? -1 : 1;
	if (item?.kind === 'ItemSubtotalRet') return { amount: subtotalOf(before.lines) };
	if (item?.kind === 'ItemSalesTaxRet') return taxLine(item, Amount, before);
	const own = Rate !== undefined || RatePercent !== undefined || Amount !== undefined;
	const { rate, percent } = own
		? { rate: Rate, percent: RatePercent }
		: listPrice(sale, item, wanted);
	if (Amount !== undefined) {
		const given = decimal(Amount);
		const amount = item?.kind === 'ItemPaymentRet' ? given.abs().times(-1) : given;
		const quantity = decimal(Quantity ?? '0');
		if (rate !== undefined) return { Rate: formatPrice(decimal(rate)), amount };
		return quantity.eq(0) ? { amount } : { Rate: formatPrice(amount.div(quantity)), amount };
	}
	if (percent !== undefined) {
		return {
			RatePercent: formatPrice(decimal(percent)),
			amount: percentOf(before.base, decimal(percent)).times(sign),
		};
	}
	if (rate === undefined) return {};
	return {
		Rate: formatPrice(decimal(rate)),
		amount: priced(decimal(Quantity ?? '1'), decimal(rate).times(markupOf(wanted))).times(sign),
	};
}

/** The code that a company which charges no sales tax gives everything it sells. */
export const untaxedCode = ({ salesTaxCodes }: Company): SalesTaxCode | undefined =>
	salesTaxCodes.find(({ IsTaxable }) => IsTaxable === 'false');

function taxCodeOf(
	sale: SaleOfLines,
	item: Item | undefined,
	wanted: RecordContent,
): Reference | undefined {
	const { company } = sale.writing;
	if (!company.chargesSalesTax) {
		const code = item && untaxedCode(company);
		return code && referenceTo(code);
	}
	const own = referenceIn(wanted, 'SalesTaxCodeRef');
	if (own !== undefined) return own;
	if (item?.SalesTaxCodeRef === undefined) return undefined;
	const { customerTaxCode } = sale;
	return customerTaxCode === undefined || customerTaxCode.IsTaxable === 'true'
		? item.SalesTaxCodeRef
		: referenceTo(customerTaxCode);
}

const describe = (item: Item | undefined): string | undefined =>
	item?.SalesOrPurchase?.Desc ??
	item?.SalesAndPurchase?.SalesDesc ??
	item?.SalesDesc ??
	item?.ItemDesc;

/** The account that a line of a sale is booked to. */
function incomeAccountOf(company: Company, item: Item | undefined, wanted: RecordContent): string {
	if (item?.kind === 'ItemSalesTaxRet') return specialAccount(company, 'SalesTaxPayable').ListID;
	const found = firstOf(
		referenceIn(wanted, 'OverrideItemAccountRef'),
		item?.SalesOrPurchase?.AccountRef,
		item?.SalesAndPurchase?.IncomeAccountRef,
		item?.IncomeAccountRef,
		item?.AccountRef,
		item?.DepositToAccountRef,
	);
	if (found !== undefined) return found;
	if (item?.kind === 'ItemPaymentRet') return specialAccount(company, 'UndepositedFunds').ListID;
	return firstAccount(company, 'Income').ListID;
}

/** What of a line's price goes when something else about it changes. */
const outdated: ReadonlyArray<readonly [changed: string, ...outdated: string[]]> = [
	[
		'ItemRef',
		...['Desc', 'Rate', 'RatePercent', 'Amount', 'SalesTaxCodeRef', 'UnitOfMeasure'],
		...['MarkupRate', 'MarkupRatePercent'],
	],
	['PriceLevelRef', 'Rate', 'RatePercent', 'Amount', 'MarkupRate', 'MarkupRatePercent'],
	['UnitOfMeasure', 'Rate', 'Amount'],
	['Rate', 'RatePercent', 'Amount'],
	['RatePercent', 'Rate', 'Amount'],
	['Quantity', 'Amount'],
	['MarkupRate', 'MarkupRatePercent', 'Amount'],
	['MarkupRatePercent', 'MarkupRate', 'Amount'],
	['Amount', 'Rate', 'RatePercent', 'MarkupRate', 'MarkupRatePercent'],
];

/** What a line says, with what a change outdates taken away. An amount alone stays although its number changes. */
function wantedOf({ given, before }: LineDraft): RecordContent {
	const kept: RecordContent = { ...before };
	delete kept.booked;
	if (kept.RatePercent !== undefined) delete kept.Amount;
	const hasRate = before?.Rate !== undefined || given.Rate !== undefined;
	for (const [changed, ...others] of outdated) {
		if (given[changed] === undefined || given[changed] === '') continue;
		if (changed === 'Quantity' && !hasRate) continue;
		for (const other of others) delete kept[other];
	}
	// What comes from the line of an order has both, and they fit.
	const isOwnAmount = textIn(given, 'Amount') !== undefined && given.LinkToTxn === undefined;
	return overlay(kept, isOwnAmount ? without(given, 'Rate') : given);
}

const priceElements = ['Amount', 'Quantity', 'Rate', 'RatePercent'];

/** A line without an item has nothing but text, and a discount is not counted. */
function checkGivenPrice(item: Item | undefined, { given, isOpening }: LineDraft): void {
	const hasPrice = priceElements.some((name) => textIn(given, name) !== undefined);
	if (item === undefined && hasPrice && !isOpening) {
		throw refusedBy('amount-without-an-item', 'ItemRef');
	}
	if (item?.kind === 'ItemDiscountRet' && textIn(given, 'Quantity') !== undefined) {
		throw refusedBy('quantity-of-a-sold-discount', 'Quantity');
	}
}

function priceLine(
	sale: SaleOfLines,
	draft: LineDraft,
	before: { lines: PricedLine[]; base: Big },
): PricedLine {
	const { writing, isPosting } = sale;
	const { company, moment } = writing;
	const wanted = wantedOf(draft);
	const item = findById(company.items, referenceIn(wanted, 'ItemRef')?.ListID);
	checkGivenPrice(item, draft);
	const isFresh = draft.before === undefined || draft.given.ItemRef !== undefined;
	const { amount, ...rates } = priceOf(sale, item, wanted, before);
	const taxCode = taxCodeOf(sale, item, wanted);
	const { IsTaxable } = findById(company.salesTaxCodes, taxCode?.ListID) ?? {};
	const { LinkToTxn, OverrideItemAccountRef } = wanted;
	const rest = without(
		wanted,
		'Rate',
		'RatePercent',
		'Amount',
		'DataExt',
		'LinkToTxn',
		'PriceLevelRef',
		'OverrideItemAccountRef',
	);
	const Quantity = textIn(wanted, 'Quantity');
	const counts = item?.kind !== 'ItemSubtotalRet';
	const isTax = item?.kind === 'ItemSalesTaxRet';
	const keptAccount = isFresh || OverrideItemAccountRef ? undefined : draft.before?.booked?.account;
	const link = LinkToTxn as { TxnID: string; TxnLineID: string } | undefined;
	const { order, orderLine } = draft.before?.booked ?? {};
	const stock = isPosting
		? soldFromStock(company, item, {
				Quantity,
				UnitOfMeasure: textIn(wanted, 'UnitOfMeasure'),
				before: draft.before,
			})
		: {};
	const line: Line = {
		...rest,
		...rates,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		...(item && { ItemRef: referenceTo(item) }),
		Desc: textIn(wanted, 'Desc') ?? (isFresh ? describe(item) : undefined),
		...(Quantity !== undefined && { Quantity: formatQuantity(decimal(Quantity)) }),
		...(amount && { Amount: formatAmount(amount) }),
		ClassRef:
			referenceIn(wanted, 'ClassRef') ??
			(isFresh ? referenceIn(writing.fields, 'ClassRef') : undefined),
		SalesTaxCodeRef: taxCode,
		DataExtRet: extensionsIn(company, draft.given, sale.object) ?? draft.before?.DataExtRet,
		booked: {
			...(amount && { account: keptAccount ?? incomeAccountOf(company, item, wanted) }),
			...(!counts && { repeats: 'true' }),
			...(isTax && { tax: 'true' }),
			...stock,
			...(order && { order, orderLine }),
			...(link && { order: link.TxnID, orderLine: link.TxnLineID }),
		},
	};
	return {
		line,
		amount: amount ?? new Big(0),
		isTaxable: IsTaxable === 'true',
		counts,
		isTax,
		isFixedDiscount: item?.kind === 'ItemDiscountRet' && rates.RatePercent === undefined,
	};
}

/** The lines of a group of items: each item as often as the group has it. */
function groupMembers(company: Company, draft: LineDraft, lineElement: string): LineDraft[] {
	const group = findById(company.items, referenceIn(draft.given, 'ItemGroupRef')?.ListID);
	const times = decimal(textIn(draft.given, 'Quantity') ?? '1');
	return (group?.ItemGroupLine ?? []).map(({ ItemRef, Quantity, UnitOfMeasure }) => {
		const isDiscount = findById(company.items, ItemRef?.ListID)?.kind === 'ItemDiscountRet';
		return {
			element: lineElement,
			given: {
				ItemRef,
				...(!isDiscount && {
					Quantity: formatQuantity(decimal(Quantity ?? '1').times(times)),
				}),
				...(UnitOfMeasure && { UnitOfMeasure }),
			},
		};
	});
}

/** Like a discount, a group of nothing but discounts is not counted. */
function requireCountable(company: Company, { given }: LineDraft): void {
	const group = findById(company.items, referenceIn(given, 'ItemGroupRef')?.ListID);
	const members = group?.ItemGroupLine ?? [];
	const isDiscount = ({ ItemRef }: (typeof members)[number]): boolean =>
		findById(company.items, ItemRef?.ListID)?.kind === 'ItemDiscountRet';
	if (members.length === 0 || !members.every(isDiscount)) return;
	if (textIn(given, 'Quantity') === undefined) return;
	throw refusedBy('quantity-of-a-sold-discount', 'Quantity');
}

/** How the lines of a group change when it is named: as its own lines say, or else with its number. */
export function linesOfGroup(company: Company, set: LineSet, draft: LineDraft): LineDraft[] {
	const { before, given, lines } = draft;
	if (lines && lines.length > 0) return lines;
	if (before === undefined || given.ItemGroupRef !== undefined) {
		requireCountable(company, draft);
		return groupMembers(company, draft, set.add[0]);
	}
	const number = textIn(given, 'Quantity');
	const earlier = decimal(before.Quantity ?? '1');
	const times = number && !earlier.eq(0) ? decimal(number).div(earlier) : undefined;
	return linesOf(before, set).map((line) => ({
		element: set.mod[0],
		given:
			times && line.Quantity !== undefined
				? { Quantity: formatQuantity(decimal(line.Quantity).times(times)) }
				: {},
		before: line,
	}));
}

/** The head of a group of lines. */
export function groupHead(writing: Writing, draft: LineDraft, object: string): RecordContent {
	const { company, moment } = writing;
	const wanted = without(overlay(draft.before, draft.given), 'DataExt');
	const reference = referenceIn(wanted, 'ItemGroupRef');
	if (reference === undefined) throw new Refusal(3150, 'ItemGroupRef');
	const group = findById(company.items, reference.ListID);
	const Quantity = textIn(wanted, 'Quantity');
	return {
		...wanted,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		Desc: group?.ItemDesc,
		...(Quantity !== undefined && { Quantity: formatQuantity(decimal(Quantity)) }),
		IsPrintItemsInGroup: group?.IsPrintItemsInGroup ?? 'false',
		DataExtRet: extensionsIn(company, draft.given, object) ?? draft.before?.DataExtRet,
	};
}

/**
 * Prices the lines of a sale. Every amount is rounded to cents; a discount applies to the line or the group above it, a
 * subtotal to the lines since the last subtotal. A line is taxed by its own tax code, otherwise by its item's, and not at all
 * for a customer whose tax code is not taxable.
 */
export function priceLines(sale: SaleOfLines, drafts: LineDraft[]): PricedLines {
	const all: PricedLine[] = [];
	const lines: Line[] = [];
	let base = new Big(0);
	const price = (draft: LineDraft): Line => {
		const made = priceLine(sale, draft, { lines: all, base });
		all.push(made);
		base = made.amount;
		return made.line;
	};
	for (const draft of drafts) {
		if (draft.element.includes('Group')) {
			const head = groupHead(sale.writing, draft, sale.object);
			const inner = linesOfGroup(sale.writing.company, sale.set, draft).map(price);
			const group = withGroupTotal({ ...head, [sale.set.ret]: inner }, inner) as Line;
			base = decimal(textIn(group, 'TotalAmount') ?? '0');
			lines.push(group);
		} else {
			lines.push(price(draft));
		}
	}
	const counted = all.filter(({ counts }) => counts);
	const taxables = all.map((line, place) => taxableOf(line, all.slice(0, place)));
	const taxed = new Map<string, Big>();
	for (const [place, taxable] of taxables.entries()) {
		const code = referenceIn(all[place].line, 'SalesTaxCodeRef')?.ListID ?? '';
		if (!taxable.eq(0)) taxed.set(code, taxable.plus(taxed.get(code) ?? 0));
	}
	return {
		lines,
		subtotal: sum(counted.map(({ amount }) => amount)),
		taxable: sum(taxables),
		taxed,
	};
}

/**
 * What is taxed of a line. A fixed discount is spread over the lines above it, up to a subtotal, and lowers the tax as far as
 * these are taxed.
 */
function taxableOf(
	{ amount, counts, isTaxable, isFixedDiscount }: PricedLine,
	above: PricedLine[],
) {
	if (!counts || !isTaxable) return new Big(0);
	const reached = above.slice(above.findLastIndex((line) => !line.counts) + 1);
	const all = sum(reached.map((line) => line.amount));
	if (!isFixedDiscount || all.eq(0)) return amount;
	const taxed = sum(reached.filter((line) => line.isTaxable).map((line) => line.amount));
	return amount.times(taxed).div(all).round(2, Big.roundHalfUp);
}

/** The lines as they are, each to be priced again. */
export const sameLines = (lines: Line[], set: LineSet): LineDraft[] =>
	lines.map((before) => ({
		element: set.mod[isGroupLine(before) ? 1 : 0],
		given: {},
		before,
	}));

/** What is requested of a set of lines, or the lines that are there. */
export const draftsOf = ({ lines, before }: Writing, set: LineSet): LineDraft[] =>
	lines[set.ret] ?? sameLines(before ? linesOf(before, set) : [], set);
