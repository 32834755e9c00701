import { prebuiltRequest, type PrebuiltEndpoint, type PrebuiltQuery } from '../qbxml';
import { enqueue } from '../queue/enqueue';
import { connectionOf, type Context } from './context';
import type { Handler, Handlers } from './routes';
import { createdRequestView } from './views';

/** The pre-built endpoint behind each operation of the document (section 4.3). */
const endpoints: Readonly<Record<string, PrebuiltEndpoint>> = {
	queryCustomers: 'customers',
	queryVendors: 'vendors',
	queryItems: 'items',
	querySalesTaxItems: 'sales_tax_items',
	querySalesTaxCodes: 'sales_tax_codes',
	queryInvoices: 'invoices',
	queryCreditMemos: 'credit_memos',
	createInvoice: 'create_invoice',
	setDataExtension: 'data_ext_mods',
};

function queueing(context: Context, endpoint: PrebuiltEndpoint): Handler {
	return async (request) => {
		const { id } = await connectionOf(context, request);
		const query = request.query as PrebuiltQuery & { webhook_url?: string; iterate?: boolean };
		const record = await enqueue(context.store, {
			connectionId: id,
			...prebuiltRequest(endpoint, query, request.body),
			iterate: query.iterate,
			webhookUrl: query.webhook_url,
		});
		context.desktops?.requestQueued(id);
		return { data: createdRequestView(record) };
	};
}

/** The pre-built operations: each builds its request, queues it and answers with its record. */
export const prebuiltHandlers = (context: Context): Handlers =>
	Object.fromEntries(
		Object.entries(endpoints).map(([operationId, endpoint]) => [
			operationId,
			queueing(context, endpoint),
		]),
	);
