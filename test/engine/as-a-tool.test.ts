import { callTool } from './harness';
import { useLocalService } from './support/local-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
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
	const writeTwice = async (thenAgain: () => void) => {
		const connectionId = await service.newConnection();
		const { run } = await callTool({
			parameters: parametersFor('invoice.create', {
				connection: { ...byId(connectionId) },
				...smallInvoice,
			}),
			toolArguments: {},
			credentials: service.credentials,
			thenAgain,
		});
		expect(run.error).toBeUndefined();
		return (await service.requestsOf(connectionId)).length;
	};
	const now = Date.now.bind(Date);
	afterEach(() => {
		jest.restoreAllMocks();
	});

	test('asked for twice by an agent goes out once', async () => {
		expect(await writeTwice(() => {})).toBe(1);
	});

	test('asked for on another day of the same execution is another one', async () => {
		const count = await writeTwice(() => {
			jest.spyOn(Date, 'now').mockImplementation(() => now() + 24 * 3_600_000);
		});
		expect(count).toBe(2);
	});
});
