import type { IDataObject } from 'n8n-workflow';

import { TEST_WROTE } from '../../queue/words/runHints';
import { callTool, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor, runOperation } from './support/run-operation';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);

const hintsOf = ({ hints }: WorkflowRun): unknown[] =>
	Object.values(hints)
		.flat()
		.filter(({ message }) => message !== TEST_WROTE)
		.map(({ message, type }) => ({ message, type }));

/** What QuickBooks answers instead of that it did as it was told. */
interface Answered {
	code: string;
	severity: string;
	message: string;
	/** The fields of queued requests that are not shown. */
	without?: readonly string[];
	/** The answers that are meant; all by default. */
	of?: string;
}

/** Lets QuickBooks answer with another status. */
function answersWith({ code, severity, message, without = [], of = 'Rs' }: Answered): void {
	const inXml = `statusCode="${code}" statusSeverity="${severity}" statusMessage="${message}"`;
	const inJson: Readonly<Record<string, string>> = {
		'@statusCode': code,
		'@statusSeverity': severity,
		'@statusMessage': message,
	};
	proxied.meddle(async (call) => {
		const answer = await call.forward();
		const text = answer.body.toString('utf8');
		if (queues(call) || !call.path.includes('queued_requests') || !text.includes(of)) return answer;
		const shown: unknown = JSON.parse(text, (name, value: unknown) => {
			if (without.includes(name)) return undefined;
			if (name !== 'response_xml') return inJson[name] ?? value;
			return String(value).replace(
				/statusCode="\d+" statusSeverity="\w+" statusMessage="[^"]*"/g,
				inXml,
			);
		});
		return {
			status: answer.status,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify(shown)),
		};
	});
}

const CLOSED = 'The transaction could not be linked, because it is closed.';

async function create(more: IDataObject = {}): Promise<WorkflowRun> {
	const connection = { ...byId(await service.newConnection()) };
	return await runOperation(proxied, 'invoice.create', {
		connection,
		...smallInvoice,
		result: 'waitPolling',
		...more,
	});
}

test.each([
	['Warn', '570'],
	['WARN', '550'],
	// Not every service shows severities as QuickBooks gives them.
	['Info', '570'],
])('what was saved with a warning (%s, %s) shows it', async (severity, code) => {
	answersWith({ code, severity, message: CLOSED });
	const run = await create();
	expect(run.error).toBeUndefined();
	expect(run.items[0].json).toMatchObject({
		TxnID: expect.any(String),
		warnings: [{ code, message: CLOSED }],
	});
	expect(hintsOf(run)).toEqual([
		{ message: expect.stringContaining(`QuickBooks warns: ${CLOSED} (${code}) `), type: 'warning' },
	]);
});

test.each([['response_json'], ['response_xml']])(
	'a warning is seen where an answer comes without %s',
	async (without) => {
		answersWith({ code: '570', severity: 'Warn', message: CLOSED, without: [without] });
		expect((await create()).items[0].json).toMatchObject({ warnings: [{ code: '570' }] });
	},
);

test('a whole queued request shows the warning too', async () => {
	answersWith({ code: '570', severity: 'Warn', message: CLOSED });
	const run = await create({ simplify: false });
	expect(run.items[0].json).toMatchObject({
		id: expect.any(String),
		response_xml: expect.any(String),
		warnings: [{ code: '570', message: CLOSED }],
	});
	expect(hintsOf(run)).toHaveLength(1);
});

test.each([[true], [false]])(
	'a step that comes before others is not forgotten, with Simplify %s',
	async (simplify) => {
		const connection = { ...byId(await service.newConnection()) };
		const form = { connection, result: 'waitPolling', simplify };
		await runOperation(proxied, 'customer.findOrCreate', { ...form, name: 'Known' });
		const message = 'A field is not supported.';
		answersWith({ code: '530', severity: 'Warn', message, of: 'CustomerModRs' });
		const run = await runOperation(proxied, 'customer.update', {
			...form,
			listId: { __rl: true, mode: 'name', value: 'Known' },
			additionalFields: { phone: '555-0199' },
			customFields: { field: [{ name: 'Route', value: 'P-1' }] },
		});
		expect(run.error).toBeUndefined();
		expect(run.items[0].json).toMatchObject({
			changed: true,
			warnings: [{ code: '530', message }],
		});
		expect(hintsOf(run)).toHaveLength(1);
	},
);

