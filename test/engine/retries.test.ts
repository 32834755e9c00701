import type { IDataObject } from 'n8n-workflow';
import { byId, runOperation, type OperationName } from './support/runOperation';
import { useScriptedServer, type ScriptedAnswer } from './support/scriptedServer';

const server = useScriptedServer();
const id = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const connection = { ...byId(id) };
const good: ScriptedAnswer = { body: { data: { id } } };
const at = (status: number, retryAfter?: string): ScriptedAnswer => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	body: 'not now',
});

const reads: Array<[operation: OperationName, form: IDataObject]> = [
	['connection.get', { connection }],
	['connection.getConnectorFile', { connection }],
	['queuedRequest.get', { queuedRequest: { ...byId(id) } }],
	['customer.query', { connection }],
	['creditMemo.query', { connection, options: { maximumResults: 5 } }],
];

describe('a read is tried again', () => {
	test.each([429, 502, 503, 504])('after %i, as soon as Retry-After allows', async (status) => {
		server.answerWith(at(status, '0'), good);
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject([{ json: { id } }]);
		expect(server.received.map(({ url }) => url)).toEqual(Array(2).fill(`/connections/${id}`));
	});

	test.each<[what: string, retryAfter: string]>([
		['a second', '1'],
		['a date that has passed', new Date(0).toUTCString()],
	])('Retry-After may be %s', async (_what, retryAfter) => {
		server.answerWith(at(503, retryAfter), good);
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.status).toBe('success');
		expect(server.received).toHaveLength(2);
	});

	test('without Retry-After, and when it can not be understood', async () => {
		server.answerWith(at(503), at(503, 'soon'), good);
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.status).toBe('success');
		expect(server.received).toHaveLength(3);
	});

	test('after a connection that broke', async () => {
		server.answerWith('break', good);
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.error).toBeUndefined();
		expect(server.received).toHaveLength(2);
	});

	test.each(reads)('%s: three times at most', async (operation, form) => {
		server.answerWith(at(503, '0'));
		const run = await runOperation(server, operation, form);
		expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '503' });
		expect(server.received).toHaveLength(3);
		expect(new Set(server.received.map(({ url }) => url)).size).toBe(1);
	});

	test('each page of a list on its own', async () => {
		const page = (number: number): ScriptedAnswer => ({
			body: { data: [{ id: `r${number}` }], page: number, total_pages: 2 },
		});
		server.answerWith(at(429, '0'), page(1), at(502, '0'), page(2));
		const run = await runOperation(server, 'queuedRequest.getAll', { connection, returnAll: true });
		expect(run.items.map(({ json }) => json.id)).toEqual(['r1', 'r2']);
		expect(server.received).toHaveLength(4);
	});
});

describe('a read is not tried again', () => {
	test.each([400, 401, 403, 404, 409, 422, 500, 501])('after %i', async (status) => {
		server.answerWith(at(status, '0'));
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.error).toMatchObject({ httpCode: String(status) });
		expect(server.received).toHaveLength(1);
	});

	test('when the service asks for a wait that is too long', async () => {
		server.answerWith(at(503, '3600'));
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.error).toMatchObject({ httpCode: '503' });
		expect(server.received).toHaveLength(1);
	});

	test('when the answer is a success of another kind', async () => {
		server.answerWith({ body: '<html>' });
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.status).toBe('error');
		expect(server.received).toHaveLength(1);
	});
});

const invoice = {
	connection,
	customerListId: '80000002-1',
	transactionDate: '2026-01-15',
	lines: { line: [{ itemListId: '80000001-1' }] },
};
const webhook = { options: { webhookUrl: 'https://example.com/hook' } };

/** What would happen twice if it were sent twice: the writes, and a query whose answer is delivered somewhere. */
const onlyOnce: Array<[operation: OperationName, form: IDataObject]> = [
	['connection.create', {}],
	['connection.setPassword', { connection }],
	['connection.delete', { connection }],
	['queuedRequest.delete', { queuedRequest: { ...byId(id) } }],
	['queuedRequest.create', { connection, requestFormat: 'form', requestName: 'HostQueryRq' }],
	['invoice.create', invoice],
	['dataExtension.set', { connection, attachTo: 'company', dataExtName: 'A' }],
	['customer.query', { connection, ...webhook }],
	['invoice.query', { connection, ...webhook }],
];

describe.each<[failure: string, answer: ScriptedAnswer]>([
	['429', at(429, '0')],
	['503', at(503, '0')],
	['a broken connection', 'break'],
])('sent exactly once in spite of %s', (_failure, answer) => {
	test.each(onlyOnce)('%s %j', async (operation, form) => {
		server.answerWith(answer, good);
		const run = await runOperation(server, operation, form);
		expect(run.error).toMatchObject({ name: 'NodeApiError' });
		expect(server.received).toHaveLength(1);
	});
});
