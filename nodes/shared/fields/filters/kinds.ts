import { text, trueOrFalse } from '../../form/convert';
import type { FieldSpec } from '../../form/fieldSpec';
import { idField, idsField } from '../ids';
import type { RecordListName } from '../recordLists';

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
			description: 'Sends no paid status to the accounting application',
		},
		{ name: 'Not Paid Only', value: 'NotPaidOnly' },
		{ name: 'Paid Only', value: 'PaidOnly' },
	],
	default: 'NotPaidOnly',
	description: 'Whether to get invoices that are paid, those that are not, or both',
	wire: 'paid_status',
	convert: text,
};

export const customerListId = idField({
	displayName: 'Customer',
	name: 'customerListId',
	list: 'customers',
	description: 'Only the transactions of this customer or job',
	wire: 'customer_list_id',
});

/** The list IDs of the endpoint's own records. */
export const listIds = (list: RecordListName): FieldSpec =>
	idsField({
		displayName: 'List IDs',
		name: 'listIds',
		list,
		description: 'Only the records with one of these list IDs',
		wire: 'list_ids',
	});

export const accountListIds = idsField({
	displayName: 'Accounts',
	name: 'accountListIds',
	list: 'accounts',
	description: 'Only credit memos on one of these accounts',
	wire: 'account_list_ids',
});

export const currencyListIds = idsField({
	displayName: 'Currencies',
	name: 'currencyListIds',
	list: 'currencies',
	description: 'Only credit memos in one of these currencies',
	wire: 'currency_list_ids',
});

export const refNumberContains: FieldSpec = {
	displayName: 'Reference Number Contains',
	name: 'refNumberContains',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1042',
	description:
		'Only transactions with this text anywhere in their reference number, in upper or lower case. Cannot be used together with Reference Number From and To.',
	wire: 'ref_number',
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
	convert: text,
};

export const refNumberTo: FieldSpec = {
	displayName: 'Reference Number To',
	name: 'refNumberTo',
	type: 'string',
	default: '',
	description: 'Only transactions with this reference number or a lower one',
	wire: 'to_ref_number',
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
	convert: trueOrFalse,
};
