import Big from 'big.js';

import { formatAmount } from '../amounts';
import { type ListName, listRecord, referenceTo } from '../identifiers';
import type { Account, Company } from '../types';
import type { Reference } from '../value-types';

type Lists = Pick<
	Company,
	| 'currencies'
	| 'salesTaxCodes'
	| 'terms'
	| 'classes'
	| 'accounts'
	| 'templates'
	| 'paymentMethods'
	| 'shipMethods'
	| 'customerMsgs'
	| 'customerTypes'
	| 'vendorTypes'
	| 'jobTypes'
>;

const seededCurrencies = [
	['US Dollar', 'USD', '1'],
	['Euro', 'EUR', '1.09'],
	['Canadian Dollar', 'CAD', '0.73'],
] as const;

const salesTaxCodes = [
	['Tax', 'true', 'Taxable Sales'],
	['Non', 'false', 'Non-Taxable Sales'],
	['Out', 'false', 'Sale shipped out of state'],
	['LBR', 'false', 'Non-taxable labor'],
] as const;

const terms = [
	['Net 30', '30', '0', '0.00'],
	['Net 15', '15', '0', '0.00'],
	['Due on receipt', '0', '0', '0.00'],
	['2% 10 Net 30', '30', '10', '2.00'],
] as const;

const paymentMethods = [
	['Cash', 'Cash'],
	['Check', 'Check'],
	['American Express', 'AmericanExpress'],
	['MasterCard', 'MasterCard'],
	['Visa', 'Visa'],
] as const;

/** Top-level classes, and their subclasses after a colon. */
const classNames = ['Commercial', 'Residential', 'Residential:Repairs', 'Overhead'];

const templates = [
	['Product Invoice', 'Invoice'],
	['Service Invoice', 'Invoice'],
	['Standard Credit Memo', 'CreditMemo'],
	['Standard Estimate', 'Estimate'],
	['Custom Sales Receipt', 'SalesReceipt'],
	['Custom Sales Order', 'SalesOrder'],
	['Custom Purchase Order', 'PurchaseOrder'],
] as const;

/** Name, type, number, and the position of the currency above. */
const accounts: ReadonlyArray<readonly [string, string, string, number]> = [
	['Accounts Receivable', 'AccountsReceivable', '1200', 0],
	['Accounts Receivable - EUR', 'AccountsReceivable', '1210', 1],
	['Accounts Receivable - CAD', 'AccountsReceivable', '1220', 2],
	['Checking', 'Bank', '1010', 0],
	['Savings & Reserve', 'Bank', '1020', 0],
	['Undeposited Funds', 'OtherCurrentAsset', '1499', 0],
	['Inventory Asset', 'OtherCurrentAsset', '1300', 0],
	['Accounts Payable', 'AccountsPayable', '2000', 0],
	['Sales Tax Payable', 'OtherCurrentLiability', '2200', 0],
	['Opening Balance Equity', 'Equity', '3000', 0],
	['Service Income', 'Income', '4010', 0],
	['Product Sales', 'Income', '4020', 0],
	['Freight & Handling', 'Income', '4030', 0],
	['Sales Discounts', 'Income', '4900', 0],
	['Cost of Goods Sold', 'CostOfGoodsSold', '5000', 0],
	['Subcontractors', 'Expense', '6100', 0],
	['Exchange Gain or Loss', 'OtherExpense', '7900', 0],
	['Uncategorized Income', 'Income', '4999', 0],
	['Uncategorized Expenses', 'Expense', '6999', 0],
	['Company Card', 'CreditCard', '2100', 0],
	['Accounts Payable - EUR', 'AccountsPayable', '2010', 1],
	['Accounts Payable - CAD', 'AccountsPayable', '2020', 2],
	['Office Supplies', 'Expense', '6200', 0],
	['Retained Earnings', 'Equity', '3900', 0],
];

const special: Record<string, string> = {
	'Accounts Receivable': 'AccountsReceivable',
	'Accounts Payable': 'AccountsPayable',
	'Undeposited Funds': 'UndepositedFunds',
	'Opening Balance Equity': 'OpeningBalanceEquity',
	'Inventory Asset': 'InventoryAssets',
	'Sales Tax Payable': 'SalesTaxPayable',
	'Cost of Goods Sold': 'CostOfGoodsSold',
	'Exchange Gain or Loss': 'ExchangeGainLoss',
	'Uncategorized Income': 'UncategorizedIncome',
	'Uncategorized Expenses': 'UncategorizedExpenses',
	'Retained Earnings': 'RetainedEarnings',
};

function createClasses(created: Date): Company['classes'] {
	const classes: Company['classes'] = [];
	classNames.forEach((FullName, index) => {
		const names = FullName.split(':');
		const parent = classes.find((other) => other.FullName === names.slice(0, -1).join(':'));
		classes.push({
			...listRecord('classes', index, names.at(-1) ?? FullName, created),
			FullName,
			...(parent && { ParentRef: referenceTo(parent) }),
			Sublevel: String(names.length - 1),
		});
	});
	return classes;
}

const createAccounts = (currencies: Reference[], created: Date): Account[] =>
	accounts.map(([name, AccountType, AccountNumber, currency], index) => ({
		...listRecord('accounts', index, name, created),
		FullName: name,
		Sublevel: '0',
		AccountType,
		SpecialAccountType: special[name],
		AccountNumber,
		Balance: formatAmount(new Big(0)),
		TotalBalance: formatAmount(new Big(0)),
		CurrencyRef: currencies[currency],
	}));

/** The short lists that other records refer to. */
export function createLists(created: Date): Lists {
	const currencies = seededCurrencies.map(([name, CurrencyCode, ExchangeRate], index) => ({
		...listRecord('currencies', index, name, created),
		CurrencyCode,
		ExchangeRate,
	}));
	const named = (list: ListName, names: readonly string[]) =>
		names.map((name, index) => listRecord(list, index, name, created));
	const typed = (list: ListName, names: readonly string[]) =>
		named(list, names).map((record) => ({ ...record, FullName: record.Name, Sublevel: '0' }));
	return {
		paymentMethods: paymentMethods.map(([name, PaymentMethodType], index) => ({
			...listRecord('paymentMethods', index, name, created),
			PaymentMethodType,
		})),
		shipMethods: named('shipMethods', ['UPS', 'FedEx', 'Truck', 'Pickup']),
		customerMsgs: named('customerMsgs', [
			'Thank you for your business.',
			'Please remit to the above address.',
		]),
		customerTypes: typed('customerTypes', ['Commercial', 'Residential', 'Referral']),
		vendorTypes: typed('vendorTypes', ['Supplies', 'Subcontractors', 'Tax agency']),
		jobTypes: typed('jobTypes', ['Kitchen', 'Remodel', 'Repairs']),
		currencies,
		salesTaxCodes: salesTaxCodes.map(([name, IsTaxable, Desc], index) => ({
			...listRecord('salesTaxCodes', index, name, created),
			IsTaxable,
			Desc,
		})),
		terms: terms.map(([name, StdDueDays, StdDiscountDays, DiscountPct], index) => ({
			...listRecord('terms', index, name, created),
			StdDueDays,
			StdDiscountDays,
			DiscountPct,
		})),
		classes: createClasses(created),
		accounts: createAccounts(currencies.map(referenceTo), created),
		templates: templates.map(([name, TemplateType], index) => ({
			...listRecord('templates', index, name, created),
			TemplateType,
		})),
	};
}
