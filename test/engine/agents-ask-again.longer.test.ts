import type { IDataObject } from 'n8n-workflow';

import { until } from '../../n8n/until';
import { startLawfulService } from '../lawful/service';
import { callTool, retry, runWorkflow } from './harness';
import type { Call } from './harness/call-tool';
import { startExecution, startingAt } from './harness/run';
import { SOURCE_NAME } from './harness/source-node';
import { useServiceWithDesktops } from './support/desktops';
import { dyingDesktops } from './support/dying-desktops';
import { credentialsFor } from './support/local-service';
import { useShortPauses } from './support/pauses';
import { afterTaking, queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, type OperationName, parametersFor, runOperation } from './support/run-operation';

useShortPauses();
const service = useServiceWithDesktops();
const proxied = useProxiedService(service);
const { dieAfter } = dyingDesktops(service);

const CUSTOMER = 'Asked Again Ltd';
const byName = (value: string): IDataObject => ({ __rl: true, mode: 'name', value });
const ofModel = (name: string) => `={{ $fromAI('${name}', '${name}', 'string') }}`;
const locator = (value: unknown): IDataObject => ({ ...byId(String(value)) });

const now = Date.now.bind(Date);
function minutesLater(minutes: number) {
	jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
}

afterEach(() => {
	jest.restoreAllMocks();
});

let id: string;

beforeEach(async () => {
	id = await service.newConnection();
});

/** What an agent gets that does what a script says with its one tool. */
async function agent(
	operation: OperationName,
	form: IDataObject,
	script: (call: Call) => Promise<unknown>,
	credentials = service.credentials,
) {
	const connection = { ...byId(id) };
	const parameters = parametersFor(operation, { connection, result: 'waitPolling', ...form });
	return await callTool({ parameters, toolArguments: {}, credentials, script });
}

/** The first item of an answer, or what was said instead. */
const first = (answer: unknown): IDataObject =>
	(Array.isArray(answer) ? answer[0] : { said: answer }) as IDataObject;

/** Somebody else's run, by another node. */
async function others(operation: OperationName, form: IDataObject) {
	const connection = { ...byId(id) };
	const run = await runOperation(service, operation, {
		connection,
		result: 'waitPolling',
		...form,
	});
	expect(run.error).toBeUndefined();
	return { json: run.items[0].json, execution: run.executionId };
}

const timesQueued = async (what: RegExp) =>
	(await service.requestsOf(id)).filter(({ request_xml: xml }) => what.test(xml)).length;

const phoneForm = (phone: string): IDataObject => ({
	listId: byName(CUSTOMER),
	additionalFields: { phone },
});

const setPhone = async (phone: string) => await others('customer.update', phoneForm(phone));
const phoneInBooks = async () =>
	(await others('customer.query', { filters: { nameContains: CUSTOMER } })).json.Phone;

const twice = async (call: Call) => [first(await call()), first(await call())];
const atOnce = async (call: Call) => (await Promise.all([call(), call()])).map(first);

/** Answers to queueing calls get lost, and so does every look into the queue, until it is all fine. */
function losing() {
	let state: 'before' | 'fine' | 'lost' = 'before';
	proxied.meddle(async (call) => {
		if (state === 'fine') return undefined;
		if (queues(call)) {
			state = 'lost';
			return await afterTaking(() => Promise.resolve('drop'))(call);
		}
		return state === 'lost' && call.path.includes('queued_requests') ? 'drop' : undefined;
	});
	return () => {
		state = 'fine';
	};
}

