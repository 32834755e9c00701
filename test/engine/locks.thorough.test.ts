import type { IDataObject } from 'n8n-workflow';

import { locks } from '../../quickbooks/rules/statuses';
import { createCompany } from '../../simulator/company/seed/create-company';
import { retry, retryAfterCrash } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useHostedOperations } from './support/host-operation';
import { useShortPauses } from './support/pauses';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, type OperationName, runOperation } from './support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () =>
	createCompany({ customers: 12, vendors: 6, invoices: 8, creditMemos: 2 }),
);
const proxied = useProxiedService(service);
const hosted = useHostedOperations();

let connectionId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
});

const invoices = (): number => service.company(connectionId).invoices.length;

const sent = async (name: string) =>
	(await service.requestsOf(connectionId)).filter(({ request_xml: xml }) =>
		xml.includes(`<${name}`),
	);

/** Has QuickBooks refuse the next requests of a name because of what somebody has open. */
function lock(request: string, code: keyof typeof locks, times: number, message?: string): void {
	const status_message = message ?? locks[code].saying;
	const fault = {
		fault: 'refused',
		status_code: Number(code),
		status_message,
		times,
		request,
	} as const;
	service.faults(connectionId).add(fault);
}

const form = (more: IDataObject): IDataObject => ({
	connection: { ...byId(connectionId) },
	result: 'waitPolling',
	...more,
});

const create = async (more: IDataObject = {}, options: Parameters<typeof runOperation>[3] = {}) =>
	await runOperation(service, 'invoice.create', form({ ...smallInvoice, ...more }), options);

test.each([3170, 3180] as const)(
	'an invoice that meets the lock %i twice is written once',
	async (code) => {
		const before = invoices();
		lock('InvoiceAddRq', code, 2);
		const run = await create();
		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject([{ json: { TxnID: expect.any(String) as string } }]);
		expect(invoices()).toBe(before + 1);
		expect(await sent('InvoiceAddRq')).toHaveLength(3);
	},
);

const write = async (operation: OperationName, more: IDataObject) =>
	await runOperation(service, operation, form(more));

test.each<[operation: OperationName, request: string, code: keyof typeof locks]>([
	['invoice.void', 'TxnVoidRq', 3185],
	['invoice.delete', 'TxnDelRq', 3175],
])('%s goes on when the lock is gone', async (operation, request, code) => {
	const [{ json }] = (await create()).items;
	lock(request, code, 2);
	const run = await write(operation, { txnId: byId(String(json.TxnID)) });
	expect(run.error).toBeUndefined();
	expect(await sent(request)).toHaveLength(3);
});

test("a lock counts, although the service's error has a code of its own", async () => {
	const before = invoices();
	lock('InvoiceAddRq', 3175, 1);
	proxied.meddle(async ({ forward }) => {
		const answer = await forward();
		const body = JSON.parse(answer.body.toString()) as { data?: IDataObject | IDataObject[] };
		for (const record of [body.data ?? body].flat() as IDataObject[]) {
			if (record.state === 'error') record.error = { code: 'refused', message: 'It was refused.' };
		}
		return {
			...answer,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify(body)),
		};
	});
	const run = await runOperation(proxied, 'invoice.create', form(smallInvoice));
	expect(run.error).toBeUndefined();
	expect(invoices()).toBe(before + 1);
	expect(await sent('InvoiceAddRq')).toHaveLength(2);
});

test('a list record and a custom field go on when the lock is gone', async () => {
	const { items } = await write('customer.create', { name: 'Known' });
	lock('DataExtModRq', 3170, 1);
	const set = await write('dataExtension.set', {
		attachTo: 'list',
		listId: String(items[0].json.ListID),
		dataExtName: 'Route',
		dataExtValue: 'North',
	});
	expect(set.error).toBeUndefined();
	lock('ListDelRq', 3176, 1);
	const gone = await write('customer.delete', { listId: byId(String(items[0].json.ListID)) });
	expect(gone.error).toBeUndefined();
});

