import type { INodeProperties } from 'n8n-workflow';

import { idField } from '../../../shared/fields/ids';
import { alphabetically } from '../../../shared/form/alphabetically';
import { date, required, text } from '../../../shared/form/convert';
import { fieldOf, fieldsOf, type FieldSpec } from '../../../shared/form/fieldSpec';

/** What every invoice has. */
export const headerRows: readonly FieldSpec[] = [
	idField({
		displayName: 'Customer',
		name: 'customerListId',
		list: 'customers',
		required: true,
		description: 'The customer or job that the invoice is for',
		wire: 'customer_list_id',
	}),
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

/** The class of the invoice, or of one of its lines. */
export const classListId = (description: string): FieldSpec =>
	idField({
		displayName: 'Class',
		name: 'classListId',
		list: 'classes',
		description,
		wire: 'class_list_id',
	});

/** The optional fields of an invoice. */
export const additionalRows: readonly FieldSpec[] = [
	idField({
		displayName: 'Accounts Receivable Account',
		name: 'arAccountListId',
		list: 'receivableAccounts',
		description: 'The accounts receivable account that the invoice is booked on',
		wire: 'ar_account_list_id',
	}),
	classListId('The class of the invoice and of each line that has none of its own'),
	idField({
		displayName: 'Customer Sales Tax Code',
		name: 'customerSalesTaxCodeListId',
		list: 'salesTaxCodes',
		description: 'The sales tax code that says whether this customer is taxed',
		wire: 'customer_sales_tax_code_list_id',
	}),
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
	idField({
		displayName: 'Sales Tax Item',
		name: 'itemSalesTaxListId',
		list: 'salesTaxItems',
		description: 'The sales tax item that the tax is computed with',
		wire: 'item_sales_tax_list_id',
	}),
	idField({
		displayName: 'Template',
		name: 'templateListId',
		list: 'templates',
		description: 'The template that the invoice is printed with',
		wire: 'template_list_id',
	}),
];

/** The collection of an invoice's optional fields, with the addresses in their places. */
export const additionalFields = (addresses: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: alphabetically(
		[...fieldsOf(additionalRows), ...addresses],
		({ displayName }) => displayName,
	),
});
