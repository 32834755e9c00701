import type { IDataObject } from 'n8n-workflow';

import { useServiceWithDesktops } from '../support/desktops';
import { byId, type OperationName, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops();
const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const run = (connectionId: string, operation: OperationName, form: IDataObject) =>
	runOperation(service, operation, {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
		...form,
	});

const invoice = (more: IDataObject = {}): IDataObject => ({
	customerListId: byName(' Cook, Brian '),
	transactionDate: '2026-01-15',
	lines: { line: [{ itemListId: byName('Design'), quantity: 2, rate: '85.00' }] },
	...more,
});

test('an invoice by names goes out in qbXML, trimmed, and comes back flat with what people look for first', async () => {
	const connectionId = await service.newConnection();
	const { error, items } = await run(connectionId, 'invoice.create', invoice());
	expect(error).toBeUndefined();
	const [{ json }] = items;
	expect(Object.keys(json).slice(0, 4)).toEqual([
		'RefNumber',
		'CustomerName',
		'TxnDate',
		'TotalAmount',
	]);
	expect(json).toMatchObject({ CustomerName: 'Cook, Brian', Subtotal: '170.00' });
	const [line] = json.InvoiceLineRet as IDataObject[];
	expect(line).toMatchObject({ ItemName: 'Design', Quantity: '2', Rate: '85.00' });
	const [{ request_xml: xml }] = await service.requestsOf(connectionId);
	expect(xml).toContain('<CustomerRef><FullName>Cook, Brian</FullName></CustomerRef>');
});

test('a name that the desktop does not know is answered with the nearest names of the newest list', async () => {
	const connectionId = await service.newConnection();
	await run(connectionId, 'customer.query', {});
	const wrong = await run(
		connectionId,
		'invoice.create',
		invoice({ customerListId: byName('Cook, Brain') }),
	);
	expect(wrong.error?.message).toContain('Cook, Brain');
	expect((wrong.error as { description?: string }).description).toContain(
		'Customer "Cook, Brain" is not in the list of customers that was loaded last. Did you mean "Cook, Brian"?',
	);
});

test('where many items fail, each says why, and the first names are explained', async () => {
	const connectionId = await service.newConnection();
	await run(connectionId, 'customer.query', {});
	const items = Array.from({ length: 23 }, (_, index) => ({
		name: `Cook, Brai${'abcdefghijklmopqrstuvwxyz'[index]}`,
	}));
	const failed = await runOperation(
		service,
		'invoice.create',
		{
			connection: { ...byId(connectionId) },
			...invoice({ customerListId: byName('={{ $json.name }}') }),
			result: 'waitPolling',
		},
		{ items, onError: 'continueRegularOutput' },
	);
	const errors = failed.items.map(({ json }) => json as Record<string, string>);
	expect(errors.map(({ error }, index) => error.includes(items[index].name))).toEqual(
		items.map(() => true),
	);
	const explained = errors.filter(({ description }) => description.includes('"Cook, Brian"'));
	expect(explained).toHaveLength(20);
});

test('a total that differs from the expected one is said with both', async () => {
	const connectionId = await service.newConnection();
	const create = async (expectedTotal: string) =>
		(await run(connectionId, 'invoice.create', invoice({ additionalFields: { expectedTotal } })))
			.items[0].json;
	const differs = await create('170.5');
	expect(differs).toMatchObject({ expected_total: '170.50', total_differs: true });
	const total = String(differs.TotalAmount);
	expect(differs.warning).toContain(`total in QuickBooks is ${total}, but 170.50 was expected`);
	const equal = await create(total);
	expect(equal).toMatchObject({ expected_total: total, total_differs: false });
	expect(equal).not.toHaveProperty('warning');
});

test('a record that is not there is an error, and so is a number that several have', async () => {
	const connectionId = await service.newConnection();
	const none = await run(connectionId, 'invoice.get', { txnId: byName('no-such-number') });
	expect(none.error?.message).toContain('no-such-number');
	const numbered = invoice({ additionalFields: { refNumber: 'T-1' } });
	await run(connectionId, 'invoice.create', numbered);
	await run(connectionId, 'invoice.create', numbered);
	const several = await run(connectionId, 'invoice.get', { txnId: byName('T-1') });
	expect(several.error?.message).toBe('2 invoices are called "T-1".');
	const description = String((several.error as { description?: string }).description);
	const [, id] = /By ID: ([^,]+),/.exec(description) ?? [];
	const one = await run(connectionId, 'invoice.get', { txnId: byId(id) });
	expect(one.items).toMatchObject([{ json: { TxnID: id, RefNumber: 'T-1' } }]);
	expect(one.items[0].json.InvoiceLineRet).toHaveLength(1);
});
