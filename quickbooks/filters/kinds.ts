import type { Leaf } from '../facts/facts';
import { alphabetically } from '../form/alphabetically';
import { amount, text, textList, trueOrFalse } from '../form/convert';
import type { FieldSpec } from '../form/fieldSpec';
import { idField, idsField } from '../lists/ids';
import type { RecordListName } from '../lists/recordLists';
import type { AnswerObject } from '../qbxml/answerFromXml';
import { contentOfRecord, elementAt } from '../qbxml/recordFacts';
import { totalElements, totalOf, totalParts } from '../qbxml/totals';
import { inWords } from '../qbxml/words';

export const activeStatus: FieldSpec = {
	displayName: 'Active Status',
	name: 'activeStatus',
	type: 'options',
	options: [
		{ name: 'Active Only', value: 'ActiveOnly' },
		{ name: 'All', value: 'All' },
		{ name: 'Inactive Only', value: 'InactiveOnly' },
	],
	default: 'ActiveOnly',
	description: 'Whether to get records that are in use, those made inactive, or both',
	wire: 'active_status',
	qbxml: (value) => ({ ActiveStatus: value as string }),
	convert: text,
};

export const paidStatus: FieldSpec = {
	displayName: 'Paid Status',
	name: 'paidStatus',
	type: 'options',
	options: [
		{ name: 'All', value: 'All' },
		{
			name: 'Any',
			value: 'Any',
			description: "Doesn't filter by paid status",
		},
		{ name: 'Not Paid Only', value: 'NotPaidOnly' },
		{ name: 'Paid Only', value: 'PaidOnly' },
	],
	default: 'NotPaidOnly',
	description: 'Whether to get paid ones, unpaid ones, or both',
	wire: 'paid_status',
	qbxml: (value) => (value === 'Any' ? {} : { PaidStatus: value as string }),
	convert: text,
};

/** Filters that other endpoints have, for a query whose own endpoint does not. */
export const onlyQbxml = (...filters: FieldSpec[]): FieldSpec[] =>
	filters.map((filter) => ({ ...filter, onlyQbxml: true }));

/** A filter for one record by its ID or its name, in an element of the query. */
const byReference =
	(element: string): FieldSpec['qbxml'] =>
	(value, mode) => ({
		[`${element}.${mode === 'name' ? 'FullName' : 'ListID'}`]: [String(value)],
	});

export const customerListId = idField({
	displayName: 'Customer',
	name: 'customerListId',
	list: 'customers',
	exampleName: 'Abercrombie, Kristy:Family Room',
	description: 'Only the transactions of this customer or job',
	wire: 'customer_list_id',
	qbxml: byReference('EntityFilter'),
});

export const vendorListId: FieldSpec = {
	...idField({
		displayName: 'Vendor',
		name: 'vendorListId',
		list: 'vendors',
		exampleName: 'Bayshore CalOil Service',
		description: 'Only the transactions of this vendor',
		wire: 'vendorListId',
		qbxml: byReference('EntityFilter'),
	}),
	onlyQbxml: true,
};

/** A customer, a vendor, an employee or another name. */
export const entityListId: FieldSpec = {
	...idField({
		displayName: 'Name',
		name: 'entityListId',
		list: 'entities',
		exampleName: 'Bayshore CalOil Service',
		description: 'Only the transactions of this customer, vendor, employee or other name',
		wire: 'entityListId',
		qbxml: byReference('EntityFilter'),
	}),
	onlyQbxml: true,
};

/** Whose time was tracked. */
export const timeTrackingEntityListId: FieldSpec = {
	...entityListId,
	description: 'Only the time of this employee, vendor or other name',
	qbxml: byReference('TimeTrackingEntityFilter'),
};

export const classListId: FieldSpec = {
	...idField({
		displayName: 'Class',
		name: 'classListId',
		list: 'classes',
		exampleName: 'Remodel',
		description: 'Only the records of this class',
		wire: 'classListId',
		qbxml: byReference('ClassFilter'),
	}),
	onlyQbxml: true,
};