test.each<[code: keyof typeof locks, message: string]>([
	[3180, 'There was an error when saving. The account number is already in use.'],
])('%i with "%s" is no lock', async (code, message) => {
	lock('InvoiceAddRq', code, 1, message);
	expect((await create()).error).toMatchObject({
		message: 'QuickBooks could not save the record.',
		description: expect.stringContaining(`QuickBooks says: ${message}`),
	});
	expect(await sent('InvoiceAddRq')).toHaveLength(1);
});

test('a name that is already in use stays so', async () => {
	await write('customer.create', { name: 'Known' });
	const again = await write('customer.create', { name: 'Known' });
	expect(again.error?.message).toBe('The name "Known" is taken already.');
	expect(await sent('CustomerAddRq')).toHaveLength(2);
});

test('a lock that stays is an error after five tries, and Retry writes once', async () => {
	const before = invoices();
	lock('InvoiceAddRq', 3175, 5);
	const run = await create();
	expect(run.error).toMatchObject({ context: { code: '3175' } });
	expect(await sent('InvoiceAddRq')).toHaveLength(5);
	const again = await retry(run);
	expect(again.error).toBeUndefined();
	expect(invoices()).toBe(before + 1);
});

test('each of several items passes its lock, in order', async () => {
	const before = invoices();
	lock('InvoiceAddRq', 3175, 2);
	const run = await create({}, { items: [{}, {}, {}] });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	expect(new Set(run.items.map(({ json }) => json.TxnID)).size).toBe(3);
	expect(invoices()).toBe(before + 3);
});

test.each<[what: string, more: IDataObject]>([
	['an order', { orderNumber: '1042' }],
	["an identifier of one's own", { options: { customRequestId: 'mine' } }],
	['what is looked for in the books', { options: { whenOutcomeUnknown: 'lookInBooks' } }],
])('%s keeps what it is known by', async (_what, more) => {
	const before = invoices();
	lock('InvoiceAddRq', 3180, 2);
	const run = await create(more);
	expect(run.error).toBeUndefined();
	expect(invoices()).toBe(before + 1);
	if (more.orderNumber === undefined) return;
	const again = await create(more);
	expect(again.items[0].json).toMatchObject({
		already_existed: true,
		TxnID: run.items[0].json.TxnID,
	});
	expect(invoices()).toBe(before + 1);
});

test('two items with one order write it once', async () => {
	const before = invoices();
	lock('InvoiceAddRq', 3175, 1);
	const run = await create({ orderNumber: '1042' }, { items: [{}, {}] });
	expect(run.error).toBeUndefined();
	expect(run.items[0].json.TxnID).toBe(run.items[1].json.TxnID);
	expect(invoices()).toBe(before + 1);
});

test('an error names the order that could not be sent again, and no other', async () => {
	const off = await service.newConnectionTurnedOff();
	lock('InvoiceAddRq', 3175, 1);
	let calls = 0;
	proxied.meddle((call) =>
		Promise.resolve(
			queues(call) && call.method === 'POST' && ++calls === 4
				? {
						status: 403,
						headers: { 'content-type': 'application/json' },
						body: Buffer.from('{"error":{"code":"forbidden","message":"No."}}'),
					}
				: undefined,
		),
	);
	const run = await runOperation(
		proxied,
		'invoice.create',
		form({
			...smallInvoice,
			connection: byId('={{ $json.on }}'),
			orderNumber: '={{ $json.order }}',
		}),
		{
			items: [
				{ on: off, order: '1040' },
				{ on: off, order: '1041' },
				{ on: connectionId, order: '1042' },
			],
		},
	);
	expect(run.error).toMatchObject({
		message: expect.stringMatching(/^Order 1042: (?!Order)/) as string,
		context: { itemIndex: 2 },
	});
});

