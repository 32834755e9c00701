import { findById } from '../find';
import { refusedBy } from '../follow';
import { referenceTo } from '../identifiers';
import { isInHomeCurrency } from '../postings';
import type { Account, Company, ListRecord } from '../types';
import type { Reference } from '../value-types';

/** The account that the company file uses for a purpose. */
export function specialAccount(company: Company, purpose: string): Account {
	const account = company.accounts.find(({ SpecialAccountType }) => SpecialAccountType === purpose);
	if (account === undefined) throw new Error(`The chart of accounts has no ${purpose}.`);
	return account;
}

type Named = Pick<ListRecord, 'ListID' | 'Name'>;

function accountIn(company: Company, type: string, currency: Named): Reference {
	const account = company.accounts.find(
		({ AccountType, CurrencyRef }) =>
			AccountType === type && CurrencyRef.ListID === currency.ListID,
	);
	if (account === undefined) throw new Error(`No ${type} account in ${currency.Name}.`);
	return referenceTo(account);
}

/** The account for what customers owe in a currency. */
export const receivableIn = (company: Company, currency: Named): Reference =>
	accountIn(company, 'AccountsReceivable', currency);

/** The account for what is owed to vendors in a currency. */
export const payableIn = (company: Company, currency: Named): Reference =>
	accountIn(company, 'AccountsPayable', currency);

/** The first account of a type, for what is not booked to any other. */
export function firstAccount(company: Company, type: string): Reference {
	const account = company.accounts.find(({ AccountType }) => AccountType === type);
	if (account === undefined) throw new Error(`The chart of accounts has no ${type}.`);
	return referenceTo(account);
}

/** Where gains and losses between two exchange rates are booked to. */
export const gainsAccount = (company: Company): string =>
	specialAccount(company, 'ExchangeGainLoss').ListID;

/**
 * Refuses an account in a third currency, which is neither the company's nor that of the transaction.
 * @param place what QuickBooks calls the transaction
 */
export function requireFitting(
	company: Company,
	reference: Reference | undefined,
	currency: Named,
	place: string,
): void {
	const account = findById(company.accounts, reference?.ListID);
	if (account === undefined || isInHomeCurrency(company, account)) return;
	if (account.CurrencyRef.ListID === currency.ListID) return;
	throw refusedBy('account-in-a-third-currency', 'Account', account.FullName, place);
}
