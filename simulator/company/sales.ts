import type Big from 'big.js';

import { addressBlock } from './addresses';
import { decimal, formatAmount, formatPrice, formatQuantity, percentOf } from './amounts';
import { addDays, formatDate, formatDateTime, secondsOf } from './dates';
import { referenceTo, touch, transactionId } from './identifiers';
import { type LineDraft, priceLines } from './sale-lines';
import type { Sale, SaleLine } from './sale-types';
import type { Company, Customer, Item, SalesTaxCode } from './types';
import type { Reference } from './value-types';

/** A requested sale with its references resolved. What it leaves out comes from the customer. */
export interface SaleDraft {
	customer: Customer;
	lines: LineDraft[];
	itemSalesTax?: Item;
	customerSalesTaxCode?: SalesTaxCode;
	fields: Partial<
		Pick<
			Sale,
			| 'ClassRef'
			| 'ARAccountRef'
			| 'TemplateRef'
			| 'TxnDate'
			| 'RefNumber'
			| 'BillAddress'
			| 'ShipAddress'
			| 'IsPending'
			| 'PONumber'
			| 'TermsRef'
			| 'DueDate'
			| 'FOB'
			| 'ShipDate'
			| 'Memo'
			| 'IsToBePrinted'
			| 'IsToBeEmailed'
			| 'Other'
			| 'ExternalGUID'
			| 'ExchangeRate'
		>
	> & {
		/** Only for an estimate. */
		IsActive?: string;
	};
}

interface MadeSale {
	sale: Sale;
	lines: SaleLine[];
	total: Big;
	/** The total in the company's own currency. */
	homeTotal: Big;
}

function find<T extends { ListID: string }>(list: T[], reference: Reference): T {
	const found = list.find(({ ListID }) => ListID === reference.ListID);
	if (found === undefined) throw new Error(`The company file has no ${reference.FullName}.`);
	return found;
}

/** The next number of a series: one more than the highest numeric one. */
export function nextRefNumber(sales: Array<{ RefNumber: string }>): string {
	const numbers = sales.map(({ RefNumber }) => RefNumber).filter((text) => /^\d+$/.test(text));
	return String(numbers.reduce((highest, text) => Math.max(highest, Number(text)), 0) + 1);
}

function receivableOf(company: Company, currency: Reference): Reference {
	const account = company.accounts.find(
		({ AccountType, CurrencyRef }) =>
			AccountType === 'AccountsReceivable' && CurrencyRef.ListID === currency.ListID,
	);
	if (account === undefined) throw new Error(`No receivable account in ${currency.FullName}.`);
	return referenceTo(account);
}

const dueDateOf = (company: Company, date: string, terms: Reference | undefined): string =>
	terms === undefined ? date : addDays(date, Number(find(company.terms, terms).StdDueDays));

/** The customer's tax item, or the company's first one if the customer has none. */
function taxItemOf(company: Company, customer: Customer): Item {
	const [usual] = company.items.filter(({ kind }) => kind === 'ItemSalesTaxRet');
	return customer.ItemSalesTaxRef === undefined
		? usual
		: find(company.items, customer.ItemSalesTaxRef);
}

/** Completes a sale: prices, tax, due date, addresses, identifiers. Uses the next transaction number. */
export function makeSale(
	company: Company,
	draft: SaleDraft & { templateType: string; RefNumber: string },
	created: Date,
): MadeSale {
	const { customer, fields } = draft;
	const customerTaxCode =
		draft.customerSalesTaxCode ?? find(company.salesTaxCodes, customer.SalesTaxCodeRef);
	const taxItem = draft.itemSalesTax ?? taxItemOf(company, customer);
	const { lines, subtotal, taxable } = priceLines(company, draft.lines, customerTaxCode);
	const tax = percentOf(taxable, decimal(taxItem.TaxRate ?? '0'));
	const total = subtotal.plus(tax);
	const currency = find(company.currencies, customer.CurrencyRef);
	const exchangeRate = formatQuantity(decimal(fields.ExchangeRate ?? currency.exchangeRate));
	const TxnDate = fields.TxnDate ?? formatDate(created);
	const terms = fields.TermsRef ?? customer.TermsRef;
	const template = company.templates.find(
		({ TemplateType }) => TemplateType === draft.templateType,
	);
	if (template === undefined) throw new Error(`No template for ${draft.templateType}.`);
	const BillAddress = fields.BillAddress ?? customer.BillAddress;
	const ShipAddress = fields.ShipAddress ?? customer.ShipAddress;
	company.lastTransactionNumber += 1;
	const sale: Sale = {
		ARAccountRef: receivableOf(company, customer.CurrencyRef),
		TemplateRef: referenceTo(template),
		ShipDate: TxnDate,
		IsPending: 'false',
		IsToBePrinted: 'true',
		IsToBeEmailed: 'false',
		...fields,
		TxnID: transactionId(company.lastTransactionNumber, created),
		TimeCreated: formatDateTime(created),
		TimeModified: formatDateTime(created),
		EditSequence: String(secondsOf(created)),
		TxnNumber: String(company.lastTransactionNumber),
		CustomerRef: referenceTo(customer),
		TxnDate,
		RefNumber: draft.RefNumber,
		BillAddress,
		BillAddressBlock: BillAddress && addressBlock(BillAddress),
		ShipAddress,
		ShipAddressBlock: ShipAddress && addressBlock(ShipAddress),
		TermsRef: terms,
		DueDate: fields.DueDate ?? dueDateOf(company, TxnDate, terms),
		Subtotal: formatAmount(subtotal),
		ItemSalesTaxRef: referenceTo(taxItem),
		SalesTaxPercentage: formatPrice(decimal(taxItem.TaxRate ?? '0')),
		SalesTaxTotal: formatAmount(tax),
		CurrencyRef: customer.CurrencyRef,
		ExchangeRate: exchangeRate,
		CustomerSalesTaxCodeRef: referenceTo(customerTaxCode),
	};
	return {
		sale,
		lines: lines.map((line) => ({
			...line,
			ClassRef: line.ClassRef ?? fields.ClassRef,
			TxnLineID: nextLineId(company, created),
		})),
		total,
		homeTotal: percentOf(total, decimal(exchangeRate).times(100)),
	};
}

function nextLineId(company: Company, created: Date): string {
	company.lastLineNumber += 1;
	return transactionId(company.lastLineNumber, created);
}

/** Changes a customer's balance, its parents' total balances and the receivable account by an amount. */
export function moveBalance(
	company: Company,
	customer: Customer,
	receivable: Reference,
	amount: Big,
	moment: Date,
): void {
	customer.Balance = formatAmount(decimal(customer.Balance).plus(amount));
	touch(customer, moment);
	for (
		let holder: Customer | undefined = customer;
		holder !== undefined;
		holder = holder.ParentRef && find(company.customers, holder.ParentRef)
	) {
		holder.TotalBalance = formatAmount(decimal(holder.TotalBalance).plus(amount));
	}
	const account = find(company.accounts, receivable);
	account.Balance = formatAmount(decimal(account.Balance).plus(amount));
	account.TotalBalance = account.Balance;
}
