import type { RuleName } from '../../../quickbooks/rules';
import { findById } from '../../company/find';
import { follows } from '../../company/follow';
import { type AnyRecord, recordsOf } from '../../company/lists/kind';
import { listKinds } from '../../company/lists/kinds';
import type { Company } from '../../company/types';
import { listQuery } from '../query/list-query';
import type { RequestType } from '../schema/request-type';
import { recordFilters } from './record-filters';

/** The rules on which it depends whether a query finds what has moved, and what the rule says. */
const disputed: Readonly<Record<string, readonly [rule: RuleName, isFound: boolean]>> = {
	ItemInventoryAssembly: ['stock-of-assemblies-moves-in-silence', true],
	Item: ['stock-in-the-query-of-all-items', false],
};

/** Goods that come or go do not change the time that an item shows, and yet the query for it finds it by that. */
const movedOf =
	(query: string) =>
	(record: AnyRecord, company: Company): string => {
		const [rule, isFound] = disputed[query] ?? [];
		if (rule && follows(company, rule) !== isFound) return record.TimeModified;
		const { moved = record.TimeModified } = (record.booked ?? {}) as { moved?: string };
		return Date.parse(moved) > Date.parse(record.TimeModified) ? moved : record.TimeModified;
	};

const queryOf = (
	name: string,
	records: (company: Company) => AnyRecord[],
	element: (record: AnyRecord, company: Company) => string,
): RequestType =>
	listQuery({
		name: `${name}QueryRq`,
		records,
		element,
		modified: movedOf(name),
		moreFilters: recordFilters,
	});

const people = ['Customer', 'Employee', 'OtherName', 'Vendor'] as const;

const peopleOf = (company: Company): Array<[kind: string, records: AnyRecord[]]> =>
	people.map((name) => {
		const kind = listKinds.get(name);
		return [name, kind ? recordsOf(company, kind) : []];
	});

/** The queries of all lists: one for each kind of record, and those that show several kinds. */
export const listQueries: RequestType[] = [
	...[...listKinds.values()].map((kind) =>
		queryOf(
			kind.name,
			(company) => recordsOf(company, kind),
			() => `${kind.name}Ret`,
		),
	),
	queryOf(
		'Item',
		({ items }) => items as AnyRecord[],
		({ kind }) => String(kind),
	),
	queryOf(
		'Terms',
		({ terms }) => terms,
		() => 'StandardTermsRet',
	),
	queryOf(
		'Entity',
		(company) => peopleOf(company).flatMap(([, records]) => records),
		(record, company) => {
			const found = peopleOf(company).find(([, records]) => findById(records, record.ListID));
			return `${found?.[0]}Ret`;
		},
	),
];
