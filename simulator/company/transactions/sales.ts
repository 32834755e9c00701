import Big from 'big.js';

import { addressBlock } from '../addresses';
import { decimal, formatAmount, formatPrice, percentOf } from '../amounts';
import { addDays } from '../dates';
import { findById } from '../find';
import { follows, refusedBy } from '../follow';
import { referenceTo } from '../identifiers';
import { balanced, type Part, type Posting } from '../postings';
import { Refusal } from '../refusal';
import type { Line, Transaction } from '../sale-types';
import type { Company, Customer, Item } from '../types';
import type { Address, RecordContent, Reference } from '../value-types';
import { gainsAccount, receivableIn, requireFitting, specialAccount } from './accounts';
import { currencyWith, dateOf, exchangeRateOf } from './head';
import {
	allLinesOf,
	type LineSet,
	linesOf,
	referenceIn,
	textIn,
	type TransactionKind,
	type Writing,
} from './kind';
import { extensionsIn } from './lines';
import { applyCredits, openOrderLines } from './links';
import { draftsOf, priceLines, untaxedCode } from './pricing';
import { stockParts } from './stock';

const usualTaxItem = (company: Company): Item | undefined =>
	company.items.find(({ kind }) => kind === 'ItemSalesTaxRet');

/** The tax item of a sale, of its customer, or the company's first one. An order may have none. */
function taxItemOf(
	{ company, fields }: Writing,
	customer: Customer | undefined,
	name: string,
): Item | undefined {
	const own =
		findById(company.items, referenceIn(fields, 'ItemSalesTaxRef')?.ListID) ??
		findById(company.items, customer?.ItemSalesTaxRef?.ListID);
	return own ?? (name === 'SalesOrder' ? undefined : usualTaxItem(company));
}

/** The rate of a tax, or of all taxes in a group. */
function taxRateOf(company: Company, item: Item | undefined): Big {
	if (item?.kind !== 'ItemSalesTaxGroupRet') return decimal(item?.TaxRate ?? '0');
	return (item.ItemSalesTaxRef ?? []).reduce(
		(total, { ListID }) => total.plus(decimal(findById(company.items, ListID)?.TaxRate ?? '0')),
		new Big(0),
	);
}

/** The tax where each line is taxed by its own code. */
const taxOfCodes = (company: Company, taxed: ReadonlyMap<string, Big>): Big =>
	[...taxed].reduce((total, [code, taxable]) => {
		const { ItemSalesTaxRef } = findById(company.salesTaxCodes, code) ?? {};
		const item = findById(company.items, ItemSalesTaxRef?.ListID) ?? usualTaxItem(company);
		return total.plus(percentOf(taxable, taxRateOf(company, item)));
	}, new Big(0));

/** A sale keeps the rate it was taxed at for as long as its tax is not chosen anew. */
function taxRateIn({ company, given, before }: Writing, item: Item | undefined): Big {
	const kept = before && textIn(before, 'SalesTaxPercentage');
	const isChosen = given.ItemSalesTaxRef !== undefined || given.CustomerRef !== undefined;
	return kept === undefined || isChosen ? taxRateOf(company, item) : decimal(kept);
}

/** When a sale or a bill with these terms is due. */
function dueDateOf(company: Company, date: string, terms: Reference | undefined): string {
	const { StdDueDays } = findById(company.terms, terms?.ListID) ?? {};
	return StdDueDays === undefined ? date : addDays(date, Number(StdDueDays));
}

/** A due date moves with the date and the terms, unless it is given. */
export function dueDateIn(writing: Writing, date: string, terms: Reference | undefined): string {
	const { company, given, fields } = writing;
	const stays = given.TxnDate === undefined && given.TermsRef === undefined;
	const own = given.DueDate !== undefined || stays ? textIn(fields, 'DueDate') : undefined;
	return own ?? dueDateOf(company, date, terms);
}

