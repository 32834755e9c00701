import { childOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { decimal } from '../../company/amounts';
import type { Company, ListRecord } from '../../company/types';
import type { Reference } from '../../company/value-types';
import { type Criterion, refersToOneOf } from '../query/criteria';
import { whole } from '../schema/support';

const comparisons: Record<string, (comparison: number) => boolean> = {
	LessThan: (comparison) => comparison < 0,
	LessThanEqual: (comparison) => comparison <= 0,
	Equal: (comparison) => comparison === 0,
	GreaterThan: (comparison) => comparison > 0,
	GreaterThanEqual: (comparison) => comparison >= 0,
};

type Entity = ListRecord & {
	Balance: string;
	TotalBalance?: string;
	CurrencyRef: Reference;
	ClassRef?: Reference;
};

function balanceCompares(filter: XmlElement | undefined): Criterion<Entity> {
	const compares = comparisons[(filter && textOf(filter, 'Operator')) ?? ''];
	if (filter === undefined || compares === undefined) return { accepts: () => true };
	const amount = decimal(textOf(filter, 'Amount') ?? '0');
	return {
		accepts: ({ Balance, TotalBalance }) => compares(decimal(TotalBalance ?? Balance).cmp(amount)),
	};
}

/** The filters that queries of customers and vendors have besides those of every list. */
export const entityFilters = {
	support: whole('TotalBalanceFilter', 'CurrencyFilter', 'ClassFilter'),
	criteria: (request: XmlElement, company: Company): Array<Criterion<Entity>> => [
		balanceCompares(childOf(request, 'TotalBalanceFilter')),
		refersToOneOf(request, 'CurrencyFilter', company.currencies, ({ CurrencyRef }) => [
			CurrencyRef.ListID,
		]),
		refersToOneOf(
			request,
			'ClassFilter',
			company.classes,
			({ ClassRef }) => ClassRef?.ListID ?? [],
		),
	],
};
