import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { decimal } from '../../company/amounts';
import type { AnyRecord } from '../../company/lists/kind';
import type { Company } from '../../company/types';
import type { RecordContent, Reference } from '../../company/value-types';
import { type Criterion, refersToOneOf } from '../query/criteria';
import { whole } from '../schema/support';

const comparisons: Record<string, (comparison: number) => boolean> = {
	LessThan: (comparison) => comparison < 0,
	LessThanEqual: (comparison) => comparison <= 0,
	Equal: (comparison) => comparison === 0,
	GreaterThan: (comparison) => comparison > 0,
	GreaterThanEqual: (comparison) => comparison >= 0,
};

function balanceCompares(filter: XmlElement): Criterion<AnyRecord> {
	const compares = comparisons[textOf(filter, 'Operator') ?? ''];
	const amount = decimal(textOf(filter, 'Amount') ?? '0');
	return {
		accepts: ({ Balance, TotalBalance }) =>
			compares(decimal(String(TotalBalance ?? Balance ?? '0')).cmp(amount)),
	};
}

function idOf(value: unknown): string[] {
	const { ListID } = (value ?? {}) as Partial<Reference>;
	return ListID === undefined ? [] : [ListID];
}

/** The record has one of the words that the request names. */
function isOneOf(request: XmlElement, element: string): Criterion<AnyRecord> {
	const words = childrenOf(request, element).map(({ text }) => text);
	return { accepts: (record) => words.includes(String(record[element])) };
}

/** The price level has a price for the item that the request names. */
function pricesItem(request: XmlElement, { items }: Company): Criterion<AnyRecord> {
	const wanted = childOf(request, 'ItemRef');
	const [reference] = wanted?.children ?? [];
	const found = items.find(({ ListID, FullName, Name }) =>
		[ListID, FullName ?? Name].some((id) => id.toLowerCase() === reference?.text.toLowerCase()),
	);
	return {
		accepts: ({ PriceLevelPerItemRet }) =>
			((PriceLevelPerItemRet ?? []) as RecordContent[]).some(
				({ ItemRef }) => found !== undefined && idOf(ItemRef).includes(found.ListID),
			),
		missing: found ? undefined : reference?.text,
	};
}

type Filter = (request: XmlElement, company: Company) => Criterion<AnyRecord>;

const filters: Record<string, Filter> = {
	TotalBalanceFilter: (request) =>
		balanceCompares(childOf(request, 'TotalBalanceFilter') as XmlElement),
	CurrencyFilter: (request, { currencies }) =>
		refersToOneOf(request, 'CurrencyFilter', currencies, ({ CurrencyRef }) => idOf(CurrencyRef)),
	ClassFilter: (request, { classes }) =>
		refersToOneOf(request, 'ClassFilter', classes, ({ ClassRef }) => idOf(ClassRef)),
	AccountType: (request) => isOneOf(request, 'AccountType'),
	PaymentMethodType: (request) => isOneOf(request, 'PaymentMethodType'),
	ItemRef: pricesItem,
};

/** The filters that some queries of lists have besides those that every one has. */
export const recordFilters = {
	support: whole(...Object.keys(filters)),
	criteria: (request: XmlElement, company: Company): Array<Criterion<AnyRecord>> =>
		Object.entries(filters)
			.filter(([element]) => childOf(request, element) !== undefined)
			.map(([, filter]) => filter(request, company)),
};
