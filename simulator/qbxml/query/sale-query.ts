import { childOf, textOf, type XmlElement } from '../../../xml/read-xml';
import type { Sale, SaleLine } from '../../company/sale-types';
import type { Company } from '../../company/types';
import { StatusError } from '../protocol/status-errors';
import type { RequestType } from '../schema/request-type';
import { type Elements, whole } from '../schema/support';
import type { RecordContent } from './arrange';
import {
	type Criterion,
	modifiedInRange,
	named,
	refersToOneOf,
	select,
	textInRange,
	textMatches,
} from './criteria';
import { answerRecord, outputElements, ownedBy } from './output';
import { answerQuery } from './pages';

/** The elements that every query of sales takes. */
const saleElements = {
	...whole(
		'TxnID',
		'RefNumber',
		'MaxReturned',
		'ModifiedDateRangeFilter',
		'EntityFilter',
		'AccountFilter',
		'RefNumberFilter',
		'RefNumberRangeFilter',
		'CurrencyFilter',
		'IncludeLineItems',
		'IncludeLinkedTxns',
	),
	TxnDateRangeFilter: whole('FromTxnDate', 'ToTxnDate'),
};

function datedInRange(filter: XmlElement | undefined): Criterion<Sale> {
	const from = filter && textOf(filter, 'FromTxnDate');
	const to = filter && textOf(filter, 'ToTxnDate');
	if (from !== undefined && to !== undefined && from > to) throw new StatusError(3030);
	return {
		accepts: ({ TxnDate }) =>
			(from === undefined || TxnDate >= from) && (to === undefined || TxnDate <= to),
	};
}

/** The accounts of a sale: the receivable account and those its items are booked to. */
function accountsOf(company: Company, sale: Sale, lines: SaleLine[]): string[] {
	const sold = new Set(lines.map(({ ItemRef }) => ItemRef?.ListID));
	const booked = company.items
		.filter(({ ListID }) => sold.has(ListID))
		.map((item) => item.SalesOrPurchase?.AccountRef ?? item.IncomeAccountRef ?? item.AccountRef);
	return [sale.ARAccountRef, ...booked].flatMap((account) => account?.ListID ?? []);
}

interface SaleQuery<T extends Sale> {
	name: string;
	records: (company: Company) => T[];
	element: string;
	/** The element of the record's lines. */
	lineElement: string;
	linesOf: (record: T) => SaleLine[];
	/** Filters that not every query of sales has. */
	moreFilters?: {
		support: Elements;
		criteria: (request: XmlElement) => Array<Criterion<T>>;
	};
}

const isSet = (request: XmlElement, name: string): boolean =>
	['true', '1'].includes(textOf(request, name) ?? 'false');

/** A query of transactions: by TxnID or number, or by dates, customer, account, number and currency. */
export const saleQuery = <T extends Sale & RecordContent>(query: SaleQuery<T>): RequestType => ({
	name: query.name,
	support: { ...saleElements, ...query.moreFilters?.support, ...outputElements },
	answer: (request, company, session) =>
		answerQuery(request, session, () => {
			const { selected, missing } = find(query, request, company);
			return {
				missing,
				records: selected.map((record) => {
					const lines = query.linesOf(record).map((line) => ({
						...line,
						DataExtRet: ownedBy(request, line.DataExtRet),
					}));
					const content: RecordContent = {
						...record,
						DataExtRet: ownedBy(request, record.DataExtRet),
						LinkedTxn: isSet(request, 'IncludeLinkedTxns') ? record.LinkedTxn : undefined,
						[query.lineElement]: isSet(request, 'IncludeLineItems') ? lines : undefined,
					};
					return answerRecord(request, query.element, content);
				}),
			};
		}),
});

function find<T extends Sale>(
	query: SaleQuery<T>,
	request: XmlElement,
	company: Company,
): { selected: T[]; missing?: string } {
	const records = query.records(company);
	const byNumber = ({ RefNumber }: Sale): string => RefNumber;
	return (
		named(request, 'TxnID', records, ({ TxnID }) => TxnID) ??
		named(request, 'RefNumber', records, byNumber) ??
		select(records, [
			modifiedInRange(childOf(request, 'ModifiedDateRangeFilter')),
			datedInRange(childOf(request, 'TxnDateRangeFilter')),
			refersToOneOf(request, 'EntityFilter', company.customers, ({ CustomerRef }) => [
				CustomerRef.ListID,
			]),
			refersToOneOf(request, 'AccountFilter', company.accounts, (record) =>
				accountsOf(company, record, query.linesOf(record)),
			),
			textMatches(childOf(request, 'RefNumberFilter'), 'RefNumber', byNumber),
			textInRange(
				childOf(request, 'RefNumberRangeFilter'),
				{ from: 'FromRefNumber', to: 'ToRefNumber' },
				byNumber,
			),
			refersToOneOf(request, 'CurrencyFilter', company.currencies, ({ CurrencyRef }) => [
				CurrencyRef.ListID,
			]),
			...(query.moreFilters?.criteria(request) ?? []),
		])
	);
}
