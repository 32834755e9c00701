import type { INodeProperties } from 'n8n-workflow';

import { date, required, text } from '../../../shared/form/convert';
import { fieldOf, fieldsOf, type Row } from '../../../shared/form/row';

/** What every invoice has. */
export const headerRows: readonly Row[] = [
	{
		displayName: 'Customer List ID',
		name: 'customerListId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 80000001-1700000001',
		description: 'The list ID of the customer or job that the invoice is for',
		wire: 'customer_list_id',
		convert: required(text),
	},
	{
		displayName: 'Transaction Date',
		name: 'transactionDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		required: true,
		description:
			"The date on the invoice. From a date with a time, the day in the workflow's time zone is taken.",
		wire: 'transaction_date',
		convert: required(date),
	},
];

export const headerFields: INodeProperties[] = headerRows.map(fieldOf);

const listIdRow = (displayName: string, name: string, description: string, wire: string): Row => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: 'e.g. 80000001-1700000001',
	description,
	wire,
	convert: text,
});

/** The class of the invoice, or of one of its lines. */
export const classListId = (description: string): Row =>
	listIdRow('Class List ID', 'classListId', description, 'class_list_id');

/** What an invoice may have on top. */
export const additionalRows: readonly Row[] = [
	listIdRow(
		'Accounts Receivable Account List ID',
		'arAccountListId',
		'The list ID of the accounts receivable account that the invoice is booked on',
		'ar_account_list_id',
	),
	classListId('The list ID of the class of the invoice and of each line that has none of its own'),
	listIdRow(
		'Customer Sales Tax Code List ID',
		'customerSalesTaxCodeListId',
		'The list ID of the sales tax code that says whether this customer is taxed',
		'customer_sales_tax_code_list_id',
	),
	{
		displayName: 'Memo',
		name: 'memo',
		type: 'string',
		default: '',
		placeholder: 'e.g. Order 1042 from the web shop',
		description: 'A note for your own books; it is not printed on the invoice',
		wire: 'memo',
		convert: text,
	},
	{
		displayName: 'Reference Number',
		name: 'refNumber',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1042',
		description:
			'The number of the invoice. Left empty, the accounting application takes its next one.',
		wire: 'ref_number',
		convert: text,
	},
	listIdRow(
		'Sales Tax Item List ID',
		'itemSalesTaxListId',
		'The list ID of the sales tax item that the tax is computed with',
		'item_sales_tax_list_id',
	),
	listIdRow(
		'Template List ID',
		'templateListId',
		'The list ID of the template that the invoice is printed with',
		'template_list_id',
	),
];

/** The collection of what an invoice may have on top, with the addresses in their places. */
export const additionalFields = (addresses: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [...fieldsOf(additionalRows), ...addresses].sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	),
});
