import { workflowFiles } from '../../n8n/demo/example-workflows';
import { START_TIMEOUT_MILLISECONDS } from '../support/use-stack';
import { compareAndRepair } from './recipes/compare-and-repair';
import { createEstimatesWithQbxml } from './recipes/create-estimates-with-qbxml';
import { createInvoicesWithASecondAttempt } from './recipes/create-invoices-with-a-second-attempt';
import { enterBillsFromASheet } from './recipes/enter-bills-from-a-sheet';
import { createInvoicesFromOrders, newAndChangedCustomers } from './recipes/examples';
import { invoiceWhatWasShipped } from './recipes/invoice-what-was-shipped';
import { keepATableOfCustomers } from './recipes/keep-a-table-of-customers';
import { type Kit, openKit } from './recipes/kit';
import { mailTheReportsOfTheMonth } from './recipes/mail-the-reports-of-the-month';
import { mailAListOfUnpaidInvoices, mailASheetOfCreditMemos } from './recipes/mails';
import { makeUpForLostExecutions } from './recipes/make-up-for-lost-executions';
import { setCustomFields } from './recipes/set-custom-fields';
import { setUpANewCustomer } from './recipes/set-up-a-new-customer';
import { shopOrdersOfNewCustomers } from './recipes/shop-orders-of-new-customers';
import { shopOrdersToPaidInvoices } from './recipes/shop-orders-to-paid-invoices';
import { unpaidInvoicesAgent } from './recipes/unpaid-invoices-agent';
import { updatePricesEveryNight } from './recipes/update-prices-every-night';

/** How each workflow is imported, filled in as its note says, run, and its effect looked at. */
const runs: Record<string, (kit: Kit) => Promise<void>> = {
	'compare-and-repair.json': compareAndRepair,
	'create-estimates-with-qbxml.json': createEstimatesWithQbxml,
	'create-invoices-from-orders.json': createInvoicesFromOrders,
	'create-invoices-with-a-second-attempt.json': createInvoicesWithASecondAttempt,
	'enter-bills-from-a-sheet.json': enterBillsFromASheet,
	'invoice-what-was-shipped.json': invoiceWhatWasShipped,
	'keep-a-table-of-customers.json': keepATableOfCustomers,
	'mail-a-list-of-unpaid-invoices.json': mailAListOfUnpaidInvoices,
	'mail-a-sheet-of-credit-memos.json': mailASheetOfCreditMemos,
	'mail-the-reports-of-the-month.json': mailTheReportsOfTheMonth,
	'make-up-for-lost-executions.json': makeUpForLostExecutions,
	'new-and-changed-customers.json': newAndChangedCustomers,
	'set-custom-fields.json': setCustomFields,
	'set-up-a-new-customer.json': setUpANewCustomer,
	'shop-orders-of-new-customers.json': shopOrdersOfNewCustomers,
	'shop-orders-to-paid-invoices.json': shopOrdersToPaidInvoices,
	'unpaid-invoices-agent.json': unpaidInvoicesAgent,
	'update-prices-every-night.json': updatePricesEveryNight,
};

let kit: Kit;

beforeAll(async () => {
	kit = await openKit();
}, START_TIMEOUT_MILLISECONDS);

afterEach(async () => {
	await kit?.tidyUp();
});

afterAll(async () => {
	await kit?.stop();
});

it('runs every workflow of workflows/', async () => {
	expect(Object.keys(runs).sort()).toEqual(await workflowFiles());
});

describe('the workflow', () => {
	it.each(Object.keys(runs))('%s does what its note says', async (file) => {
		await runs[file](kit);
	});
});
