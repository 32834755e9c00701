import Big from 'big.js';

import { decimal, formatAmount, sum } from '../amounts';
import { findById } from '../find';
import { follows, refusedBy } from '../follow';
import { referenceTo } from '../identifiers';
import { balanced, type Part, type Posting } from '../postings';
import { Refusal } from '../refusal';
import type { Transaction } from '../sale-types';
import type { RecordContent, Reference } from '../value-types';
import { gainsAccount, payableIn, receivableIn, requireFitting, specialAccount } from './accounts';
import { currencyWith, dateOf, exchangeRateOf } from './head';
import {
	type Books,
	type Found,
	referenceIn,
	textIn,
	type TransactionKind,
	type Writing,
} from './kind';
import {
	applyCredits,
	applyTo,
	findTransaction,
	openAmountOf,
	requirePayable,
	transactionsOf,
	unlinkAll,
} from './links';
import { inHomeCurrency, withBlock } from './sales';

interface Applied {
	amount: Big;
	discount: Big;
	discountAccount?: string;
	entity?: string;
	rate?: string;
}

const applicationsOf = (payment: Transaction): Applied[] =>
	((payment.AppliedToTxnRet ?? []) as RecordContent[]).map((each) => ({
		amount: decimal(textIn(each, 'Amount') ?? '0'),
		discount: decimal(textIn(each, 'DiscountAmount') ?? '0'),
		discountAccount: referenceIn(each, 'DiscountAccountRef')?.ListID,
		...(each.booked as { entity?: string; rate?: string }),
	}));

/**
 * The postings of a payment: the money on one account; what is settled, at the rate at which it was owed, and what is left on
 * the other; discounts on theirs. For money that comes in, the sign is 1.
 */
function postingsOfPayment(
	payment: Transaction,
	sign: 1 | -1,
	money: { account: string; total: Big },
): Posting[] {
	const { entity, owed, gains } = payment.booked;
	const applications = applicationsOf(payment);
	const used = sum(applications.map(({ amount }) => amount));
	const parts: Part[] = [
		{ account: money.account, amount: money.total.times(sign), entity },
		...applications.flatMap(({ amount, discount, discountAccount, entity: whom, rate }): Part[] => {
			const settled = amount.plus(discount).times(-sign);
			return [
				{ account: owed ?? '', amount: settled, home: inHomeCurrency(settled, rate), entity: whom },
				{ account: discountAccount ?? '', amount: discount.times(sign), entity: whom },
			].filter((part) => !part.amount.eq(0));
		}),
		{ account: owed ?? '', amount: money.total.minus(used).times(-sign), entity },
	];
	return balanced(parts, { rate: payment.ExchangeRate, gains });
}

function requestedApplications(given: RecordContent): RecordContent[] | undefined {
	return (given.AppliedToTxnAdd ?? given.AppliedToTxnMod) as RecordContent[] | undefined;
}

const discountOf = (application: RecordContent): Big =>
	decimal(textIn(application, 'DiscountAmount') ?? '0');

const creditsOf = (application: RecordContent): Big =>
	sum(
		((application.SetCredit ?? []) as RecordContent[]).map((each) =>
			decimal(textIn(each, 'AppliedAmount') ?? '0'),
		),
	);

/** What a payment pays of a transaction, and if that is left open, all that is still owed. */
function amountFor(books: Books, application: RecordContent): Big {
	const own = textIn(application, 'PaymentAmount');
	if (own !== undefined) return decimal(own);
	const discount = discountOf(application);
	const credits = creditsOf(application);
	if (!discount.eq(0) || !credits.eq(0)) return new Big(0);
	const target = findTransaction(books, textIn(application, 'TxnID'));
	return target ? openAmountOf(target).minus(discount) : new Big(0);
}

const smaller = (one: Big, other: Big): Big => (one.lt(other) ? one : other);

