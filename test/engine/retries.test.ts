import type { IDataObject } from 'n8n-workflow';

import { useShortPauses } from './support/pauses';
import { byId, type OperationName, runOperation } from './support/run-operation';
import {
	type ReceivedRequest,
	type ScriptedAnswer,
	useScriptedServer,
} from './support/scripted-server';

useShortPauses();

const server = useScriptedServer();
const queue = useScriptedServer({ withEmptyQueue: true });
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const connection = { ...byId(ID) };
const good: ScriptedAnswer = { body: { data: { id: ID } } };
const at = (status: number, retryAfter?: string): ScriptedAnswer => ({
	status,
	headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
	body: 'not now',
});

const reads: Array<[operation: OperationName, form: IDataObject]> = [
	['connection.get', { connection }],
	['connection.getConnectorFile', { connection }],
	['queuedRequest.get', { queuedRequest: { ...byId(ID) } }],
	['queuedRequest.getAll', { connection }],
];

describe('a read is tried again', () => {
	test.each([429, 502, 503, 504])('after %i, as soon as Retry-After allows', async (status) => {
		server.answerWith(at(status, '0'), good);
		const run = await runOperation(server, 'connection.get', { connection });
		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject([{ json: { id: ID } }]);
		expect(server.received.map(({ url }) => url)).toEqual(Array(2).fill(`/connections/${ID}`));
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
		server.answerWith(at(429, '0'), page(1), at(502, '0'), page(2), page(1));
		const run = await runOperation(server, 'queuedRequest.getAll', { connection, returnAll: true });
		expect(run.items.map(({ json }) => json.id)).toEqual(['r1', 'r2']);
		expect(server.received).toHaveLength(5);
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
/** What would happen twice if it were sent twice, and is in no queue where one could look for it. */
const onlyOnce: Array<[operation: OperationName, form: IDataObject]> = [
	['connection.setPassword', { connection }],
	['connection.delete', { connection }],
	['queuedRequest.delete', { queuedRequest: { ...byId(ID) } }],
];

const failures: Array<[failure: string, answer: ScriptedAnswer]> = [
	['429', at(429, '0')],
	['503', at(503, '0')],
	['a broken connection', 'break'],
];

describe.each(failures)('sent exactly once in spite of %s', (_failure, answer) => {
	test.each(onlyOnce)('%s %j', async (operation, form) => {
		server.answerWith(answer, good);
		const run = await runOperation(server, operation, form);
		expect(run.error).toMatchObject({ name: 'NodeApiError' });
		expect(server.received).toHaveLength(1);
	});
});

const queueing: Array<[operation: OperationName, form: IDataObject]> = [
	[
		'queuedRequest.create',
		{
			...{ connection, requestFormat: 'form', requestName: 'HostQueryRq' },
			options: { sendWithoutChecking: true },
		},
	],
	['invoice.create', invoice],
	['dataExtension.set', { connection, attachTo: 'company', dataExtName: 'A', dataExtValue: 'B' }],
	['customer.query', { connection }],
	['invoice.query', { connection, options: { webhookUrl: 'https://example.com/hook' } }],
];

const isWrite = (operation: OperationName) => !operation.endsWith('.query');
/** Whether a call reads the queue back, after the run has learned where it stood before. */
const looksBack = ({ url }: ReceivedRequest) =>
	/page_size=100(&|$)/.test(url) && !url.includes('search_phrase');

describe('what is queued', () => {
	test.each(queueing)('after 429 it is sent again: %s %j', async (operation, form) => {
		queue.answerWith(at(429, '0'), good);
		const run = await runOperation(queue, operation, form);
		expect(run.items).toMatchObject([{ json: { id: ID } }]);
		expect(queue.received).toHaveLength(2);
		// A write is looked for all the same: it may have been taken.
		expect(queue.looks.filter(looksBack).length).toBe(isWrite(operation) ? 1 : 0);
	});

	test.each(queueing)(
		'after 503 it is looked for, several times, and sent again: %s %j',
		async (operation, form) => {
			queue.answerWith(at(503, '0'), good);
			const run = await runOperation(queue, operation, form);
			expect(run.items).toMatchObject([{ json: { id: ID } }]);
			expect(queue.received).toHaveLength(2);
			const [first, second] = queue.received;
			expect([second.url, second.body]).toEqual([first.url, first.body]);
			expect(queue.looks.filter(looksBack).length).toBe(isWrite(operation) ? 4 : 2);
		},
	);

	test('four times at most', async () => {
		queue.answerWith(at(429, '0'));
		const run = await runOperation(queue, 'invoice.create', invoice);
		expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '429' });
		expect(queue.received).toHaveLength(4);
	});

	test.each([400, 401, 403, 404, 409, 422])('not again after %i', async (status) => {
		queue.answerWith(at(status, '0'));
		const run = await runOperation(queue, 'invoice.create', invoice);
		expect(run.error).toMatchObject({ httpCode: String(status) });
		expect(queue.received).toHaveLength(1);
	});

	test('not again when the service asks for a wait that is too long', async () => {
		queue.answerWith(at(429, '3600'));
		const run = await runOperation(queue, 'invoice.create', invoice);
		expect(run.error).toMatchObject({ httpCode: '429' });
		expect(queue.received).toHaveLength(1);
	});
});
