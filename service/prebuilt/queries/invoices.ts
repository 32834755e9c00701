import { described } from '../../json-schema';
import { customer, transactionDates } from '../common-filters';
import { lineItems, linkedTransactions } from '../extras';
import { exceptFor, text } from '../fields';
import { asked, between, judged } from '../filters';
import { queryEndpoint } from '../query';

export const queryInvoices = queryEndpoint({
	path: 'invoices',
	operationId: 'queryInvoices',
	summary: 'Query invoices',
	request: 'InvoiceQueryRq',
	iterates: true,
	filters: [
		customer,
		asked(transactionDates),
		judged(
			{
				from_due_date: described('Day', 'Due date on or after.'),
				to_due_date: described('Day', 'Due date on or before.'),
			},
			between('DueDate', 'from_due_date', 'to_due_date'),
		),
		asked(
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