/** An item that a transaction has lines for. */
export const itemInLines: FieldSpec = {
	...idField({
		displayName: 'Item',
		name: 'itemListId',
		list: 'items',
		exampleName: 'Consulting',
		description: 'Only the transactions with this item',
		wire: 'itemListId',
		qbxml: byReference('ItemFilter'),
	}),
	onlyQbxml: true,
};

/** The list IDs of the endpoint's own records. */
export const listIds = (list: RecordListName): FieldSpec =>
	idsField({
		displayName: 'List IDs',
		name: 'listIds',
		list,
		description: 'Only the records with one of these list IDs',
		wire: 'list_ids',
		qbxml: (value) => ({ ListID: value as string[] }),
	});

export const accountListIds = idsField({
	displayName: 'Accounts',
	name: 'accountListIds',
	list: 'accounts',
	description: 'Only transactions on one of these accounts',
	wire: 'account_list_ids',
	qbxml: (value) => ({ 'AccountFilter.ListID': value as string[] }),
});

export const currencyListIds = idsField({
	displayName: 'Currencies',
	name: 'currencyListIds',
	list: 'currencies',
	description: 'Only records in one of these currencies',
	wire: 'currency_list_ids',
	qbxml: (value) => ({ 'CurrencyFilter.ListID': value as string[] }),
});

export const refNumberContains: FieldSpec = {
	displayName: 'Reference Number Contains',
	name: 'refNumberContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1042',
	description:
		"Only transactions with this text anywhere in their reference number, regardless of case. Can't be combined with Reference Number From and To.",
	wire: 'ref_number',
	qbxml: (value) => ({
		'RefNumberFilter.MatchCriterion': 'Contains',
		'RefNumberFilter.RefNumber': value as string,
	}),
	convert: text,
	excludes: ['refNumberFrom', 'refNumberTo'],
};

export const refNumberFrom: FieldSpec = {
	displayName: 'Reference Number From',
	name: 'refNumberFrom',
	type: 'string',
	default: '',
	description: 'Only transactions with this reference number or a higher one',
	wire: 'from_ref_number',
	qbxml: (value) => ({ 'RefNumberRangeFilter.FromRefNumber': value as string }),
	convert: text,
};

export const refNumberTo: FieldSpec = {
	displayName: 'Reference Number To',
	name: 'refNumberTo',
	type: 'string',
	default: '',
	description: 'Only transactions with this reference number or a lower one',
	wire: 'to_ref_number',
	qbxml: (value) => ({ 'RefNumberRangeFilter.ToRefNumber': value as string }),
	convert: text,
};

/** An option rather than a filter: it changes what a record holds, not which records come. */
export const includeLineItems: FieldSpec = {
	displayName: 'Include Line Items',
	name: 'includeLineItems',
	type: 'boolean',
	default: true,
	description: 'Whether each record comes with its lines',
	wire: 'include_line_items',
	qbxml: (value) => ({ IncludeLineItems: value as boolean }),
	convert: trueOrFalse,
};

/** Which transactions a payment settles, which invoices an order became, and so on. */
export const includeLinkedTransactions: FieldSpec = {
	displayName: 'Include Linked Transactions',
	name: 'includeLinkedTransactions',
	type: 'boolean',
	default: true,
	description: 'Whether each record comes with the transactions that it is linked to',
	wire: 'includeLinkedTransactions',
	onlyQbxml: true,
	qbxml: (value) => ({ IncludeLinkedTxns: value as boolean }),
	convert: trueOrFalse,
};

/** A bound of the balance. A query takes one of the two. */
const balance =
	(bound: 'From' | 'To', operator: string, other: 'From' | 'To') =>
	(description: string): FieldSpec => ({
		displayName: `Balance ${bound}`,
		name: `balance${bound}`,
		type: 'string',
		default: '',
		placeholder: 'e.g. 100.00',
		description: `${description}. Can't be combined with Balance ${other}.`,
		wire: `balance${bound}`,
		onlyQbxml: true,
		qbxml: (value) => ({
			'TotalBalanceFilter.Operator': operator,
			'TotalBalanceFilter.Amount': value as string,
		}),
		convert: amount,
		excludes: [`balance${other}`],
	});

