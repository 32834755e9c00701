import { childrenOf } from '../../../xml/read-xml';
import { addInvoice } from '../../company/invoices';
import { statusOf } from '../protocol/status-errors';
import { answerRecord } from '../query/output';
import { invoiceRet } from '../records/sales';
import { leaf, text } from '../schema/particles';
import type { RequestType } from '../schema/request-type';
import { invoiceAddContent } from './invoice-add-content';
import { readSale } from './read-sale';

/** Adds an invoice. All its references are resolved first, so that a refused one leaves no trace. */
export const invoiceAdd: RequestType = {
	name: 'InvoiceAddRq',
	attributes: [],
	content: [invoiceAddContent, leaf('IncludeRetElement', text(50), { repeats: true })],
	answer: (request, company) => {
		const [add] = childrenOf(request, 'InvoiceAdd');
		const draft = readSale(add, company, { name: 'Invoice', line: 'InvoiceLineAdd' });
		const invoice = addInvoice(company, draft, company.now());
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'InvoiceRet', invoice, invoiceRet)],
		};
	},
};