/** The discount of the terms for paying early. Nothing takes it by itself. */
function discountOfTerms(
	company: Company,
	terms: Reference | undefined,
	{ total, TxnDate }: { total: Big; TxnDate: string },
): RecordContent {
	const { DiscountPct = '0', StdDiscountDays = '0' } = findById(company.terms, terms?.ListID) ?? {};
	const hasDiscount = decimal(DiscountPct).gt(0);
	return {
		SuggestedDiscountAmount: hasDiscount
			? formatAmount(percentOf(total, decimal(DiscountPct)))
			: undefined,
		SuggestedDiscountDate: hasDiscount ? addDays(TxnDate, Number(StdDiscountDays)) : undefined,
	};
}

/** An address and its printed form. */
export const withBlock = (name: string, address: Address | undefined): RecordContent => ({
	[name]: address,
	[`${name}Block`]: address && addressBlock(address),
});

const addressIn = (fields: RecordContent, name: string): Address | undefined =>
	fields[name] as Address | undefined;

/** The template that is given, or the first one for this kind of transaction. */
export function templateOf(
	{ company, fields }: Pick<Writing, 'company' | 'fields'>,
	type: string,
): Reference | undefined {
	const own = referenceIn(fields, 'TemplateRef');
	if (own !== undefined) return own;
	const usual = company.templates.find(({ TemplateType }) => TemplateType === type);
	return usual && referenceTo(usual);
}

interface SaleDescription extends Pick<TransactionKind, 'name' | 'list'> {
	/** What it does to the accounts; nothing if it is only an offer or an order. */
	books?: 'receivable' | 'credit' | 'deposit';
	/** What a sale has of its own, once its amounts are known. */
	more?: (
		writing: Writing,
		amounts: { total: Big; homeTotal: Big; TxnDate: string },
	) => RecordContent;
	hasDefaultsOf?: ReadonlyArray<'ShipDate' | 'IsPending' | 'IsToBePrinted' | 'DueDate'>;
	link?: TransactionKind['link'];
	open?: TransactionKind['open'];
	settles?: TransactionKind['settles'];
}

const totalOf = (sale: RecordContent): Big =>
	decimal(textIn(sale, 'Subtotal') ?? '0').plus(decimal(textIn(sale, 'SalesTaxTotal') ?? '0'));

/** An amount of a transaction in the company's own currency. */
export const inHomeCurrency = (amount: Big, rate: string | undefined): Big =>
	percentOf(amount, decimal(rate ?? '1').times(100));

const isNotPosting = ({ IsPending }: RecordContent): boolean => IsPending === 'true';

/** The lines that the request gives, those it takes over from orders, or the lines that are there. */
function draftsFor(writing: Writing, set: LineSet) {
	const orders = new Set((writing.given.LinkToTxnID ?? []) as string[]);
	const fromOrders = [...orders].flatMap((order) => openOrderLines(writing, order, set));
	return fromOrders.length > 0
		? [...fromOrders, ...(writing.lines[set.ret] ?? [])]
		: draftsOf(writing, set);
}

function customerOf({ company, fields }: Writing): Customer | undefined {
	return findById(company.customers, referenceIn(fields, 'CustomerRef')?.ListID);
}

function requireOneCurrency({ before, given }: Writing, customer: Customer | undefined): void {
	if (before === undefined || given.CustomerRef === undefined || customer === undefined) return;
	if (before.CurrencyRef?.ListID === customer.CurrencyRef.ListID) return;
	throw new Refusal(3210, 'CustomerRef', customer.FullName, 'The customer has another currency.');
}

/** The account of the last sale of this kind, where the company file goes by that. */
function lastReceivable(company: Company, list: SaleDescription['list']): Reference | undefined {
	if (follows(company, 'receivable-account-left-out')) return undefined;
	const last = (company[list] as Transaction[]).at(-1);
	return last && referenceIn(last, 'ARAccountRef');
}

/** Nobody may owe more than is allowed after a new invoice. */
function requireWithinCredit(invoice: Transaction, writing: Writing): void {
	const { CreditLimit, TotalBalance = '0' } = customerOf(writing) ?? {};
	if (writing.before !== undefined || isNotPosting(invoice) || CreditLimit === undefined) return;
	if (decimal(TotalBalance).lte(decimal(CreditLimit))) return;
	throw refusedBy('over-the-credit-limit', 'Invoice');
}

