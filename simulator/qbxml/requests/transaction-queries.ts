import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { clockOf } from '../../company/clock';
import type { Line, Transaction } from '../../company/sale-types';
import { allLinesOf, referenceIn, type TransactionKind } from '../../company/transactions/kind';
import { transactionKinds } from '../../company/transactions/kinds';
import type { Company, ListRecord } from '../../company/types';
import type { RecordContent } from '../../company/value-types';
import {
	type Criterion,
	datedInRange,
	modifiedInRange,
	named,
	namedExactly,
	refersToOneOf,
	select,
	textInRange,
	textMatches,
} from '../query/criteria';
import { answerRecord, outputElements, ownedBy } from '../query/output';
import { answerQuery } from '../query/pages';
import { requestFacts } from '../schema/facts';
import type { RequestType } from '../schema/request-type';
import { whole } from '../schema/support';
import { presentTransaction } from './present-transaction';

/** The elements that queries of transactions have. No query has all of them. */
const queryElements = whole(
	'TxnID',
	'RefNumber',
	'RefNumberCaseSensitive',
	'MaxReturned',
	'ModifiedDateRangeFilter',
	'TxnDateRangeFilter',
	'EntityFilter',
	'TimeTrackingEntityFilter',
	'AccountFilter',
	'ItemFilter',
	'RefNumberFilter',
	'RefNumberRangeFilter',
	'CurrencyFilter',
	'PaidStatus',
	'IncludeLineItems',
	'IncludeLinkedTxns',
);

const isSet = (request: XmlElement, name: string): boolean =>
	['true', '1'].includes(textOf(request, name) ?? 'false');

/** Everybody that a transaction can be with. */
export const everybody = ({ customers, vendors, employees, otherNames }: Company): ListRecord[] => [
	...customers,
	...vendors,
	...employees,
	...otherNames,
];

function idIn(record: RecordContent, name: string): string[] {
	const id = referenceIn(record, name)?.ListID;
	return id === undefined ? [] : [id];
}

/** Whom a transaction is with: as its head says, or else its lines. */
export function entitiesOf(kind: TransactionKind, transaction: Transaction): string[] {
	if (kind.entity) return idIn(transaction, kind.entity);
	return allLinesOf(kind, transaction).flatMap((line) => idIn(line, 'EntityRef'));
}

const lineAccounts = ({ booked }: Line): string[] =>
	[booked?.account, booked?.asset, booked?.costAccount].filter((id) => id !== undefined);

/** The accounts of a transaction: those of its head, and those its lines are booked to. */
export const accountsOf = (kind: TransactionKind, transaction: Transaction): string[] => [
	...Object.keys(transaction)
		.filter((name) => name.endsWith('AccountRef'))
		.flatMap((name) => idIn(transaction, name)),
	...allLinesOf(kind, transaction).flatMap(lineAccounts),
];

export const itemsOf = (kind: TransactionKind, transaction: Transaction): string[] =>
	allLinesOf(kind, transaction).flatMap((line) => idIn(line, 'ItemRef'));

const numberOf = ({ RefNumber }: Transaction): string => RefNumber ?? '';

function isPaid(request: XmlElement): Criterion<Transaction> {
	const status = textOf(request, 'PaidStatus') ?? 'All';
	return {
		accepts: ({ IsPaid }) => status === 'All' || (status === 'PaidOnly') === (IsPaid === 'true'),
	};
}

/** What is owed to vendors, and what pays it, is found by that account alone. */
const filteredAccounts = (kind: TransactionKind, transaction: Transaction): string[] =>
	transaction.APAccountRef === undefined
		? accountsOf(kind, transaction)
		: idIn(transaction, 'APAccountRef');

function criteriaOf(
	request: XmlElement,
	company: Company,
	kind: TransactionKind,
): Array<Criterion<Transaction>> {
	const filters: Record<string, () => Criterion<Transaction>> = {
		ModifiedDateRangeFilter: () =>
			modifiedInRange(childOf(request, 'ModifiedDateRangeFilter'), company.timeZone),
		TxnDateRangeFilter: () =>
			datedInRange(childOf(request, 'TxnDateRangeFilter'), clockOf(company)),
		EntityFilter: () =>
			refersToOneOf(request, 'EntityFilter', everybody(company), (each) => entitiesOf(kind, each)),
		TimeTrackingEntityFilter: () =>
			refersToOneOf(request, 'TimeTrackingEntityFilter', everybody(company), (each) =>
				entitiesOf(kind, each),
			),
		AccountFilter: () =>
			refersToOneOf(request, 'AccountFilter', company.accounts, (each) =>
				filteredAccounts(kind, each),
			),
		ItemFilter: () =>
			refersToOneOf(request, 'ItemFilter', company.items, (each) => itemsOf(kind, each)),
		RefNumberFilter: () => textMatches(childOf(request, 'RefNumberFilter'), 'RefNumber', numberOf),
		RefNumberRangeFilter: () =>
			textInRange(
				childOf(request, 'RefNumberRangeFilter'),
				{ from: 'FromRefNumber', to: 'ToRefNumber' },
				numberOf,
			),
		CurrencyFilter: () =>
			refersToOneOf(request, 'CurrencyFilter', company.currencies, (each) =>
				idIn(each, 'CurrencyRef'),
			),
		PaidStatus: () => isPaid(request),
	};
	return Object.entries(filters)
		.filter(([element]) => childrenOf(request, element).length > 0)
		.map(([, filter]) => filter());
}

function find(request: XmlElement, company: Company, kind: TransactionKind) {
	const records = company[kind.list] as Transaction[];
	return (
		named(request, 'TxnID', records, ({ TxnID }) => TxnID) ??
		named(request, 'RefNumber', records, numberOf) ??
		namedExactly(request, 'RefNumberCaseSensitive', records, numberOf) ??
		select(records, criteriaOf(request, company, kind))
	);
}

/** Queries without IncludeLineItems show lines always. */
const alwaysHasLines = (name: string): boolean =>
	requestFacts
		.get(name)
		?.content.every((place) => !('name' in place) || place.name !== 'IncludeLineItems') ?? false;

/** A query of transactions: by TxnID or number, or by dates, names, accounts, items, numbers and currency. */
function queryOf(kind: TransactionKind): RequestType {
	const name = `${kind.name}QueryRq`;
	const showsLines = alwaysHasLines(name);
	return {
		name,
		support: { ...queryElements, ...outputElements },
		answer: (request, company, session) =>
			answerQuery(request, session, () => {
				const { selected, missing } = find(request, company, kind);
				const presentation = {
					withLines: showsLines || isSet(request, 'IncludeLineItems'),
					withLinks: isSet(request, 'IncludeLinkedTxns'),
					owned: (extensions: Transaction['DataExtRet']) => ownedBy(request, extensions),
				};
				return {
					missing,
					records: selected.map((transaction) =>
						answerRecord(
							request,
							`${kind.name}Ret`,
							presentTransaction(company, { kind, transaction }, presentation),
						),
					),
				};
			}),
	};
}

/** The queries of all kinds of transactions. */
export const transactionQueries: RequestType[] = [...transactionKinds.values()].map(queryOf);
