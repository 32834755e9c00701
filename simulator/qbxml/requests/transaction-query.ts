import Big from 'big.js';

import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { formatAmount } from '../../company/amounts';
import { clockOf } from '../../company/clock';
import { macroRange } from '../../company/date-macros';
import { knownTime, parseDateTime } from '../../company/dates';
import { findById } from '../../company/find';
import { referenceTo } from '../../company/identifiers';
import type { Transaction } from '../../company/sale-types';
import type { Found } from '../../company/transactions/kind';
import { transactionKinds } from '../../company/transactions/kinds';
import { openAmountOf } from '../../company/transactions/links';
import type { Company } from '../../company/types';
import type { RecordContent } from '../../company/value-types';
import {
	type Criterion,
	datedInRange,
	named,
	refersToOneOf,
	select,
	textInRange,
	textMatches,
} from '../query/criteria';
import { answerRecord, outputElements } from '../query/output';
import { answerQuery } from '../query/pages';
import type { RequestType } from '../schema/request-type';
import { references, whole } from '../schema/support';
import { accountsOf, entitiesOf, everybody, itemsOf } from './transaction-queries';

const idOf = ({ transaction }: Found): string => transaction.TxnID;
const numberOf = ({ transaction }: Found): string => transaction.RefNumber ?? '';

/** Kinds that TransactionQuery does not show. */
const hidden: ReadonlySet<string> = new Set(['TimeTracking', 'VehicleMileage']);

const everything = (company: Company): Found[] =>
	[...transactionKinds.values()]
		.filter(({ name }) => !hidden.has(name))
		.flatMap((kind) =>
			(company[kind.list] as Transaction[]).map((transaction) => ({ kind, transaction })),
		)
		.sort((one, other) => (one.transaction.TxnDate < other.transaction.TxnDate ? -1 : 1));

/** Wraps a criterion of transactions. */
const ofTransaction = (criterion: Criterion<Transaction>): Criterion<Found> => ({
	...criterion,
	accepts: ({ transaction }) => criterion.accepts(transaction),
});

function modified(filter: XmlElement, company: Company): Criterion<Found> {
	const macro = textOf(filter, 'DateMacro');
	const range = macro === undefined ? {} : macroRange(macro, clockOf(company));
	const { timeZone } = company;
	const from = parseDateTime(textOf(filter, 'FromModifiedDate') ?? range.from ?? '', { timeZone });
	const to = parseDateTime(textOf(filter, 'ToModifiedDate') ?? range.to ?? '', {
		endOfDay: true,
		timeZone,
	});
	return {
		accepts: ({ transaction }) => {
			const time = knownTime(transaction.TimeModified, timeZone);
			return (from === undefined || time >= from) && (to === undefined || time <= to);
		},
	};
}

const classesOf = ({ kind, transaction }: Found): string[] => [
	...[
		transaction,
		...kind.lineSets.flatMap(({ ret }) => (transaction[ret] ?? []) as RecordContent[]),
	].flatMap(({ ClassRef }) => (ClassRef as { ListID?: string } | undefined)?.ListID ?? []),
];

/** Which list a type of person is. */
const listOfType: Readonly<Record<string, 'customers' | 'vendors' | 'employees' | 'otherNames'>> = {
	Customer: 'customers',
	Vendor: 'vendors',
	Employee: 'employees',
	OtherName: 'otherNames',
};

function withPeople(request: XmlElement, company: Company): Criterion<Found> {
	const filter = childOf(request, 'TransactionEntityFilter');
	const type = filter && textOf(filter, 'EntityTypeFilter');
	if (type !== undefined) {
		const ids = new Set(company[listOfType[type]].map(({ ListID }) => ListID));
		return {
			accepts: ({ kind, transaction }) => entitiesOf(kind, transaction).some((id) => ids.has(id)),
		};
	}
	return refersToOneOf(
		request,
		'TransactionEntityFilter',
		everybody(company),
		({ kind, transaction }) => entitiesOf(kind, transaction),
	);
}

const isPosting = ({ kind, transaction }: Found): boolean => kind.postings(transaction).length > 0;

const isOpen = (found: Found): boolean =>
	found.kind.settles !== undefined && !openAmountOf(found).eq(0);

function chosen<T extends string>(
	request: XmlElement,
	element: string,
	meanings: Partial<Record<T, (found: Found) => boolean>>,
): Criterion<Found> {
	const accepts = meanings[(textOf(request, element) ?? '') as T];
	return { accepts: accepts ?? (() => true) };
}

type Filter = (request: XmlElement, company: Company) => Criterion<Found>;

