import type { IDataObject } from 'n8n-workflow';

import {
	type CredentialReference,
	type Execution,
	failureOf,
	itemsOf,
	type N8nClient,
} from '../clients/n8n';
import { type Connection, recordsOf, type ServiceClient } from '../clients/service';
import {
	EXAMPLE_CREATED,
	EXAMPLE_REFUSED,
	EXAMPLE_TRIGGER,
	fillIn,
	readExample,
	readOrders,
} from './example-workflows';

/** An invoice as the workflow's last node shows it. */
interface ShownInvoice extends IDataObject {
	RefNumber: string;
	Customer: string;
	/** With tax, in the invoice's currency, two decimals. */
	Total: string;
	TxnID: string;
}

/** What one order has become: its invoice, and the state of its request in the service's queue. */
export interface OrderResult extends ShownInvoice {
	state: string;
}

/** The parts of a qbXML invoice that are read back. */
interface Invoice {
	TxnID: string;
	RefNumber: string;
}

export interface Chain {
	client: N8nClient;
	credential: CredentialReference;
	service: ServiceClient;
	connection: Connection;
}

function throwIfFailed(execution: Execution): void {
	const failure = failureOf(execution);
	if (failure !== undefined || execution.status !== 'success') {
		throw new Error(
			`The workflow in n8n ended as ${execution.status}: ${failure ?? 'no reason given'}`,
		);
	}
	const [refused] = itemsOf(execution, EXAMPLE_REFUSED);
	if (refused) throw new Error(`Order ${refused.json.Order} was refused: ${refused.json.Reason}`);
}

/**
 * Imports the example workflow and runs it on `workflows/orders.json`. The desktop is turned on once n8n has put the
 * execution to sleep. What the workflow shows in the end is compared with the company file, by a query of its own.
 * @throws an error that says which part of the chain failed
 */
export async function runOrders(
	{ client, credential, service, connection }: Chain,
	turnDesktopOn: () => Promise<void>,
): Promise<OrderResult[]> {
	const orders = await readOrders();
	const example = fillIn(await readExample(), orders, connection);
	const workflow = await client.importWorkflow(example, [credential]);
	const executionId = await client.startManualRun(workflow, EXAMPLE_TRIGGER);
	await client.waitForExecution(executionId, ['waiting']);
	await turnDesktopOn();
	const execution = await client.waitForExecution(executionId);
	throwIfFailed(execution);

	const created = itemsOf(execution, EXAMPLE_CREATED).map(({ json }) => json as ShownInvoice);
	const dates = orders.map(({ date }) => date).sort();
	const answer = await service.queryInvoices(connection.id, dates[0], dates[dates.length - 1]);
	const invoices = new Map(
		recordsOf<Invoice>(answer, 'InvoiceRet').map(({ TxnID, RefNumber }) => [TxnID, RefNumber]),
	);
	const requests = await service.queue(connection.id);
	return orders.map(({ number }, index) => {
		const result = created.at(index);
		if (result?.RefNumber !== number) {
			throw new Error(`n8n shows no invoice for order ${number} in its place.`);
		}
		if (invoices.get(result.TxnID) !== number) {
			throw new Error(
				`The company file has no invoice ${result.TxnID} with the reference number ${number}.`,
			);
		}
		// Its Order Number is part of the identifier of its request.
		const identifier = `requestID="invoice:${number}-`;
		const request = requests.find(({ request_xml: xml }) => xml.includes(identifier));
		if (request?.state !== 'response_received') {
			throw new Error(`The request of order ${number} is ${request?.state ?? 'not in the queue'}.`);
		}
		return { ...result, state: request.state };
	});
}
