import { callTool, retry } from './harness';
import { useLocalService } from './support/local-service';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const proxied = useProxiedService(service);
const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

test('an agent queries customers with a name of its own choice', async () => {
	const connectionId = await service.newConnection();
	const { name, description, response, run } = await callTool({
		parameters: parametersFor('customer.query', {
			connection: { ...byId(connectionId) },
			filters: { nameContains: "={{ $fromAI('name', 'part of the name', 'string') }}" },
		}),
		toolArguments: { name: 'Müller & Söhne' },
		credentials: service.credentials,
	});
	expect(run.error).toBeUndefined();
	expect(name).toBe('Tool');
	expect(description).toBe('Find customers in Accounting Sync');
	const [queued] = await service.requestsOf(connectionId);
	expect(queued.request_xml).toContain('<Name>Müller &amp; Söhne</Name>');
	expect(JSON.stringify(response)).toContain(queued.id);
});

test('what the model got wrong is said in words, with what to do about it', async () => {
	const { run } = await callTool({
		parameters: parametersFor('invoice.query', {
			connection: { ...byId(ID) },
			filters: { dueDateFrom: "={{ $fromAI('date', 'day', 'string') }}" },
		}),
		toolArguments: { date: '30.02.2026' },
		credentials: server.credentials,
	});
	expect(run.error?.message).toContain("Due Date From isn't a valid date");
	expect(run.error?.message).toContain('write it as YYYY-MM-DD');
	expect(server.received).toEqual([]);
});

describe('the same write', () => {
	const now = Date.now.bind(Date);
	const minutesLater = (minutes: number) => () => {
		jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
	};
	afterEach(() => {
		jest.restoreAllMocks();
	});

	const writes = async (connectionId: string, ...thenAgain: Array<() => void>) =>
		await callTool({
			parameters: parametersFor('invoice.create', {
				connection: { ...byId(connectionId) },
				...smallInvoice,
			}),
			toolArguments: {},
			credentials: proxied.credentials,
			thenAgain,
		});
	const timesWritten = async (connectionId: string) =>
		(await service.requestsOf(connectionId)).length;

	test.each<[asked: string, times: number, thenAgain: Array<() => void>]>([
		['twice by an agent goes out once', 1, [() => {}]],
		['on another day of the same execution is another one', 2, [minutesLater(24 * 60)]],
		['more than half an hour after the first is another one', 2, [29, 31].map(minutesLater)],
	])('asked for %s', async (_asked, times, thenAgain) => {
		const connectionId = await service.newConnection();
		const { run } = await writes(connectionId, ...thenAgain);
		expect(run.error).toBeUndefined();
		expect(await timesWritten(connectionId)).toBe(times);
	});

	test('asked for again after an answer that took longer than half an hour goes out once', async () => {
		const connectionId = await service.newConnection();
		proxied.meddle((call) => {
			if (queues(call)) minutesLater(40)();
			return Promise.resolve(undefined);
		});
		const { run } = await writes(connectionId, () => {});
		expect(run.error).toBeUndefined();
		expect(await timesWritten(connectionId)).toBe(1);
	});

	test('asked for in a Retry on another day goes out once', async () => {
		const connectionId = await service.newConnection();
		const agentFails = jest.fn(() => {});
		agentFails.mockImplementationOnce(() => {
			throw new Error('The model is overloaded.');
		});
		const { run } = await writes(connectionId, agentFails);
		expect(run.error?.message).toContain('overloaded');
		minutesLater(24 * 60)();
		const again = await retry(run);
		expect(again.error).toBeUndefined();
		expect(await timesWritten(connectionId)).toBe(1);
	});
});
