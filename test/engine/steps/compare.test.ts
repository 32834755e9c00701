import '../support/short-pauses';

import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { byId, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 60, creditMemos: 3 }));

const hosted = useHostedOperations();

const period = { transactionDateFrom: '2020-01-01', transactionDateTo: '2030-12-31' };

const formOf = (connectionId: string, more: IDataObject = {}): IDataObject => ({
	connection: { ...byId(connectionId) },
	...period,
	number: '={{ $json.number }}',
	customerOrVendor: '={{ $json.customer }}',
	orderDate: '={{ $json.date }}',
	orderTotal: '={{ $json.total }}',
	result: 'waitPolling',
	...more,
});

const compare = async (connectionId: string, items: IDataObject[], more: IDataObject = {}) =>
	await runOperation(service, 'books.compare', formOf(connectionId, more), { items });

const query = async (connectionId: string, resource = 'invoice') => {
	const run = await runOperation(service, `${resource}.query`, {
		connection: { ...byId(connectionId) },
		filters: { ...period },
		result: 'waitPolling',
	});
	expect(run.error).toBeUndefined();
	return run.items.map(({ json }) => json);
};

const orderOf = (record: IDataObject): IDataObject => ({
	number: record.RefNumber,
	customer: record.CustomerName ?? record.VendorName,
	date: record.TxnDate,
	total: record.TotalAmount ?? record.AmountDue,
});

test('x', async () => {
	const connectionId = await service.newConnection();
	const invoices = await query(connectionId);
	console.log(invoices.slice(0, 3), invoices.length);
	const [one, two] = invoices.map(orderOf);
	const run = await compare(connectionId, [one, { ...two, total: '1.00' }, { number: 'no' }], { options: { includeUnexpected: true }});
	console.log(run.error, JSON.stringify(run.items.slice(0, 5), null, 1));
	expect(run.error).toBeUndefined();
	void hosted;
});