const filters: Record<string, Filter> = {
	RefNumber: (request) => {
		const numbers = childrenOf(request, 'RefNumber').map(({ text }) => text.toLowerCase());
		return { accepts: (found) => numbers.includes(numberOf(found).toLowerCase()) };
	},
	RefNumberCaseSensitive: (request) => {
		const numbers = childrenOf(request, 'RefNumberCaseSensitive').map(({ text }) => text);
		return { accepts: (found) => numbers.includes(numberOf(found)) };
	},
	RefNumberFilter: (request) =>
		textMatches(childOf(request, 'RefNumberFilter'), 'RefNumber', numberOf),
	RefNumberRangeFilter: (request) =>
		textInRange(
			childOf(request, 'RefNumberRangeFilter'),
			{ from: 'FromRefNumber', to: 'ToRefNumber' },
			numberOf,
		),
	TransactionModifiedDateRangeFilter: (request, company) =>
		modified(childOf(request, 'TransactionModifiedDateRangeFilter') as XmlElement, company),
	TransactionDateRangeFilter: (request, company) =>
		ofTransaction(datedInRange(childOf(request, 'TransactionDateRangeFilter'), clockOf(company))),
	TransactionEntityFilter: withPeople,
	TransactionAccountFilter: (request, company) =>
		refersToOneOf(request, 'TransactionAccountFilter', company.accounts, ({ kind, transaction }) =>
			accountsOf(kind, transaction),
		),
	TransactionItemFilter: (request, company) =>
		refersToOneOf(request, 'TransactionItemFilter', company.items, ({ kind, transaction }) =>
			itemsOf(kind, transaction),
		),
	TransactionClassFilter: (request, company) =>
		refersToOneOf(request, 'TransactionClassFilter', company.classes, classesOf),
	TransactionTypeFilter: (request) => {
		const filter = childOf(request, 'TransactionTypeFilter') as XmlElement;
		const types = childrenOf(filter, 'TxnTypeFilter').map(({ text }) => text);
		return { accepts: ({ kind }) => types.includes('All') || types.includes(kind.name) };
	},
	TransactionPostingStatusFilter: (request) =>
		chosen(request, 'TransactionPostingStatusFilter', {
			Posting: isPosting,
			NonPosting: (found) => !isPosting(found),
		}),
	TransactionPaidStatusFilter: (request) =>
		chosen(request, 'TransactionPaidStatusFilter', {
			Open: isOpen,
			Closed: (found) => !isOpen(found),
		}),
	CurrencyFilter: (request, company) =>
		refersToOneOf(
			request,
			'CurrencyFilter',
			company.currencies,
			({ transaction }) => transaction.CurrencyRef?.ListID ?? [],
		),
};

/** What lowers the balance of the account it stands on first, like a payment, is negative there. */
function summaryOf(company: Company, { kind, transaction }: Found): RecordContent {
	const [first] = kind.postings(transaction);
	const account = findById(company.accounts, first?.account);
	const [entity] = entitiesOf(kind, transaction);
	const person = everybody(company).find(({ ListID }) => ListID === entity);
	return {
		TxnType: kind.name,
		TxnID: transaction.TxnID,
		TimeCreated: transaction.TimeCreated,
		TimeModified: transaction.TimeModified,
		EntityRef: person && referenceTo(person),
		AccountRef: account && referenceTo(account),
		TxnDate: transaction.TxnDate,
		RefNumber: transaction.RefNumber,
		Amount: formatAmount(first?.amount ?? kind.total(transaction)),
		CurrencyRef: transaction.CurrencyRef,
		ExchangeRate: transaction.ExchangeRate,
		AmountInHomeCurrency: formatAmount(first?.home ?? new Big(0)),
		Memo: transaction.Memo,
	};
}

/** Transactions of all kinds, one line for each. */
export const transactionQuery: RequestType = {
	name: 'TransactionQueryRq',
	support: {
		...whole('TxnID', 'MaxReturned', ...Object.keys(filters)),
		TransactionAccountFilter: references,
		TransactionItemFilter: references,
		...outputElements,
	},
	answer: (request, company, session) =>
		answerQuery(request, session, () => {
			const all = everything(company);
			const criteria = Object.entries(filters)
				.filter(([element]) => childOf(request, element) !== undefined)
				.map(([, filter]) => filter(request, company));
			const { selected, missing } = named(request, 'TxnID', all, idOf) ?? select(all, criteria);
			return {
				missing,
				records: selected.map((found) =>
					answerRecord(request, 'TransactionRet', summaryOf(company, found)),
				),
			};
		}),
};