function apply(books: Books, payment: Found, application: RecordContent): void {
	const id = textIn(application, 'TxnID') ?? '';
	const target = findTransaction(books, id);
	if (target === undefined) throw new Refusal(3120, id);
	applyCredits({ ...books, given: application }, target);
	if (!['PaymentAmount', 'SetCredit', 'DiscountAmount'].some((part) => part in application)) {
		throw refusedBy('application-of-nothing', payment.kind.name);
	}
	const discount = discountOf(application);
	const account = referenceIn(application, 'DiscountAccountRef');
	if (!discount.eq(0) && account === undefined) throw new Refusal(3150, 'DiscountAccountRef');
	const left = openAmountOf(payment);
	const isOpen = textIn(application, 'PaymentAmount') === undefined;
	const wanted = amountFor(books, application);
	const amount = isOpen ? smaller(wanted, left) : wanted;
	if (amount.eq(0) && discount.eq(0)) return;
	applyTo(books, payment, target, {
		amount,
		...(!discount.eq(0) &&
			account && {
				discount: {
					amount: discount,
					account,
					class: referenceIn(application, 'DiscountClassRef'),
				},
			}),
	});
}

/** Applies a payment by itself: to an invoice of exactly this amount, or else to the oldest ones first. */
function applyByItself(books: Books, payment: Found): void {
	const invoiceKind = books.kinds.get('Invoice');
	if (invoiceKind === undefined) return;
	const party = referenceIn(payment.transaction, 'CustomerRef')?.ListID;
	const open = transactionsOf(books, invoiceKind)
		.filter(
			(invoice) =>
				referenceIn(invoice, 'CustomerRef')?.ListID === party &&
				invoice.IsPaid === 'false' &&
				invoice.IsPending === 'false',
		)
		.map((transaction): Found => ({ kind: invoiceKind, transaction }))
		.filter((found) => openAmountOf(found).gt(0))
		.sort((one, other) => (one.transaction.TxnDate < other.transaction.TxnDate ? -1 : 1));
	const total = openAmountOf(payment);
	const exact = open.filter((found) => openAmountOf(found).eq(total)).slice(0, 1);
	for (const target of exact.length > 0 ? exact : open) {
		const amount = smaller(openAmountOf(target), openAmountOf(payment));
		if (amount.gt(0)) applyTo(books, payment, target, { amount });
	}
}

/** A change of the account is only possible together with what the payment pays. */
function requireAccountWithApplications({ given, before }: Writing): void {
	if (before === undefined || given.AppliedToTxnMod !== undefined) return;
	if (given.ARAccountRef !== undefined) {
		throw refusedBy('account-of-a-changed-payment', 'ARAccountRef');
	}
}

const linkPayment =
	(kind: () => TransactionKind) =>
	(transaction: Transaction, writing: Writing): void => {
		const payment: Found = { kind: kind(), transaction };
		const applications = requestedApplications(writing.given);
		requireAccountWithApplications(writing);
		if (applications !== undefined && writing.before !== undefined) unlinkAll(writing, payment);
		for (const application of applications ?? []) apply(writing, payment, application);
		if (textIn(writing.given, 'IsAutoApply') === 'true') applyByItself(writing, payment);
	};

/**
 * A payment that only uses credits is no transaction: no money moves, and the credits are linked to the bills
 * themselves.
 */
const usesCredits =
	(kind: () => TransactionKind) =>
	(transaction: Transaction, writing: Writing): boolean => {
		const applications = requestedApplications(writing.given) ?? [];
		const isCredit = (each: RecordContent): boolean =>
			each.SetCredit !== undefined &&
			decimal(textIn(each, 'PaymentAmount') ?? '0').eq(0) &&
			discountOf(each).eq(0);
		if (applications.length === 0 || !applications.every(isCredit)) return false;
		for (const application of applications) {
			const id = textIn(application, 'TxnID') ?? '';
			const target = findTransaction(writing, id);
			if (target === undefined) throw new Refusal(3120, id);
			requirePayable(writing, { kind: kind(), transaction }, target);
			applyCredits({ ...writing, given: application }, target);
		}
		return true;
	};

/** The elements of a payment's request that say what it is applied to, and are not part of the record. */
const withoutApplications = (fields: RecordContent): RecordContent => ({
	...fields,
	AppliedToTxnAdd: undefined,
	AppliedToTxnMod: undefined,
	IsAutoApply: undefined,
});

