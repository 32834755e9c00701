import { createInvoice } from '../../service/prebuilt/writes/create-invoice';
import { plain } from '../../service/prebuilt/written-for';
import { requestToXml } from '../../service/qbxml';
import { createCompany } from '../../simulator/company/seed/create-company';
import { createSession } from '../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../simulator/qbxml/request-processor';

const customers = [
	'80000001-1700000001',
	'80000002-1700000002',
	'80000003-1700000003',
	'80000004-1700000004',
];

/** What an application sends to create an invoice; each has a reference number of its own. */
export const invoice = (index: number) => ({
	customer_list_id: customers[index % customers.length],
	transaction_date: '2026-01-15',
	ref_number: `R-${index}`,
	memo: 'As agreed',
	lines: [{ item_list_id: '80020001-1700000001', quantity: 2, rate: '85.00' }],
});

/** The answer to an invoice, as the simulated desktop writes it; what tells one from another is filled in. */
export function invoiceAnswers(): (refNumber: string) => string {
	const { request } = createInvoice.request({}, invoice(0));
	const template = answerRequest(
		createCompany(),
		createSession(),
		requestToXml({ version: '16.0', request: plain(request) }),
	);
	return (refNumber) => template.replaceAll('R-0', refNumber);
}