/** Refuses an invoice that is to be e-mailed to nobody, where the company file does that. */
function requireAddressee(
	{ company, fields }: Writing,
	customer: Customer | undefined,
	name: string,
): void {
	if (name !== 'Invoice' || textIn(fields, 'IsToBeEmailed') !== 'true') return;
	if (customer?.Email || follows(company, 'invoice-to-nobody-by-e-mail')) return;
	throw new Refusal(3180, name, 'The customer has no e-mail address.');
}

/** What a sale says of its tax as a whole. */
function taxOfWhole({ country, chargesSalesTax }: Company, item: Item | undefined, rate: Big) {
	if (country !== 'US') return {};
	const isTaxed = chargesSalesTax && item !== undefined;
	return {
		ItemSalesTaxRef: isTaxed ? referenceTo(item) : undefined,
		SalesTaxPercentage: isTaxed ? formatPrice(rate) : undefined,
	};
}

function completeSale(
	{ name, list, books, more, hasDefaultsOf = [] }: SaleDescription,
	set: LineSet,
	writing: Writing,
): RecordContent {
	const { company, fields, given, before } = writing;
	const customer = customerOf(writing);
	requireOneCurrency(writing, customer);
	requireAddressee(writing, customer, name);
	const taxCode = company.chargesSalesTax
		? findById(
				company.salesTaxCodes,
				referenceIn(fields, 'CustomerSalesTaxCodeRef')?.ListID ?? customer?.SalesTaxCodeRef.ListID,
			)
		: untaxedCode(company);
	const taxItem = taxItemOf(writing, customer, name);
	const currency = currencyWith(company, customer?.CurrencyRef.ListID);
	const isForeign = company.country !== 'US';
	if (isForeign && given.ItemSalesTaxRef !== undefined) {
		const { FullName } = referenceIn(given, 'ItemSalesTaxRef') ?? {};
		throw refusedBy('tax-of-a-whole-sale', 'Item Sales Tax', FullName ?? '', name);
	}
	const { lines, subtotal, taxable, taxed } = priceLines(
		{
			writing,
			set,
			object: name,
			customer,
			customerTaxCode: taxCode,
			isPosting: books !== undefined && !isNotPosting(fields),
		},
		draftsFor(writing, set),
	);
	const rate = taxRateIn(writing, taxItem);
	const tax = isForeign ? taxOfCodes(company, taxed) : percentOf(taxable, rate);
	const total = subtotal.plus(tax);
	const exchangeRate = exchangeRateOf(writing, currency);
	const TxnDate = dateOf(writing);
	const terms = referenceIn(fields, 'TermsRef') ?? (before ? undefined : customer?.TermsRef);
	const home = inHomeCurrency(total, exchangeRate);
	const receivable =
		referenceIn(fields, 'ARAccountRef') ??
		lastReceivable(company, list) ??
		receivableIn(company, currency);
	for (const account of [receivable, referenceIn(fields, 'DepositToAccountRef')]) {
		requireFitting(company, account, currency, name);
	}
	const taxAccount = specialAccount(company, 'SalesTaxPayable').ListID;
	const contents: RecordContent = {
		...(hasDefaultsOf.includes('ShipDate') && { ShipDate: TxnDate }),
		...(hasDefaultsOf.includes('IsPending') && { IsPending: 'false' }),
		...(hasDefaultsOf.includes('IsToBePrinted') && { IsToBePrinted: 'true' }),
		IsToBeEmailed: 'false',
		...fields,
		...((books === 'receivable' || books === 'credit') && { ARAccountRef: receivable }),
		TemplateRef: templateOf(writing, name),
		...(customer && { CustomerRef: referenceTo(customer) }),
		TxnDate,
		...withBlock(
			'BillAddress',
			addressIn(fields, 'BillAddress') ?? (before ? undefined : customer?.BillAddress),
		),
		...withBlock(
			'ShipAddress',
			addressIn(fields, 'ShipAddress') ?? (before ? undefined : customer?.ShipAddress),
		),
		TermsRef: terms,
		...(hasDefaultsOf.includes('DueDate') && { DueDate: dueDateIn(writing, TxnDate, terms) }),
		Subtotal: formatAmount(subtotal),
		...taxOfWhole(company, taxItem, rate),
		SalesTaxTotal: formatAmount(tax),
		CurrencyRef: referenceTo(currency),
		ExchangeRate: exchangeRate,
		CustomerSalesTaxCodeRef: taxCode && referenceTo(taxCode),
		[set.ret]: lines,
		DataExtRet: extensionsIn(company, given, name) ?? before?.DataExtRet,
		booked: {
			...before?.booked,
			entity: customer?.ListID,
			receivable: receivable.ListID,
			tax: taxAccount,
			agency: taxItem?.TaxVendorRef?.ListID,
			gains: gainsAccount(company),
		},
	};
	return {
		...contents,
		...more?.({ ...writing, fields: contents }, { total, homeTotal: home, TxnDate }),
	};
}