test.each(['the call before it counts', 'the answer after it counted'])(
	'sent again, and %s is lost: it is written once',
	async (what) => {
		const before = invoices();
		lock('InvoiceAddRq', 3175, 1);
		let calls = 0;
		proxied.meddle(async (call) => {
			if (!queues(call) || ++calls !== 2) return undefined;
			if (what.includes('answer')) await call.forward();
			return 'drop';
		});
		const run = await runOperation(proxied, 'invoice.create', form(smallInvoice));
		expect(run.error).toBeUndefined();
		expect(invoices()).toBe(before + 1);
		expect(await sent('InvoiceAddRq')).toHaveLength(2);
	},
);

test('sent again, and nobody knows whether it was carried out: nothing is sent any more', async () => {
	const before = invoices();
	lock('InvoiceAddRq', 3175, 1);
	service.faults(connectionId).add({
		...{ fault: 'unanswered', silent: false, times: 1, request: 'InvoiceAddRq' },
	} as Parameters<ReturnType<typeof service.faults>['add']>[0]);
	const run = await create();
	expect(run.error).toMatchObject({ context: { code: 'connection_error' } });
	expect((await retry(run)).error).toMatchObject({ context: { code: 'connection_error' } });
	expect(invoices()).toBe(before + 1);
});

test('after a crash, Retry finds what was sent again', async () => {
	const before = invoices();
	lock('InvoiceAddRq', 3175, 1);
	const run = await create();
	const again = await retryAfterCrash(run);
	expect(again.error).toBeUndefined();
	expect(again.items[0].json.TxnID).toBe(run.items[0].json.TxnID);
	expect(invoices()).toBe(before + 1);
});

test('steps pass locks: a record that is created if it is missing, and custom fields', async () => {
	lock('CustomerAddRq', 3170, 1);
	const created = await write('customer.findOrCreate', { name: 'Known' });
	expect(created.error).toBeUndefined();
	expect(created.items[0].json).toMatchObject({ created: true });
	lock('DataExtModRq', 3175, 2);
	const updated = await write('customer.update', {
		listId: { __rl: true, mode: 'name', value: 'Known' },
		customFields: { field: [{ name: 'Route', value: 'North' }] },
	});
	expect(updated.error).toBeUndefined();
	expect(updated.items[0].json).toMatchObject({ changed: true });
	expect(await sent('DataExtModRq')).toHaveLength(3);
	expect(await sent('CustomerAddRq')).toHaveLength(2);
});

test.each([4, 5])('what is created if it is missing meets a lock %i times', async (times) => {
	lock('CustomerAddRq', 3170, times);
	const { error } = await write('customer.upsert', { name: 'Known' });
	expect(error === undefined).toBe(times === 4);
	expect(await sent('CustomerAddRq')).toHaveLength(5);
});

test('what is created and its custom field each pass as many locks as one alone', async () => {
	lock('CustomerAddRq', 3170, 4);
	lock('DataExtModRq', 3175, 4);
	const { error } = await write('customer.findOrCreate', {
		...{ name: 'Known', matchBy: 'customField' },
		...{ customFieldName: 'Route', customFieldValue: 'North' },
	});
	expect(error).toBeUndefined();
	expect(await sent('CustomerAddRq')).toHaveLength(5);
	expect(await sent('DataExtModRq')).toHaveLength(5);
});

test('what is undone is voided when the lock is gone', async () => {
	const run = await create({}, { executionId: '77' });
	expect(run.error).toBeUndefined();
	lock('TxnVoidRq', 3185, 2);
	const undone = await write('books.undo', { executionId: '77', dryRun: false });
	expect(undone.error).toBeUndefined();
	expect(undone.items).toMatchObject([{ json: { action: 'voided' } }]);
	expect(await sent('TxnVoidRq')).toHaveLength(3);
});

test('an execution that sleeps passes a lock when it wakes', async () => {
	connectionId = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(
		service,
		'invoice.create',
		form({ ...smallInvoice, result: 'waitSuspended' }),
	);
	expect((await start([{}, {}])).status).toBe('waiting');
	await service.turnOn(connectionId);
	const before = invoices();
	lock('InvoiceAddRq', 3175, 2);
	const run = await host.lastRun();
	expect(run.error).toBeUndefined();
	expect(invoices()).toBe(before + 2);
});
