import type { IDataObject } from 'n8n-workflow';

import { byId, type OperationName, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const connection = { ...byId(ID) };

type Refused = [what: string, operation: OperationName, form: IDataObject, message: string];

/** What must never leave n8n, by what is wrong with it; the message names the field as the form calls it. */
const refused: Refused[] = [
	[
		'an ID that is no UUID',
		'connection.get',
		{ connection: { ...byId('={{ 42 }}') } },
		'Connection must be an ID like',
	],
	[
		'an ID with a path in it',
		'connection.delete',
		{ connection: { ...byId(`={{ '${ID}/..' }}`) } },
		'Connection must be an ID like',
	],
	[
		'an empty ID from an expression',
		'connection.setPassword',
		{ connection: { ...byId('={{ "" }}') } },
		'Connection: the expression gave nothing.',
	],
	[
		'a redirect address that is none',
		'connection.create',
		{ redirectUrl: 'example.com' },
		'Redirect URL must be a web address',
	],
	[
		'a password that is an object',
		'connection.setPassword',
		{ connection, password: '={{ {} }}' },
		'Password: the expression gave an object instead of text.',
	],
	['a limit of 0', 'connection.getAll', { limit: 0 }, 'Limit must be a whole number of at least 1'],
	[
		'half a limit',
		'queuedRequest.getAll',
		{ connection, limit: 1.5 },
		'Limit must be a whole number of at least 1',
	],
	[
		'a request ID that is no UUID',
		'queuedRequest.get',
		{ queuedRequest: { ...byId('={{ "x" }}') } },
		'Queued Request must be an ID like',
	],
	[
		'Force in words',
		'queuedRequest.delete',
		{ queuedRequest: { ...byId(ID) }, force: '={{ "maybe" }}' },
		'Force must be true or false',
	],
	[
		'a state there is not',
		'queuedRequest.getAll',
		{ connection, filters: { state: '={{ "done" }}' } },
		'State can\'t be "done".',
	],
	[
		'two item filters that exclude each other',
		'item.query',
		{ connection, filters: { nameContains: 'a', nameEndsWith: 'b' } },
		"Name Contains and Name Ends With can't be used together.",
	],
	[
		'an item name with another filter',
		'item.query',
		{ connection, filters: { name: 'a', activeStatus: 'All' } },
		"Name can't be used together with another filter, but Active Status is set too.",
	],
	[
		'a reference number and its bounds',
		'creditMemo.query',
		{ connection, filters: { refNumberContains: '1', refNumberTo: '2' } },
		"Reference Number Contains and Reference Number To can't be used together.",
	],
	[
		'an active status there is not',
		'customer.query',
		{ connection, filters: { activeStatus: '={{ "Both" }}' } },
		'Active Status can\'t be "Both".',
	],
	[
		'a day that does not exist',
		'invoice.query',
		{ connection, filters: { dueDateFrom: '2026-02-30' } },
		`Due Date From isn't a valid date: "2026-02-30".`,
	],
	[
		'a moment that does not exist',
		'vendor.query',
		{ connection, filters: { modifiedBefore: '15.01.2026' } },
		`Modified Before isn't a valid date: "15.01.2026".`,
	],
	[
		'no results at most',
		'vendor.query',
		{ connection, limit: 0 },
		'Limit must be a whole number of at least 1',
	],
	[
		'a webhook address that is none',
		'vendor.query',
		{ connection, options: { webhookUrl: 'hook' } },
		'Webhook URL must be a web address',
	],
];

test.each(refused)('%s: %s', async (_what, operation, form, message) => {
	const run = await runOperation(server, operation, form);
	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(run.error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(server.received).toEqual([]);
});

test('the second item is refused by its number, after the first was sent', async () => {
	const run = await runOperation(
		server,
		'connection.get',
		{ connection: { ...byId('={{ $json.id }}') } },
		{ items: [{ id: ID }, { id: 'nonsense' }, { id: ID }] },
	);
	expect(run.error?.context).toMatchObject({ itemIndex: 1 });
	expect(server.received).toHaveLength(1);
});

test('an operation that is none is refused', async () => {
	const run = await runOperation(server, 'invoice.shred', {});
	expect(run.error?.message).toMatch(/operation/i);
	expect(server.received).toEqual([]);
});

test('what is typed into By ID is checked before anything is sent', async () => {
	const run = await runOperation(server, 'connection.get', { connection: { ...byId('42') } });
	expect(run.error?.message).toBe(
		'Connection must be an ID like 3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b, but it is "42".',
	);
	expect(server.received).toEqual([]);
});