describe('nothing is written twice', () => {
	const trim: IDataObject = {
		lineMode: 'add',
		specifyLines: 'form',
		lines: { line: [{ itemListId: byName('Trim'), quantity: '3', rate: '1.00' }] },
	};
	const trims = (TxnID: unknown) =>
		JSON.stringify(service.company(id).invoices.find((one) => one.TxnID === TxnID)).split('"Trim"')
			.length - 1;

	test.each([
		['after another', twice],
		['at once', atOnce],
	])('a line that is added, one call %s', async (_how, how) => {
		const { json } = await others('invoice.create', smallInvoice);
		const { response } = await agent(
			'invoice.update',
			{ txnId: locator(json.TxnID), ...trim },
			how,
		);
		expect(trims(json.TxnID)).toBe(1);
		expect((response as IDataObject[]).filter((one) => one.already_existed)).toHaveLength(1);
	});

	test('a line that is added with a custom field that is refused', async () => {
		const { json } = await others('invoice.create', smallInvoice);
		for (const request of ['DataExtModRq', 'DataExtAddRq']) {
			service.faults(id).add({ fault: 'refused', status_code: 3100, times: 1, request });
		}
		const customFields = { field: [{ name: 'Project Code', value: 'P-1' }] };
		await agent('invoice.update', { txnId: locator(json.TxnID), ...trim, customFields }, twice);
		expect(trims(json.TxnID)).toBe(1);
	});

	test('a write whose outcome is unknown, half an hour later', async () => {
		dieAfter(id);
		const before = service.company(id).invoices.length;
		await agent('invoice.create', smallInvoice, async (call) => {
			await call();
			minutesLater(31);
			await call();
		});
		expect(service.company(id).invoices.length - before).toBe(1);
	});

	test('a write whose answer got lost, half an hour later', async () => {
		const isFine = losing();
		const script = async (call: Call) => {
			await call();
			isFine();
			minutesLater(31);
			await call();
		};
		await agent('invoice.create', smallInvoice, script, proxied.credentials);
		expect(await timesQueued(/InvoiceAddRq/)).toBe(1);
	});

	test('several writes of an execution that n8n begins again after a crash', async () => {
		const lawful = await startLawfulService({});
		try {
			id = lawful.newConnection('Begun Again');
			const parts = { result: 'queuedRequest', additionalFields: { refNumber: ofModel('number') } };
			const script = async (call: Call) => [
				await call({ number: 'A-1' }),
				await call({ number: 'A-2' }),
			];
			const credentials = credentialsFor(lawful.baseUrl, lawful.apiKey);
			const { run } = await agent(
				'invoice.create',
				{ ...smallInvoice, ...parts },
				script,
				credentials,
			);
			const begun = startingAt(run.prepared.workflow, SOURCE_NAME, [[{ json: {} }]]);
			const { executionId, mode, prepared } = run;
			const { resumeToken } = run.executionData;
			const again = await startExecution(prepared, { ...begun, resumeToken }, mode, { executionId })
				.finished;
			expect(again.error).toBeUndefined();
			expect(lawful.records(id)).toHaveLength(2);
		} finally {
			await lawful.close();
		}
	});

	test('a write that waits for the desktop, half an hour after the time was up', async () => {
		id = await service.newConnectionTurnedOff();
		let isLater = false;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + (isLater ? 15 * 60_000 : 0));
		proxied.meddle(async ({ method, path, forward }) => {
			if (method !== 'GET' || !path.includes('queued_requests')) return undefined;
			const answer = await forward();
			isLater ||= answer.body.includes('"state":"waiting"');
			return answer;
		});
		const script = async (call: Call) => {
			await call();
			proxied.meddle(async () => await Promise.resolve(undefined));
			minutesLater(46);
			await service.turnOn(id);
			return first(await call());
		};
		const form = { ...smallInvoice, options: { waitLimit: 5 } };
		const { response } = await agent('invoice.create', form, script, proxied.credentials);
		expect(response).toMatchObject({ Subtotal: '85.00', already_existed: true });
		expect(await timesQueued(/InvoiceAddRq/)).toBe(1);
	});
});