const receivePayment: TransactionKind = {
	name: 'ReceivePayment',
	list: 'receivePayments',
	entity: 'CustomerRef',
	lineSets: [],
	settles: 'payment',
	complete: (writing) => {
		const { company, fields, given, before } = writing;
		const customer = findById(company.customers, referenceIn(fields, 'CustomerRef')?.ListID);
		const currency = currencyWith(company, customer?.CurrencyRef.ListID);
		const applications = requestedApplications(given) ?? [];
		const applied = sum(applications.map((each) => amountFor(writing, each)));
		const total = decimal(textIn(fields, 'TotalAmount') ?? formatAmount(applied));
		const rate = exchangeRateOf(writing, currency);
		const receivable = referenceIn(fields, 'ARAccountRef') ?? receivableIn(company, currency);
		for (const account of [receivable, referenceIn(fields, 'DepositToAccountRef')]) {
			requireFitting(company, account, currency, 'ReceivePayment');
		}
		return {
			...withoutApplications(fields),
			ARAccountRef: receivable,
			TxnDate: dateOf(writing),
			TotalAmount: formatAmount(total),
			CurrencyRef: referenceTo(currency),
			ExchangeRate: rate,
			TotalAmountInHomeCurrency: formatAmount(inHomeCurrency(total, rate)),
			DepositToAccountRef:
				referenceIn(fields, 'DepositToAccountRef') ??
				referenceTo(specialAccount(company, 'UndepositedFunds')),
			booked: {
				...before?.booked,
				entity: customer?.ListID,
				owed: receivable.ListID,
				gains: gainsAccount(company),
			},
		};
	},
	postings: (payment) =>
		postingsOfPayment(payment, 1, {
			account: referenceIn(payment, 'DepositToAccountRef')?.ListID ?? '',
			total: decimal(textIn(payment, 'TotalAmount') ?? '0'),
		}),
	total: (payment) => decimal(textIn(payment, 'TotalAmount') ?? '0'),
	open: (payment, applied) => ({
		UnusedPayment: formatAmount(decimal(textIn(payment, 'TotalAmount') ?? '0').minus(applied)),
		UnusedCredits: '0.00',
	}),
	withoutMoney: (payment, writing) =>
		decimal(textIn(payment, 'TotalAmount') ?? '0').eq(0) &&
		usesCredits(() => receivePayment)(payment, writing),
	link: linkPayment(() => receivePayment),
};

function billPaymentKind(
	name: 'BillPaymentCheck' | 'BillPaymentCreditCard',
	list: TransactionKind['list'],
): TransactionKind {
	const from = name === 'BillPaymentCheck' ? 'BankAccountRef' : 'CreditCardAccountRef';
	const total = (payment: Transaction): Big => decimal(textIn(payment, 'Amount') ?? '0');
	const kind: TransactionKind = {
		name,
		list,
		entity: 'PayeeEntityRef',
		lineSets: [],
		settles: 'payment',
		complete: (writing) => {
			const { company, fields, given, before } = writing;
			const vendor = findById(company.vendors, referenceIn(fields, 'PayeeEntityRef')?.ListID);
			const currency = currencyWith(company, vendor?.CurrencyRef.ListID);
			const applications = requestedApplications(given) ?? [];
			const applied = sum(applications.map((each) => amountFor(writing, each)));
			const amount = decimal(textIn(fields, 'Amount') ?? formatAmount(applied));
			const rate = exchangeRateOf(writing, currency);
			const payable: Reference =
				referenceIn(fields, 'APAccountRef') ?? payableIn(company, currency);
			const address = before ? undefined : vendor?.VendorAddress;
			return {
				...(name === 'BillPaymentCheck' && { IsToBePrinted: 'false' }),
				...withoutApplications(fields),
				APAccountRef: payable,
				TxnDate: dateOf(writing),
				Amount: formatAmount(amount),
				CurrencyRef: referenceTo(currency),
				ExchangeRate: rate,
				AmountInHomeCurrency: formatAmount(inHomeCurrency(amount, rate)),
				...(address && withBlock('Address', address)),
				booked: {
					...before?.booked,
					entity: vendor?.ListID,
					owed: payable.ListID,
					gains: gainsAccount(company),
				},
			};
		},
		postings: (payment) =>
			postingsOfPayment(payment, -1, {
				account: referenceIn(payment, from)?.ListID ?? '',
				total: total(payment),
			}),
		total,
		withoutMoney: (payment, writing) =>
			follows(writing.company, 'credits-alone') && usesCredits(() => kind)(payment, writing),
		link: linkPayment(() => kind),
	};
	return kind;
}

/** Payments that come in, and payments of bills. */
export const paymentKinds = [
	receivePayment,
	billPaymentKind('BillPaymentCheck', 'billPaymentChecks'),
	billPaymentKind('BillPaymentCreditCard', 'billPaymentCreditCards'),
];