describe('a read inside steps', () => {
	const message = 'A field is not supported.';
	const findOrCreate = async (name: string, more: IDataObject = {}, connectionId?: string) => {
		const connection = { ...byId(connectionId ?? (await service.newConnection())) };
		const form = { connection, name, result: 'waitPolling', ...more };
		return await runOperation(proxied, 'customer.findOrCreate', form);
	};

	test.each([
		['finds nothing, and something is created', 'Warned', {}, true, 'EntityQueryRs'],
		['finds what is there', "O'Hara Plumbing", {}, false, 'EntityQueryRs'],
		[
			'is matched here',
			'Any',
			{ matchBy: 'email', additionalFields: { email: 'oharaplumbing@example.com' } },
			false,
			'CustomerQueryRs',
		],
	])('that %s shows its warning', async (_case, name, more, created, of) => {
		answersWith({ code: '530', severity: 'Warn', message, of });
		const run = await findOrCreate(name, more);
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ created, warnings: [{ code: '530', message }] }),
		]);
		expect(hintsOf(run)).toEqual([
			{ message: expect.stringContaining(`QuickBooks warns: ${message} (530) `), type: 'warning' },
		]);
	});

	test('that comes before a write shows its warning', async () => {
		const connectionId = await service.newConnection();
		await findOrCreate('Known', {}, connectionId);
		answersWith({ code: '501', severity: 'Warn', message, of: 'CustomerQueryRs' });
		const run = await runOperation(proxied, 'customer.update', {
			connection: { ...byId(connectionId) },
			result: 'waitPolling',
			listId: { __rl: true, mode: 'name', value: 'Known' },
			additionalFields: { phone: '555-0199' },
		});
		expect(run.items.map(({ json }) => json)).toEqual([
			expect.objectContaining({ changed: true, warnings: [{ code: '501', message }] }),
		]);
		expect(hintsOf(run)).toHaveLength(1);
	});

	test('that does not find what may well not be there says nothing', async () => {
		const missing = 'There was a required element ("Warned") that could not be found.';
		answersWith({ code: '500', severity: 'Warn', message: missing, of: 'EntityQueryRs' });
		const run = await findOrCreate('Warned');
		expect(run.items.map(({ json }) => json.created)).toEqual([true]);
		expect(run.items[0].json).not.toHaveProperty('warnings');
		expect(hintsOf(run)).toEqual([]);
	});
});

test('a model is told what was not found, and nothing is made up for a workflow', async () => {
	const connection = { ...byId(await service.newConnection()) };
	const form = { connection, result: 'waitPolling', filters: { nameContains: 'no such' } };
	answersWith({
		code: '500',
		severity: 'Warn',
		message: 'Nobody could not be found in QuickBooks.',
	});
	const run = await runOperation(proxied, 'customer.query', form);
	expect(run.items).toEqual([]);
	const { response } = await callTool({
		parameters: parametersFor('customer.query', form),
		toolArguments: {},
		credentials: proxied.credentials,
	});
	expect(JSON.stringify(response)).toContain('Nobody could not be found in QuickBooks.');
});

test('a query says what was not found, beside what was', async () => {
	const missing = 'There was a required element (Nobody) that could not be found in QuickBooks.';
	answersWith({ code: '500', severity: 'Warn', message: missing });
	const connection = { ...byId(await service.newConnection()) };
	const run = await runOperation(proxied, 'customer.query', {
		connection,
		result: 'waitPolling',
		filters: { nameContains: 'müller' },
	});
	expect(run.items.length).toBeGreaterThan(0);
	for (const { json } of run.items) expect(json).toMatchObject({ warnings: [{ code: '500' }] });
	expect(hintsOf(run)).toHaveLength(1);
});

test.each([
	['1', 'Warn'],
	['1', 'Info'],
	['0', 'Info'],
])('%s (%s) is no warning', async (code, severity) => {
	answersWith({ code, severity, message: 'Whatever it says' });
	const run = await create();
	expect(run.items[0].json).not.toHaveProperty('warnings');
	expect(hintsOf(run)).toEqual([]);
});
