import { excludes, schema, type Schema } from './parts';

const described = (name: string, description: string): Schema => ({ ...schema(name), description });

const contained = (what: string): Schema =>
	described('Text', `${what}, partial match, whatever the case.`);
const from = (what: string): Schema => described('Text', `${what} from this one on, inclusive.`);
const upTo = (what: string): Schema => described('Text', `${what} up to this one, inclusive.`);

const modifiedFilters = {
	modified_after: described('Moment', 'Modified at or after, ISO 8601.'),
	modified_before: described('Moment', 'Modified at or before, ISO 8601.'),
};

const nameRange = { from_name: from('Names'), to_name: upTo('Names') };
const activeStatus = { active_status: schema('ActiveStatus') };

const transactionDates = {
	from_transaction_date: described('Day', 'Transaction date on or after.'),
	to_transaction_date: described('Day', 'Transaction date on or before.'),
};

const includeLineItems = {
	include_line_items: { type: 'boolean', description: 'Also return the lines.' },
};

const people = { name: contained('Name'), ...nameRange, ...modifiedFilters, ...activeStatus };

const salesTax = {
	name: contained('Name'),
	...nameRange,
	'list_ids[]': schema('TextList'),
	'full_names[]': schema('TextList'),
	...activeStatus,
	modified_start: described('Moment', 'Modified from, inclusive.'),
	modified_end: described('Moment', 'Modified until, inclusive.'),
};

const itemNameParts = ['name_starts_with', 'name_contains', 'name_ends_with'] as const;

const items = {
	name: described('Text', 'The name, whatever the case; not usable with other filters.'),
	list_id: described('Text', 'The list ID; not usable with other filters.'),
	...nameRange,
	...Object.fromEntries(
		itemNameParts.map((name) => [name, described('Text', 'Whatever the case.')]),
	),
	...modifiedFilters,
	...activeStatus,
};

const allBut = (filters: Schema, field: string): string[] =>
	Object.keys(filters).filter((name) => name !== field);

/** The filters of a query and the rules between them. */
interface Filters {
	readonly filters: Schema;
	readonly rules?: readonly Schema[];
}

/** The filters of section 4.3, by the last part of the query's path. */
export const filtersOf: Record<string, Filters> = {
	customers: { filters: people },
	vendors: { filters: people },
	items: {
		filters: items,
		rules: [
			excludes('name', allBut(items, 'name')),
			excludes('list_id', allBut(items, 'list_id')),
			...itemNameParts.map((part, index) =>
				excludes(part, ['from_name', 'to_name', ...itemNameParts.slice(index + 1)]),
			),
		],
	},
	sales_tax_items: { filters: salesTax },
	sales_tax_codes: { filters: salesTax },
	invoices: {
		filters: {
			customer_list_id: schema('Text'),
			...transactionDates,
			from_due_date: described('Day', 'Due date on or after.'),
			to_due_date: described('Day', 'Due date on or before.'),
			paid_status: { type: 'string', enum: ['All', 'PaidOnly', 'NotPaidOnly', 'Any'] },
			...includeLineItems,
		},
	},
	credit_memos: {
		filters: {
			customer_list_id: schema('Text'),
			...transactionDates,
			...modifiedFilters,
			'account_list_ids[]': schema('TextList'),
			ref_number: contained('Reference number'),
			from_ref_number: from('Reference numbers'),
			to_ref_number: upTo('Reference numbers'),
			'currency_list_ids[]': schema('TextList'),
			...includeLineItems,
		},
		rules: [excludes('ref_number', ['from_ref_number', 'to_ref_number'])],
	},
};
