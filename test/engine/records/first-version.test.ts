import type { IDataObject } from 'n8n-workflow';

import { runWorkflow } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { smallInvoice } from '../support/queueing-operations';
import { byId, parametersFor } from '../support/run-operation';

const service = useServiceWithDesktops();

/** Runs an operation of a node that a workflow has stored in a version. */
async function recordOf(name: `${string}.${string}`, filledIn: IDataObject, typeVersion?: number) {
	const { error, items } = await runWorkflow({
		nodes: [{ parameters: parametersFor(name, filledIn), typeVersion }],
		credentials: service.credentials,
	});
	expect(error).toBeUndefined();
	return items[0].json;
}

test.each<[name: `${string}.${string}`, form: IDataObject, whole: string, flat: string]>([
	['invoice.create', smallInvoice, 'CustomerRef', 'CustomerName'],
	['invoice.query', {}, 'CustomerRef', 'CustomerName'],
	['customer.query', { filters: { nameContains: 'Cook' } }, 'SalesTaxCodeRef', 'TermsName'],
])(
	'%s gives whole records in version 1, and simplified ones in later versions',
	async (...given) => {
		const [name, form, whole, flat] = given;
		const connection = byId(await service.newConnection());
		const filledIn = { connection: { ...connection }, ...form, result: 'waitPolling' };
		const first = await recordOf(name, filledIn, 1);
		expect(first[whole]).toMatchObject({
			ListID: expect.any(String),
			FullName: expect.any(String),
		});
		expect(first).not.toHaveProperty(flat);
		const later = await recordOf(name, filledIn);
		expect(later).not.toHaveProperty(whole);
		expect(later).toHaveProperty(flat);
	},
);
