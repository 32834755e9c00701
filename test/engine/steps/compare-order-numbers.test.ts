import type { IDataObject } from 'n8n-workflow';

import { until } from '../../../n8n/until';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useShortPauses } from '../support/pauses';
import { smallInvoice } from '../support/queueing-operations';
import { byId, type OperationName, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 3 }));

async function run(
	connectionId: string,
	operation: OperationName,
	form: IDataObject,
	items: IDataObject[] = [{}],
) {
	const filledIn = { connection: { ...byId(connectionId) }, result: 'waitPolling', ...form };
	return await runOperation(service, operation, filledIn, {
		items,
		onError: 'continueRegularOutput',
	});
}

const create = async (connectionId: string, items: IDataObject[]) =>
	await run(
		connectionId,
		'invoice.create',
		{
			...smallInvoice,
			customerListId: { ...byId("={{ $json.customer ?? '80000002-1700000002' }}") },
			orderNumber: '={{ $json.number }}',
		},
		items,
	);

async function compared(connectionId: string, items: IDataObject[], options: IDataObject = {}) {
	const { error, items: found } = await run(
		connectionId,
		'books.compare',
		{
			transactionDateFrom: '2026-01-01',
			transactionDateTo: '2026-01-31',
			matchBy: 'orderNumber',
			number: '={{ $json.number }}',
			orderTotal: "={{ $json.total ?? '' }}",
			options,
		},
		items,
	);
	expect(error).toBeUndefined();
	return found.map(({ json }) => json);
}

test('finds what Create has written under an Order Number, and says why another has no record', async () => {
	const connectionId = await service.newConnection();
	const made = await create(connectionId, [
		{ number: 'S-1' },
		{ number: 'S-2', customer: '8000FFFF-1' },
		{ number: 'S-3' },
		{ number: 'S-4' },
	]);
	const [one, , three, four] = made.items.map(({ json }) => json);
	await run(connectionId, 'invoice.delete', { txnId: { ...byId(String(four.TxnID)) } });
	const items = await compared(
		connectionId,
		[
			{ number: 'S-1', total: one.TotalAmount },
			{ number: 'S-2' },
			{ number: 'S-3', total: '1.00' },
			{ number: 'S-4' },
			{ number: 'S-5' },
		],
		{ includeUnexpected: true },
	);
	expect(items.slice(0, 5)).toMatchObject([
		{ status: 'same', key: 'S-1', record: { TxnID: one.TxnID } },
		{
			status: 'missing',
			key: 'S-2',
			explanation: expect.stringContaining('QuickBooks has refused it') as string,
		},
		{
			status: 'different',
			key: 'S-3',
			explanation: `Total: 1.00 in the order, ${String(three.TotalAmount)} in the books`,
			record: { TxnID: three.TxnID },
		},
		{ status: 'missing', key: 'S-4', explanation: 'The books have no such invoice in the period.' },
		{
			status: 'missing',
			key: 'S-5',
			explanation: expect.stringContaining('Nothing was written under this Order Number') as string,
		},
	]);
	expect(items).toHaveLength(5);
});

test('the invoice of an order that can not be read is not unexpected', async () => {
	const connectionId = await service.newConnection();
	await create(connectionId, [{ number: 'S-1' }, { number: 'S-2' }]);
	const items = await compared(
		connectionId,
		[{ number: 'S-1' }, { number: 'S-2', total: 'much' }],
		{
			includeUnexpected: true,
		},
	);
	expect(items.map(({ status, error }) => status ?? typeof error)).toEqual(['same', 'string']);
});

test('finds a number that looks the same', async () => {
	const connectionId = await service.newConnection();
	await create(connectionId, [{ number: 'Z-3' }]);
	const [found] = await compared(connectionId, [{ number: 'Z\u20113\u200b' }]);
	expect(found).toMatchObject({ status: 'same' });
});

test('says which orders are the same one, and which invoice has no order', async () => {
	const connectionId = await service.newConnection();
	await create(connectionId, [{ number: 'S-1' }, { number: 'S-2' }]);
	const items = await compared(connectionId, [{ number: 'S-1' }, { number: 'S-1' }], {
		includeUnexpected: true,
	});
	expect(items).toMatchObject([
		{
			status: 'duplicate',
			key: 'S-1',
			explanation: 'Items 1 and 2 of this run are orders with the same order number.',
		},
		{ status: 'unexpected', key: null },
		{ status: 'duplicate', key: 'S-1' },
	]);
});

test('says what waits for the desktop', async () => {
	const connectionId = await service.newConnection();
	await service.turnOff(connectionId);
	await run(connectionId, 'invoice.create', {
		...smallInvoice,
		orderNumber: 'S-1',
		result: 'queuedRequest',
	});
	const comparing = compared(connectionId, [{ number: 'S-1' }]);
	await until(
		async () => (await service.requestsOf(connectionId)).length,
		(queued) => queued > 1,
	);
	await service.turnOn(connectionId);
	expect(await comparing).toMatchObject([
		{
			status: 'missing',
			explanation: expect.stringContaining('It had not been written when this run began') as string,
		},
	]);
});

test('takes the newest record of an order whose first one was deleted', async () => {
	const connectionId = await service.newConnection();
	const [first] = (await create(connectionId, [{ number: 'S-1' }])).items;
	await run(connectionId, 'invoice.delete', { txnId: { ...byId(String(first.json.TxnID)) } });
	const [second] = (await create(connectionId, [{ number: 'S-1' }])).items;
	expect(second.json.TxnID).not.toBe(first.json.TxnID);
	expect(await compared(connectionId, [{ number: 'S-1' }])).toMatchObject([
		{ status: 'same', record: { TxnID: second.json.TxnID } },
	]);
});

test('needs a number', async () => {
	const connectionId = await service.newConnection();
	await create(connectionId, [{ number: 'S-1' }]);
	const [item] = await compared(connectionId, [{ number: ' ' }]);
	expect(JSON.stringify(item)).toContain('Number is missing: Match By looks for the order by it.');
});
