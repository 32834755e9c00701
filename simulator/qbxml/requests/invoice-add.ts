import { childrenOf } from '../../../xml/read-xml';
import { addInvoice } from '../../company/invoices';
import { statusOf } from '../protocol/status-errors';
import { answerRecord, outputElements } from '../query/output';
import type { RequestType } from '../schema/request-type';
import { readSale, saleSupport } from './read-sale';

/** Adds an invoice. All its references are resolved first, so that a refused one leaves no trace. */
export const invoiceAdd: RequestType = {
	name: 'InvoiceAddRq',
	support: { InvoiceAdd: saleSupport('InvoiceLineAdd'), ...outputElements },
	answer: (request, company) => {
		const [add] = childrenOf(request, 'InvoiceAdd');
		const draft = readSale(add, company, { name: 'Invoice', line: 'InvoiceLineAdd' });
		const invoice = addInvoice(company, draft, company.now());
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'InvoiceRet', invoice)],
		};
	},
};