/** What a sale takes in is debited, and its lines and the tax are credited; a credit does the opposite. */
function postingsOfSale(
	kind: TransactionKind,
	sale: Transaction,
	books: NonNullable<SaleDescription['books']>,
): Posting[] {
	if (isNotPosting(sale)) return [];
	const sign = books === 'credit' ? -1 : 1;
	const { entity, receivable, tax, agency, gains } = sale.booked;
	const account =
		books === 'deposit' ? referenceIn(sale, 'DepositToAccountRef')?.ListID : receivable;
	const ofClass = referenceIn(sale, 'ClassRef')?.ListID;
	const lines = allLinesOf(kind, sale).filter(({ booked }) => booked?.repeats === undefined);
	const parts: Part[] = [
		{ account: account ?? '', amount: totalOf(sale).times(sign), entity, class: ofClass },
		...lines.flatMap((line) => lineParts(line, sign, entity)),
		{
			account: tax ?? '',
			amount: decimal(textIn(sale, 'SalesTaxTotal') ?? '0').times(-sign),
			entity: agency,
		},
	];
	return balanced(parts, { rate: sale.ExchangeRate, gains });
}

function lineParts(line: Line, sign: 1 | -1, entity: string | undefined): Part[] {
	const { account } = line.booked ?? {};
	if (account === undefined) return [];
	const own: Part = {
		account,
		amount: decimal(line.Amount ?? '0').times(-sign),
		entity,
		item: line.ItemRef?.ListID,
		class: line.ClassRef?.ListID,
		memo: textIn(line, 'Desc'),
	};
	return [own, ...stockParts(line, sign).map((part) => ({ ...part, entity }))];
}

function saleKind(description: SaleDescription): TransactionKind {
	const { name, list, books, link, open, settles } = description;
	const set: LineSet = {
		ret: `${name}LineRet`,
		group: `${name}LineGroupRet`,
		add: [`${name}LineAdd`, `${name}LineGroupAdd`],
		mod: [`${name}LineMod`, `${name}LineGroupMod`],
	};
	const kind: TransactionKind = {
		name,
		list,
		entity: 'CustomerRef',
		lineSets: [set],
		isNumbered: 'numbers-of-sales',
		complete: (writing) => completeSale(description, set, writing),
		postings: (sale) => (books ? postingsOfSale(kind, sale, books) : []),
		total: totalOf,
		link,
		open,
		settles,
	};
	return kind;
}

const amounts =
	(name: string, homeName: string) =>
	(_: Writing, { total, homeTotal }: { total: Big; homeTotal: Big }): RecordContent => ({
		[name]: formatAmount(total),
		[homeName]: formatAmount(homeTotal),
	});

const orderAmounts = amounts('TotalAmount', 'TotalAmountInHomeCurrency');

