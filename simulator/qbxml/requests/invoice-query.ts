import { textOf } from '../../../xml/read-xml';
import { saleQuery } from '../query/sale-query';
import { whole } from '../schema/support';

export const invoiceQuery = saleQuery({
	name: 'InvoiceQueryRq',
	records: ({ invoices }) => invoices,
	element: 'InvoiceRet',
	lineElement: 'InvoiceLineRet',
	linesOf: ({ InvoiceLineRet }) => InvoiceLineRet,
	moreFilters: {
		support: whole('PaidStatus'),
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
