import Big from 'big.js';
import type { CredentialReference, N8nClient } from './client';
import { failureOf, itemsOf } from './client';
import {
	EXAMPLE_INVOICE,
	EXAMPLE_TRIGGER,
	fillIn,
	readExample,
	readOrders,
} from './example-workflow';
import type { Connection, ServiceApi } from './service-api';
import { recordsOf } from './service-api';

/** What one order has become. */
export interface OrderResult {
	refNumber: string;
	customer: string;
	/** With tax, in the invoice's currency, two decimals. */
	total: string;
	transactionId: string;
	/** State of the request that created the invoice. */
	state: string;
}

/** The parts of a qbXML invoice that are read back. */
interface Invoice {
	TxnID: string;
	RefNumber: string;
	CustomerRef: { FullName: string };
	Subtotal: string;
	SalesTaxTotal: string;
}

export interface Chain {
	client: N8nClient;
	credential: CredentialReference;
	service: ServiceApi;
	connection: Connection;
}

/**
 * Imports the example workflow, runs it on `workflows/orders.json` and reads back what became of each order: the state
 * of its request from the service, and its invoice from the company file, by a query of its own.
 * @throws an error that says which part of the chain failed
 */
export async function runOrders(chain: Chain): Promise<OrderResult[]> {
	const { client, credential, service, connection } = chain;
	const orders = await readOrders();
	const example = fillIn(await readExample(), orders, connection);
	const workflow = await client.importWorkflow(example, [credential]);
	const execution = await client.runWorkflow(workflow, EXAMPLE_TRIGGER);
	const failure = failureOf(execution);
	if (failure !== undefined || execution.status !== 'success') {
		throw new Error(
			`The workflow in n8n ended as ${execution.status}: ${failure ?? 'no reason given'}`,
		);
	}

	const queued = itemsOf(execution, EXAMPLE_INVOICE);
	if (queued.length !== orders.length) {
		throw new Error(`n8n put out ${queued.length} queued requests for ${orders.length} orders.`);
	}
	const requests = await Promise.all(
		queued.map(async ({ json }) => await service.waitForRequest(String(json.id))),
	);
	const dates = orders.map(({ date }) => date).sort();
	const answer = await service.queryInvoices(connection.id, dates[0], dates[dates.length - 1]);
	const invoices = new Map(
		recordsOf<Invoice>(answer, 'InvoiceRet').map((invoice) => [invoice.TxnID, invoice]),
	);

	return orders.map(({ number }, index) => {
		const { state, error, ...request } = requests[index];
		const [created] = recordsOf<Invoice>({ state, ...request }, 'InvoiceRet');
		if (state !== 'response_received' || created === undefined) {
			throw new Error(
				`The request for order ${number} ended as ${state}: ${error?.message ?? 'without an invoice'}`,
			);
		}
		const invoice = invoices.get(created.TxnID);
		if (invoice?.RefNumber !== number) {
			throw new Error(
				`The company file has no invoice ${created.TxnID} with the reference number ${number}.`,
			);
		}
		return {
			refNumber: invoice.RefNumber,
			customer: invoice.CustomerRef.FullName,
			total: new Big(invoice.Subtotal).plus(invoice.SalesTaxTotal).toFixed(2),
			transactionId: invoice.TxnID,
			state,
		};
	});
}
