import Big from 'big.js';

import { decimal, formatAmount, formatPrice, formatQuantity } from './amounts';
import { set } from './changes';
import { formatDateTime } from './dates';
import { findById } from './find';
import { touchForBalance } from './follow';
import { Refusal } from './refusal';
import type { Account, Company, Customer, Item, Vendor } from './types';

/** What a transaction does to one account. Debits are positive. Records are named by their ListIDs. */
export interface Posting {
	account: string;
	/** In the transaction's currency. */
	amount: Big;
	/** In the company's own currency. All of these of a transaction add up to nothing. */
	home: Big;
	entity?: string;
	item?: string;
	class?: string;
	memo?: string;
	/** Pieces that come into stock, or go out of it if negative. Then the account is where they are kept. */
	units?: Big;
}

const balanceSheetTypes: ReadonlySet<string> = new Set([
	'AccountsReceivable',
	'AccountsPayable',
	'Bank',
	'CreditCard',
	'Equity',
	'FixedAsset',
	'LongTermLiability',
	'OtherAsset',
	'OtherCurrentAsset',
	'OtherCurrentLiability',
]);

const creditTypes: ReadonlySet<string> = new Set([
	'AccountsPayable',
	'CreditCard',
	'Equity',
	'Income',
	'LongTermLiability',
	'OtherCurrentLiability',
	'OtherIncome',
]);

/** Whether an account is of the balance sheet: it has a balance that goes on from year to year. */
export const isOfBalanceSheet = ({ AccountType }: Pick<Account, 'AccountType'>): boolean =>
	balanceSheetTypes.has(AccountType);

/** Whether credits are what the account is shown with as positive. */
export const isCreditAccount = ({ AccountType }: Pick<Account, 'AccountType'>): boolean =>
	creditTypes.has(AccountType);

/** An account's currency counts only where the account has a balance of its own in it. */
export const isInHomeCurrency = (company: Company, account: Account): boolean =>
	account.CurrencyRef.ListID === company.currencies[0].ListID;

const plus = (text: string, amount: Big): string => formatAmount(decimal(text).plus(amount));

function moveAccount(company: Company, account: Account, { amount, home }: Posting): void {
	if (!isOfBalanceSheet(account)) return;
	const moved = isInHomeCurrency(company, account) ? home : amount;
	const signed = isCreditAccount(account) ? moved.times(-1) : moved;
	set(account, { Balance: plus(account.Balance, signed) });
	for (
		let holder: Account | undefined = account;
		holder !== undefined;
		holder = findById(company.accounts, holder.ParentRef?.ListID)
	) {
		set(holder, { TotalBalance: plus(holder.TotalBalance, signed) });
	}
}

function moveCustomer(company: Company, customer: Customer, amount: Big, moment: Date): void {
	set(customer, { Balance: plus(customer.Balance, amount) });
	touchForBalance(company, customer, moment);
	for (
		let holder: Customer | undefined = customer;
		holder !== undefined;
		holder = findById(company.customers, holder.ParentRef?.ListID)
	) {
		set(holder, { TotalBalance: plus(holder.TotalBalance, amount) });
	}
}

function moveVendor(company: Company, vendor: Vendor, amount: Big, moment: Date): void {
	set(vendor, { Balance: plus(vendor.Balance, amount.times(-1)) });
	touchForBalance(company, vendor, moment);
}

/** The value of an item's stock. */
export const stockValueOf = ({ booked }: Item): Big => decimal(booked?.value ?? '0');

/** What comes and goes does not mark the item as modified; only queries by time know of it. */
function moveStock(item: Item, units: Big, value: Big, moment: Date): void {
	const quantity = decimal(item.QuantityOnHand ?? '0').plus(units);
	const total = stockValueOf(item).plus(value);
	const hasCost = quantity.gt(0) && total.gt(0);
	set(item, {
		QuantityOnHand: formatQuantity(quantity),
		booked: { value: total.toFixed(2), moved: formatDateTime(moment) },
		...(hasCost && { AverageCost: formatPrice(total.div(quantity)) }),
	});
}

/** Who owes what is booked to an account for that, or is owed it. */
function partyOf<T extends Customer | Vendor>(list: T[], posting: Posting, account: Account): T {
	const party = findById(list, posting.entity);
	if (party === undefined) {
		throw new Refusal(3180, 'transaction', `${account.FullName} needs a customer or vendor.`);
	}
	if (party.CurrencyRef.ListID !== account.CurrencyRef.ListID) {
		throw new Refusal(3210, 'AccountRef', account.FullName, 'The account has another currency.');
	}
	return party;
}

function move(company: Company, posting: Posting, moment: Date): void {
	const account = findById(company.accounts, posting.account);
	if (account === undefined) throw new Error(`The company file has no account ${posting.account}.`);
	moveAccount(company, account, posting);
	if (account.AccountType === 'AccountsReceivable') {
		const customer = partyOf(company.customers, posting, account);
		moveCustomer(company, customer, posting.amount, moment);
	}
	if (account.AccountType === 'AccountsPayable') {
		const vendor = partyOf(company.vendors, posting, account);
		moveVendor(company, vendor, posting.amount, moment);
	}
	const item = posting.units && findById(company.items, posting.item);
	if (posting.units && item) moveStock(item, posting.units, posting.home, moment);
}

/** Moves the balances of accounts, customers and vendors, and the stock of items. */
export function post(company: Company, postings: Posting[], moment: Date): void {
	for (const posting of postings) move(company, posting, moment);
}

/** Takes back what `post` has moved. */
export function takeBack(company: Company, postings: Posting[], moment: Date): void {
	for (const { amount, home, units, ...rest } of postings) {
		const opposite = {
			...rest,
			amount: amount.times(-1),
			home: home.times(-1),
			...(units && { units: units.times(-1) }),
		};
		move(company, opposite, moment);
	}
}

/** A posting before its amount in the company's own currency is known. */
export type Part = Omit<Posting, 'home'> & {
	/** Where it is known, and not the amount at the transaction's rate. */
	home?: Big;
};

/**
 * All postings of a transaction. Amounts are converted and rounded each by itself; what is then left over, and what was gained
 * or lost between two rates, goes to the account for that.
 */
export function balanced(
	parts: Part[],
	{ rate, gains }: { rate: string | undefined; gains: string | undefined },
): Posting[] {
	const factor = decimal(rate ?? '1');
	const isForeign = !factor.eq(1);
	const postings = parts
		.filter(({ amount, home, units }, index) => index === 0 || !amount.eq(0) || home || units)
		.map((part) => ({
			...part,
			home:
				part.home ??
				(isForeign ? part.amount.times(factor).round(2, Big.roundHalfUp) : part.amount),
		}));
	const rest = postings.reduce((total, { home }) => total.plus(home), new Big(0));
	if (rest.eq(0)) return postings;
	if (gains === undefined) throw new Error('A transaction is not in balance.');
	return [...postings, { account: gains, amount: new Big(0), home: rest.times(-1) }];
}
