import Big from 'big.js';

import { listKinds } from '../../../simulator/company/lists/kinds';
import { isCreditAccount, isOfBalanceSheet } from '../../../simulator/company/postings';
import { entriesOf } from '../../../simulator/company/reports/report';
import type { Transaction } from '../../../simulator/company/sale-types';
import { type Found, linesOf } from '../../../simulator/company/transactions/kind';
import { transactionKinds } from '../../../simulator/company/transactions/kinds';
import type { Company } from '../../../simulator/company/types';
import type { RecordContent, Reference } from '../../../simulator/company/value-types';

const sum = (values: Array<Big | string>): Big =>
	values.reduce<Big>((total, value) => total.plus(value), new Big(0));

const everything = (company: Company): Found[] =>
	[...transactionKinds.values()].flatMap((kind) =>
		(company[kind.list] as Transaction[]).map((transaction) => ({ kind, transaction })),
	);

const idIn = (record: RecordContent, name: string): string | undefined =>
	(record[name] as Reference | undefined)?.ListID;

/** What is open with a customer or vendor, as the transactions themselves say. */
function openWith(company: Company, id: string, side: 'customer' | 'vendor'): Big {
	const shown: Record<string, [element: string, entity: string, sign: 1 | -1]> =
		side === 'customer'
			? {
					invoices: ['BalanceRemaining', 'CustomerRef', 1],
					creditMemos: ['CreditRemaining', 'CustomerRef', -1],
					receivePayments: ['UnusedPayment', 'CustomerRef', -1],
				}
			: { bills: ['OpenAmount', 'VendorRef', 1], vendorCredits: ['OpenAmount', 'VendorRef', -1] };
	const prepaid = side === 'vendor' ? billPaymentsLeft(company, id) : new Big(0);
	return sum(
		Object.entries(shown).flatMap(([list, [element, entity, sign]]) =>
			(company[list as 'bills'] as RecordContent[])
				.filter((record) => idIn(record, entity) === id && record.IsPending !== 'true')
				.map((record) => new Big(String(record[element])).times(sign)),
		),
	).minus(prepaid);
}

/** What is left of payments whose bills have gone. */
const billPaymentsLeft = (company: Company, id: string): Big =>
	sum(
		[...company.billPaymentChecks, ...company.billPaymentCreditCards]
			.filter((payment) => idIn(payment, 'PayeeEntityRef') === id)
			.map(({ Amount, booked }) => new Big(String(Amount)).minus(booked.applied ?? '0')),
	);

/** What payments and credits have settled of entries and checks with somebody. */
const settled = (company: Company, id: string): Big =>
	sum(
		everything(company)
			.filter(({ kind, transaction }) => kind.owed?.(transaction).party === id)
			.map(({ transaction }) => transaction.booked.applied ?? '0'),
	);

/** What entries and checks add to what is owed. */
function entered(company: Company, id: string, type: string): Big {
	const accounts = new Set(
		company.accounts.filter(({ AccountType }) => AccountType === type).map(({ ListID }) => ListID),
	);
	const linked = new Set([
		'Invoice',
		'CreditMemo',
		'ReceivePayment',
		'Bill',
		'VendorCredit',
		'BillPaymentCheck',
		'BillPaymentCreditCard',
	]);
	return sum(
		entriesOf({ company, accepts: () => true })
			.filter(
				({ kind, posting }) =>
					!linked.has(kind.name) && accounts.has(posting.account) && posting.entity === id,
			)
			.map(({ posting }) => posting.amount),
	);
}

/** Everything in the books that does not agree. */
export function mistakesIn(company: Company): string[] {
	const mistakes: string[] = [];
	const expectSame = (what: string, one: Big | string, other: Big | string): void => {
		if (!new Big(one).eq(other)) mistakes.push(`${what}: ${String(one)} is not ${String(other)}`);
	};
	for (const { kind, transaction } of everything(company)) {
		const balance = sum(kind.postings(transaction).map(({ home }) => home));
		expectSame(`${kind.name} ${transaction.TxnID}`, balance, '0');
	}
	const entries = entriesOf({ company, accepts: () => true });
	const [home] = company.currencies;
	for (const account of company.accounts) {
		const isHome = account.CurrencyRef.ListID === home.ListID;
		const own = entries.filter(({ posting }) => posting.account === account.ListID);
		const folded = sum(own.map(({ posting }) => (isHome ? posting.home : posting.amount)));
		const shown = isOfBalanceSheet(account) ? folded : new Big(0);
		expectSame(
			account.FullName,
			account.Balance,
			isCreditAccount(account) ? shown.times(-1) : shown,
		);
	}
	for (const { ListID, FullName, Balance } of company.customers) {
		const owed = openWith(company, ListID, 'customer')
			.plus(entered(company, ListID, 'AccountsReceivable'))
			.minus(settled(company, ListID));
		expectSame(FullName, Balance, owed);
	}
	for (const { FullName, TotalBalance } of company.customers) {
		const family = company.customers.filter(
			(other) => other.FullName === FullName || other.FullName.startsWith(`${FullName}:`),
		);
		expectSame(`${FullName} in all`, TotalBalance, sum(family.map(({ Balance }) => Balance)));
	}
	for (const { ListID, Name, Balance } of company.vendors) {
		const owed = openWith(company, ListID, 'vendor')
			.minus(entered(company, ListID, 'AccountsPayable'))
			.minus(settled(company, ListID));
		expectSame(Name, Balance, owed);
	}
	for (const item of company.items.filter(({ QuantityOnHand }) => QuantityOnHand !== undefined)) {
		const own = entries.filter(({ posting }) => posting.item === item.ListID && posting.units);
		expectSame(
			item.Name,
			item.QuantityOnHand ?? '0',
			sum(own.map(({ posting }) => posting.units ?? '0')),
		);
		expectSame(
			`${item.Name}'s value`,
			item.booked?.value ?? '0',
			sum(own.map(({ posting }) => posting.home)),
		);
	}
	for (const { kind, transaction } of everything(company)) {
		for (const { TxnID, LinkType } of transaction.LinkedTxn ?? []) {
			const other = everything(company).find(({ transaction: each }) => each.TxnID === TxnID);
			const back = other?.transaction.LinkedTxn?.some(
				(link) => link.TxnID === transaction.TxnID && link.LinkType === LinkType,
			);
			if (!back)
				mistakes.push(`${kind.name} ${transaction.TxnID} is linked to ${TxnID}, but not back`);
		}
	}
	return mistakes;
}

/** All identifiers of a company file: records, transactions and their lines. */
export function identifiersIn(company: Company): string[] {
	const lists = new Set([...listKinds.values()].map(({ list }) => list));
	return [
		...[...lists].flatMap((list) =>
			(company[list] as Array<{ ListID: string }>).map(({ ListID }) => ListID),
		),
		...everything(company).flatMap(({ kind, transaction }) => [
			transaction.TxnID,
			`number ${transaction.TxnNumber}`,
			...kind.lineSets.flatMap((set) =>
				linesOf(transaction, set).flatMap((line) => [
					line.TxnLineID,
					...linesOf(line, set).map(({ TxnLineID }) => TxnLineID),
				]),
			),
		]),
	];
}