describe('a repeated write says already_existed: true', () => {
	test.each<[operation: OperationName, form: IDataObject]>([
		['invoice.create', smallInvoice],
		['invoice.create', { ...smallInvoice, orderNumber: 'AG-1' }],
		['customer.upsert', { name: 'Parallel' }],
		['customer.findOrCreate', { name: 'Parallel' }],
	])('of two at once, one of them does: %s %j', async (operation, form) => {
		const { response } = await agent(operation, form, atOnce);
		expect((response as IDataObject[]).filter((one) => one.already_existed === true)).toHaveLength(
			1,
		);
		expect(await timesQueued(/AddRq/)).toBe(1);
	});

	test('also if the answer of the first got lost', async () => {
		const isFine = losing();
		const script = async (call: Call) => {
			await call();
			isFine();
			return first(await call());
		};
		const { response } = await agent('invoice.create', smallInvoice, script, proxied.credentials);
		expect(response).toMatchObject({ already_existed: true });
		expect(await timesQueued(/InvoiceAddRq/)).toBe(1);
	});

	test('also of a void', async () => {
		const { json } = await others('invoice.create', smallInvoice);
		const { response } = await agent('invoice.void', { txnId: locator(json.TxnID) }, twice);
		expect(response).toMatchObject([{}, { already_existed: true }]);
	});
});