const invoice = saleKind({
	name: 'Invoice',
	list: 'invoices',
	books: 'receivable',
	hasDefaultsOf: ['ShipDate', 'IsPending', 'IsToBePrinted', 'DueDate'],
	more: ({ company, fields }, { total, TxnDate }) => ({
		IsFinanceCharge: textIn(fields, 'IsFinanceCharge') ?? 'false',
		...discountOfTerms(company, referenceIn(fields, 'TermsRef'), { total, TxnDate }),
	}),
	settles: 'charge',
	open: (sale, applied) => {
		const open = totalOf(sale).minus(applied);
		return {
			AppliedAmount: formatAmount(applied.times(-1)),
			BalanceRemaining: formatAmount(open),
			BalanceRemainingInHomeCurrency: formatAmount(inHomeCurrency(open, sale.ExchangeRate)),
			IsPaid: String(open.eq(0)),
		};
	},
	link: (sale, writing) => {
		requireWithinCredit(sale, writing);
		applyCredits(writing, { kind: invoice, transaction: sale });
	},
});

const creditMemo = saleKind({
	name: 'CreditMemo',
	list: 'creditMemos',
	books: 'credit',
	hasDefaultsOf: ['ShipDate', 'IsPending', 'IsToBePrinted', 'DueDate'],
	more: (_, { total }) => ({ TotalAmount: formatAmount(total) }),
	settles: 'credit',
	open: (sale, applied) => {
		const open = totalOf(sale).minus(applied);
		return {
			CreditRemaining: formatAmount(open),
			CreditRemainingInHomeCurrency: formatAmount(inHomeCurrency(open, sale.ExchangeRate)),
		};
	},
});

const salesReceipt = saleKind({
	name: 'SalesReceipt',
	list: 'salesReceipts',
	books: 'deposit',
	hasDefaultsOf: ['ShipDate', 'IsPending', 'IsToBePrinted', 'DueDate'],
	more: (writing, computed) => ({
		...orderAmounts(writing, computed),
		DepositToAccountRef:
			referenceIn(writing.fields, 'DepositToAccountRef') ??
			referenceTo(specialAccount(writing.company, 'UndepositedFunds')),
	}),
});

const estimate = saleKind({
	name: 'Estimate',
	list: 'estimates',
	hasDefaultsOf: ['DueDate'],
	more: (writing, computed) => ({
		IsActive: textIn(writing.fields, 'IsActive') ?? 'true',
		...orderAmounts(writing, computed),
	}),
});

const salesOrder = saleKind({
	name: 'SalesOrder',
	list: 'salesOrders',
	hasDefaultsOf: ['ShipDate', 'IsToBePrinted', 'DueDate'],
	more: (writing, computed) => ({
		...orderAmounts(writing, computed),
		IsManuallyClosed: textIn(writing.fields, 'IsManuallyClosed') ?? 'false',
		IsFullyInvoiced: 'false',
		...orderLines(writing),
	}),
});

/** The lines of a sales order with how much of each has been invoiced. */
function orderLines({ fields, before }: Writing): RecordContent {
	const invoiced = new Map<string, string>();
	for (const line of before ? allLinesOf(salesOrder, before) : []) {
		invoiced.set(line.TxnLineID, textIn(line, 'Invoiced') ?? '0');
	}
	const withInvoiced = (line: Line): Line => ({
		...line,
		...(line.ItemGroupRef
			? { SalesOrderLineRet: linesOf(line, { ret: 'SalesOrderLineRet' }).map(withInvoiced) }
			: line.Amount !== undefined && {
					Invoiced: invoiced.get(line.TxnLineID) ?? '0',
					IsManuallyClosed: textIn(line, 'IsManuallyClosed') ?? 'false',
				}),
	});
	return { SalesOrderLineRet: linesOf(fields, { ret: 'SalesOrderLineRet' }).map(withInvoiced) };
}

/** Sales: invoices, credits and receipts, which are booked, and offers and orders, which are not. */
export const saleKinds = [invoice, creditMemo, salesReceipt, estimate, salesOrder];
