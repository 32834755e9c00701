import { textOf } from '../../../xml/read-xml';
import { saleQuery } from '../query/sale-query';
import { invoiceRet } from '../records/sales';
import { leaf, oneOf } from '../schema/particles';

export const invoiceQuery = saleQuery({
	name: 'InvoiceQueryRq',
	records: ({ invoices }) => invoices,
	element: 'InvoiceRet',
	order: invoiceRet,
	lineElement: 'InvoiceLineRet',
	linesOf: ({ InvoiceLineRet }) => InvoiceLineRet,
	moreFilters: {
		content: [leaf('PaidStatus', oneOf('All', 'PaidOnly', 'NotPaidOnly'))],
		criteria: (request) => {
			const status = textOf(request, 'PaidStatus') ?? 'All';
			return [
				{
					accepts: ({ IsPaid }) =>
						status === 'All' || (status === 'PaidOnly') === (IsPaid === 'true'),
				},
			];
		},
	},
});
