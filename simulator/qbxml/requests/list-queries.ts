import { findById } from '../../company/find';
import { type AnyRecord, type ListKind, recordsOf } from '../../company/lists/kind';
import { listKinds } from '../../company/lists/kinds';
import type { Company } from '../../company/types';
import { listQuery } from '../query/list-query';
import type { RequestType } from '../schema/request-type';
import { recordFilters } from './record-filters';

const plain = ({ name, list }: ListKind): RequestType =>
	listQuery({
		name: `${name}QueryRq`,
		records: (company) => recordsOf(company, { name, list }),
		element: () => `${name}Ret`,
		moreFilters: recordFilters,
	});

const union = (
	name: string,
	records: (company: Company) => AnyRecord[],
	element: (record: AnyRecord, company: Company) => string,
): RequestType => listQuery({ name, records, element, moreFilters: recordFilters });

const people = ['Customer', 'Employee', 'OtherName', 'Vendor'] as const;

const peopleOf = (company: Company): Array<[kind: string, records: AnyRecord[]]> =>
	people.map((name) => {
		const kind = listKinds.get(name);
		return [name, kind ? recordsOf(company, kind) : []];
	});

/** The queries of all lists: one for each kind of record, and those that show several kinds. */
export const listQueries: RequestType[] = [
	...[...listKinds.values()].map(plain),
	union(
		'ItemQueryRq',
		({ items }) => items as AnyRecord[],
		({ kind }) => String(kind),
	),
	union(
		'TermsQueryRq',
		({ terms }) => terms,
		() => 'StandardTermsRet',
	),
	union(
		'EntityQueryRq',
		(company) => peopleOf(company).flatMap(([, records]) => records),
		(record, company) => {
			const found = peopleOf(company).find(([, records]) => findById(records, record.ListID));
			return `${found?.[0]}Ret`;
		},
	),
];
