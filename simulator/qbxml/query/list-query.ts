import { childOf, textOf, type XmlElement } from '../../../xml/read-xml';
import type { Company, ListRecord } from '../../company/types';
import type { ElementOrder, RecordContent } from '../records/order';
import {
	choice,
	dateTime,
	group,
	identifier,
	leaf,
	oneOf,
	type Particle,
	positiveInteger,
	text,
} from '../schema/particles';
import type { RequestType } from '../schema/request-type';
import {
	type Criterion,
	fullNameOf,
	modifiedInRange,
	named,
	select,
	textInRange,
	textMatches,
} from './criteria';
import { matchCriterion } from './filter-elements';
import { answerRecord, ownedBy } from './output';
import { answerQuery, counting, iterating } from './pages';

const activeStatuses = ['ActiveOnly', 'InactiveOnly', 'All'];

const filters = (more: Particle[]): Particle[] => [
	leaf('MaxReturned', positiveInteger),
	leaf('ActiveStatus', oneOf(...activeStatuses)),
	leaf('FromModifiedDate', dateTime),
	leaf('ToModifiedDate', dateTime),
	choice(
		[group('NameFilter', [matchCriterion, leaf('Name', text(), { required: true })])],
		[group('NameRangeFilter', [leaf('FromName', text()), leaf('ToName', text())])],
	),
	...more,
];

function isActive(request: XmlElement): Criterion<ListRecord> {
	const status = textOf(request, 'ActiveStatus') ?? 'ActiveOnly';
	return {
		accepts: ({ IsActive }) =>
			status === 'All' || (status === 'ActiveOnly') === (IsActive === 'true'),
	};
}

interface ListQuery<T extends ListRecord> {
	name: string;
	/** Whether the query supports an iterator. */
	iterates?: true;
	records: (company: Company) => T[];
	element: (record: T) => string;
	order: (record: T) => ElementOrder;
	/** Whether the records have custom fields, so that the query may contain OwnerID. */
	hasCustomFields?: true;
	/** Filters that only this query has. They come after those by name. */
	moreFilters?: {
		content: Particle[];
		criteria: (request: XmlElement, company: Company) => Array<Criterion<T>>;
	};
}

/** A query of a list: by ListID or full name, or by status, time and name. */
export const listQuery = <T extends ListRecord & RecordContent>(
	query: ListQuery<T>,
): RequestType => ({
	name: query.name,
	attributes: query.iterates ? iterating : counting,
	content: [
		choice(
			[leaf('ListID', identifier, { repeats: true })],
			[leaf('FullName', text(), { repeats: true })],
			filters(query.moreFilters?.content ?? []),
		),
		leaf('IncludeRetElement', text(50), { repeats: true }),
		...(query.hasCustomFields ? [leaf('OwnerID', text(), { repeats: true })] : []),
	],
	answer: (request, company, session) =>
		answerQuery(request, session, () => {
			const records = query.records(company);
			const { selected, missing } =
				named(request, 'ListID', records, ({ ListID }) => ListID) ??
				named(request, 'FullName', records, fullNameOf) ??
				select(records, [
					isActive(request),
					modifiedInRange(request),
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
					answerRecord(
						request,
						query.element(record),
						{ ...record, DataExtRet: ownedBy(request, record.DataExtRet) },
						query.order(record),
					),
				),
			};
		}),
});
