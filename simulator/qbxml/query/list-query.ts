import { childOf, textOf, type XmlElement } from '../../../xml/read-xml';
import type { Company, ListRecord } from '../../company/types';
import type { RecordContent } from '../../company/value-types';
import type { RequestType } from '../schema/request-type';
import { type Elements, whole } from '../schema/support';
import {
	type Criterion,
	fullNameOf,
	modifiedInRange,
	named,
	select,
	textInRange,
	textMatches,
} from './criteria';
import { answerRecord, outputElements, ownedBy } from './output';
import { answerQuery } from './pages';

/** The elements that every list query takes. */
const listElements = whole(
	'ListID',
	'FullName',
	'MaxReturned',
	'ActiveStatus',
	'FromModifiedDate',
	'ToModifiedDate',
	'NameFilter',
	'NameRangeFilter',
);

function isActive(request: XmlElement): Criterion<ListRecord> {
	const status = textOf(request, 'ActiveStatus') ?? 'ActiveOnly';
	return {
		accepts: ({ IsActive }) =>
			status === 'All' || (status === 'ActiveOnly') === (IsActive === 'true'),
	};
}

interface ListQuery<T extends ListRecord> {
	name: string;
	records: (company: Company) => T[];
	element: (record: T, company: Company) => string;
	/** By which time a record is found as modified, if not by the one that it shows. */
	modified?: (record: T, company: Company) => string;
	/** Filters that not every list query has. */
	moreFilters?: {
		support: Elements;
		criteria: (request: XmlElement, company: Company) => Array<Criterion<T>>;
	};
}

/** A query of a list: by ListID or full name, or by status, time and name. */
export const listQuery = <T extends ListRecord & RecordContent>(
	query: ListQuery<T>,
): RequestType => ({
	name: query.name,
	support: { ...listElements, ...query.moreFilters?.support, ...outputElements },
	answer: (request, company, session) =>
		answerQuery(request, session, () => {
			const { modified } = query;
			const records = query.records(company);
			const { selected, missing } =
				named(request, 'ListID', records, ({ ListID }) => ListID) ??
				named(request, 'FullName', records, fullNameOf) ??
				select(records, [
					isActive(request),
					modifiedInRange(
						request,
						company.timeZone,
						modified && ((record) => modified(record, company)),
					),
					textMatches(childOf(request, 'NameFilter'), 'Name', fullNameOf),
					textInRange(
						childOf(request, 'NameRangeFilter'),
						{ from: 'FromName', to: 'ToName' },
						fullNameOf,
					),
					...(query.moreFilters?.criteria(request, company) ?? []),
				]);
			return {
				missing,
				records: selected.map((record) =>
					answerRecord(request, query.element(record, company), {
						...record,
						DataExtRet: ownedBy(request, record.DataExtRet),
					}),
				),
			};
		}),
});
