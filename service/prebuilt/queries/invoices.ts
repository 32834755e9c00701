import { described } from '../../schema/json-schema';
import { lineItems, linkedTransactions } from '../endpoint/extras';
import { exceptFor, text } from '../endpoint/fields';
import { between, responseFilter, serverFilter } from '../endpoint/filters';
import { queryEndpoint } from '../endpoint/query-endpoint';
import { customer, transactionDates } from './common-filters';

export const queryInvoices = queryEndpoint({
	path: 'invoices',
	operationId: 'queryInvoices',
	summary: 'Query invoices',
	request: 'InvoiceQueryRq',
	iterates: true,
	filters: [
		customer,
		serverFilter(transactionDates),
		responseFilter(
			{
				from_due_date: described('Day', 'Due date on or after.'),
				to_due_date: described('Day', 'Due date on or before.'),
			},
			between('DueDate', 'from_due_date', 'to_due_date'),
		),
		serverFilter(
			exceptFor(
				'Any',
				text('paid_status', 'PaidStatus', {
					type: 'string',
					enum: ['All', 'PaidOnly', 'NotPaidOnly', 'Any'],
				}),
			),
		),
	],
	extras: [lineItems('InvoiceLineRet', 'InvoiceLineGroupRet'), linkedTransactions],
	hasCustomFields: true,
});