const fromBalance = balance('From', 'GreaterThanEqual', 'To');
const toBalance = balance('To', 'LessThanEqual', 'From');

export const balanceFrom = fromBalance('Only those who owe this much or more');
export const balanceTo = toBalance('Only those who owe this much or less');

/** The balance of a vendor is what the company owes. */
export const vendorBalanceFrom = fromBalance('Only vendors to whom you owe this much or more');
export const vendorBalanceTo = toBalance('Only vendors to whom you owe this much or less');

/** The types of an account, in the words of qbXML. */
const { values: accountTypeWords = [] } = elementAt(
	contentOfRecord('Account'),
	'AccountType',
) as Leaf;

export const accountTypes: FieldSpec = {
	displayName: 'Account Types',
	name: 'accountTypes',
	type: 'multiOptions',
	options: alphabetically(
		accountTypeWords.map((value) => ({ name: inWords(value), value })),
		({ name }) => name,
	),
	default: [],
	description: 'Only accounts of one of these types',
	wire: 'accountTypes',
	onlyQbxml: true,
	qbxml: (value) => ({ AccountType: value as string[] }),
	convert: textList,
};

/** What a filter costs that is matched here. */
export const READ_WHOLE =
	"QuickBooks can't filter by this, so the node reads everything that matches the other filters, which takes longer";

/** A text as filters that are matched here compare it. */
export const lower = (value: unknown): string =>
	String(value ?? '')
		.trim()
		.toLowerCase();

/** A filter by a text, matched here. Case and the spaces around make no difference. */
export function matchedText(
	displayName: string,
	name: string,
	help: string,
	element: string,
	isMatch: (held: string, wanted: string) => boolean,
): FieldSpec {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		description: `${help}. ${READ_WHOLE}.`,
		wire: name,
		onlyQbxml: true,
		needs: [element],
		matches: ({ [element]: held }, value) =>
			held !== undefined && isMatch(lower(held), lower(value)),
		convert: text,
	};
}

const isSame = (held: string, wanted: string) => held === wanted;
export const contains = (held: string, wanted: string) => held.includes(wanted);
const digitsOf = (text: string) => text.replace(/\D/g, '');

export const email = matchedText(
	'Email',
	'email',
	'Only those with this email address',
	'Email',
	isSame,
);
export const phone = matchedText(
	'Phone',
	'phone',
	'Only those with this phone number, however it is written',
	'Phone',
	(held, wanted) => digitsOf(wanted) !== '' && digitsOf(held) === digitsOf(wanted),
);
export const accountNumber = matchedText(
	'Account Number',
	'accountNumber',
	'Only those with this account number',
	'AccountNumber',
	isSame,
);
export const manufacturerPartNumber = matchedText(
	'Manufacturer Part Number',
	'manufacturerPartNumber',
	'Only items with this manufacturer part number',
	'ManufacturerPartNumber',
	isSame,
);
export const memoContains = matchedText(
	'Memo Contains',
	'memoContains',
	'Only transactions with this text anywhere in their memo',
	'Memo',
	contains,
);
export const poNumber = matchedText(
	'PO Number',
	'poNumber',
	'Only transactions with this purchase order number of the customer',
	'PONumber',
	isSame,
);

/** The elements that hold the amount of a transaction. Each type has some of them. */
const amounts = [...totalElements, ...totalParts];

const amountBound = (
	displayName: string,
	name: string,
	help: string,
	fits: (total: number, bound: number) => boolean,
): FieldSpec => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: 'e.g. 100.00',
	description: `${help}. ${READ_WHOLE}.`,
	wire: name,
	onlyQbxml: true,
	needs: amounts,
	matches: (record, value) => {
		const total = totalOf(record as AnswerObject);
		return total !== undefined && fits(Number(total), Number(value));
	},
	convert: amount,
});

export const totalFrom = amountBound(
	'Total From',
	'totalFrom',
	'Only transactions of this amount or more',
	(total, bound) => total >= bound,
);
export const totalTo = amountBound(
	'Total To',
	'totalTo',
	'Only transactions of this amount or less',
	(total, bound) => total <= bound,
);