describe('an agent sees the books as they are now', () => {
	beforeEach(async () => {
		await others('customer.create', { name: CUSTOMER });
	});

	test('the same Update after another one writes again', async () => {
		const form = phoneForm(ofModel('phone'));
		const { response } = await agent('customer.update', form, async (call) => {
			await call({ phone: '1' });
			await call({ phone: '2' });
			return first(await call({ phone: '1' }));
		});
		expect([(response as IDataObject).Phone, await phoneInBooks()]).toEqual(['1', '1']);
	});

	test('an Update that had nothing to change reads again', async () => {
		await setPhone('1');
		const { response } = await agent('customer.update', phoneForm('1'), async (call) => {
			await call();
			await setPhone('9');
			return first(await call());
		});
		expect([(response as IDataObject).changed, await phoneInBooks()]).toEqual([true, '1']);
	});

	test('and so does a dry run', async () => {
		const form = { ...phoneForm('1'), dryRun: true };
		const { response } = await agent('customer.update', form, async (call) => {
			await call();
			await setPhone('1');
			return first(await call());
		});
		expect(response).toMatchObject({ changes: [] });
	});

	test('Find or Create creates what was deleted since', async () => {
		const { response } = await agent('customer.findOrCreate', { name: CUSTOMER }, async (call) => {
			const { ListID } = first(await call());
			await others('customer.delete', { listId: locator(ListID) });
			return first(await call());
		});
		expect(response).toMatchObject({ created: true });
		expect(await phoneInBooks()).toBeUndefined();
	});

	test.each([{}, { orderNumber: 'AG-2' }])(
		'what was deleted since is not passed on as if it stood (%j)',
		async (more) => {
			const script = async (call: Call) => {
				await others('invoice.delete', { txnId: locator(first(await call()).TxnID) });
				return first(await call());
			};
			const { response } = await agent('invoice.create', { ...smallInvoice, ...more }, script);
			expect((response as IDataObject).said).toContain('was voided or deleted since');
		},
	);

	test('Undo whose removal was refused removes it', async () => {
		const { execution } = await others('invoice.create', smallInvoice);
		service.faults(id).add({ fault: 'refused', status_code: 3260, times: 1, request: 'TxnVoidRq' });
		const form = { executionId: String(execution), dryRun: false };
		const { response } = await agent('books.undo', form, twice);
		expect(response).toMatchObject([{ action: 'notUndone' }, { action: 'voided' }]);
	});

	test.each<[operation: OperationName, form: IDataObject]>([
		['customer.query', { filters: { nameContains: CUSTOMER } }],
		['company.get', {}],
	])('%s that broke off reads again', async (operation, form) => {
		service.faults(id).add({ fault: 'unanswered', silent: false, times: 1 });
		const { response } = await agent(operation, form, twice);
		expect(response).toMatchObject([{ said: expect.any(String) as string }, {}]);
		expect((response as IDataObject[])[1].said).toBeUndefined();
	});

	test('a query in a request of its own reads again', async () => {
		const xml = `<CustomerQueryRq><FullName>${CUSTOMER}</FullName></CustomerQueryRq>`;
		const requestXml = `<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${xml}</QBXMLMsgsRq></QBXML>`;
		const form = { requestFormat: 'xml', requestXml };
		const { response } = await agent('queuedRequest.create', form, async (call) => {
			await call();
			await setPhone('9');
			return first(await call());
		});
		expect(response).toMatchObject({ Phone: '9' });
	});

	test('a request that was refused while nobody waited says so, and is sent again then', async () => {
		const form = { ...smallInvoice, customerListId: byName('Not Yet'), result: 'queuedRequest' };
		const { response } = await agent('invoice.create', form, async (call) => {
			await call();
			await until(
				async () => await service.requestsOf(id),
				(all) => all.every(({ state }) => !['waiting', 'sent', 'ticketed'].includes(state)),
			);
			await others('customer.create', { name: 'Not Yet' });
			return [first(await call()), first(await call())];
		});
		expect(response).toMatchObject([{ state: 'error' }, { state: 'waiting' }]);
		expect((response as IDataObject[]).map((one) => one.already_existed)).toEqual([
			undefined,
			undefined,
		]);
		expect(await timesQueued(/InvoiceAddRq/)).toBe(2);
	});

	describe('a write that is not waited for', () => {
		const form = { ...smallInvoice, result: 'queuedRequest' };
		const itsRequest = (answer: IDataObject) => ({
			queuedRequest: locator(answer.id),
			force: true,
		});

		test('is not passed on once its request was deleted', async () => {
			id = await service.newConnectionTurnedOff();
			const { response } = await agent('invoice.create', form, async (call) => {
				await others('queuedRequest.delete', itsRequest(first(await call())));
				return first(await call());
			});
			expect((response as IDataObject).said).toContain('no longer knows the request');
			expect(await timesQueued(/InvoiceAddRq/)).toBe(0);
		});

		test('is not passed on once what it wrote was voided', async () => {
			const { response } = await agent('invoice.create', form, async (call) => {
				const { id: request } = first(await call());
				await until(
					async () => (await service.requestsOf(id)).find((one) => one.id === request),
					(one) => one?.state === 'response_received',
				);
				const { TxnID } = service.company(id).invoices.at(-1) ?? {};
				await others('invoice.void', { txnId: locator(TxnID) });
				return first(await call());
			});
			expect((response as IDataObject).said).toContain('was voided or deleted since');
		});

		test('says what to do if the service is away when the agent asks again', async () => {
			const script = async (call: Call) => {
				const { id: request } = first(await call());
				proxied.meddle(async ({ path }) => {
					await Promise.resolve();
					return path.endsWith(String(request)) ? 'drop' : undefined;
				});
				return first(await call());
			};
			const { response } = await agent('invoice.create', form, script, proxied.credentials);
			expect((response as IDataObject).said).toContain('could not be reached');
		});
	});

	test('also when n8n retries the execution', async () => {
		const phones: unknown[] = [];
		const form = { filters: { nameContains: CUSTOMER } };
		const { run } = await agent('customer.query', form, async (call) => {
			phones.push(first(await call()).Phone ?? 'none');
			if (phones.length === 1) throw new Error('The model is overloaded.');
		});
		await setPhone('9');
		await retry(run);
		expect(phones).toEqual(['none', '9']);
	});
});

test.each<[operation: OperationName, form: IDataObject, request: string]>([
	['invoice.create', smallInvoice, 'InvoiceAddRq'],
	['customer.create', { name: CUSTOMER }, 'CustomerAddRq'],
	['customer.upsert', { name: CUSTOMER }, 'CustomerAddRq'],
])('without an agent, Retry On Fail leaves %s refused', async (operation, form, request) => {
	service.faults(id).add({ fault: 'refused', status_code: 3000, times: 1, request });
	const connection = { ...byId(id) };
	const parameters = parametersFor(operation, { connection, result: 'waitPolling', ...form });
	const run = await runWorkflow({
		nodes: [{ parameters, retryOnFail: true, maxTries: 2, waitBetweenTries: 0 }],
		credentials: service.credentials,
		mode: 'trigger',
	});
	expect(run.error?.context.code).toBe('3000');
	expect(await timesQueued(new RegExp(request))).toBe(1);
	expect((await retry(run)).error).toBeUndefined();
	expect(await timesQueued(new RegExp(request))).toBe(2);
});
