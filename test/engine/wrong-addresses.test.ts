import { credentialsFor } from './support/local-service';
import { byId, type OperationName, runOperation } from './support/run-operation';
import { type ScriptedAnswer, useScriptedServer } from './support/scripted-server';
import { unusedAddress } from './support/unused-address';

const server = useScriptedServer();
const elsewhere = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const CHECK_THE_ADDRESS =
	/Check the credential's Base URL: it is the whole address and ends in \/api\/v1/;

describe('a redirect is not followed, so that the key goes nowhere else', () => {
	test.each([301, 302, 303, 307, 308])('%i', async (status) => {
		const location = `${elsewhere.baseUrl}/connections`;
		server.answerWith({ status, headers: { location } });
		const run = await runOperation(server, 'connection.getAll', {});
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			message: "That address isn't an Accounting Sync Service.",
			description: expect.stringMatching(
				new RegExp(`${CHECK_THE_ADDRESS.source}.*leads elsewhere \\(HTTP status ${status}\\)`),
			),
		});
		expect(server.received).toHaveLength(1);
		expect(elsewhere.received).toEqual([]);
	});

	test('nor one of a write', async () => {
		server.answerWith({ status: 307, headers: { location: elsewhere.baseUrl } });
		const run = await runOperation(server, 'connection.create', { name: 'A' });
		expect(run.status).toBe('error');
		expect(elsewhere.received).toEqual([]);
	});
});

describe('what answers is another server', () => {
	const operations: OperationName[] = [
		...(['connection.getAll', 'connection.get', 'connection.getConnectorFile'] as const),
		...(['connection.setPassword', 'queuedRequest.get', 'queuedRequest.getAll'] as const),
		...(['customer.query', 'dataExtension.set'] as const),
	];
	const form = {
		connection: { ...byId(ID) },
		queuedRequest: { ...byId(ID) },
		attachTo: 'company',
		dataExtName: 'A',
	};

	test.each(operations)('%s: HTML with status 200', async (operation) => {
		server.answerWith({ body: '<!doctype html><html><body>Welcome</body></html>' });
		const run = await runOperation(server, operation, form);
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			message: "That address isn't an Accounting Sync Service.",
			description: expect.stringMatching(CHECK_THE_ADDRESS),
		});
	});

	test.each<[what: string, answer: ScriptedAnswer]>([
		['JSON of another kind', { body: { hello: 'world' } }],
		['a JSON list', { body: [] }],
		['nothing', {}],
		['nothing, with status 204', { status: 204 }],
	])('%s', async (_what, answer) => {
		server.answerWith(answer);
		const run = await runOperation(server, 'connection.get', form);
		expect(run.error?.message).toBe("That address isn't an Accounting Sync Service.");
	});

	test('a page that is not there', async () => {
		server.answerWith({ status: 404, body: '<html>Not here</html>' });
		const run = await runOperation(server, 'connection.get', form);
		expect(run.error).toMatchObject({
			message: "That address isn't an Accounting Sync Service.",
			httpCode: '404',
			description: expect.stringMatching(
				new RegExp(`${CHECK_THE_ADDRESS.source}.*answered with HTTP status 404`),
			),
		});
	});
});

describe('nothing answers', () => {
	test('the error names the address and the service', async () => {
		const credentials = credentialsFor(await unusedAddress());
		const run = await runOperation({ credentials }, 'connection.create', {});
		expect(run.error).toMatchObject({
			name: 'NodeApiError',
			description: expect.stringMatching(
				/Check the credential's Base URL and that the service is running/,
			),
			context: { code: 'ECONNREFUSED', itemIndex: 0 },
		});
	});
});

describe('addresses that nothing is sent to', () => {
	test.each([
		['http://sync.example.com/api/v1', /must start with https:\/\//],
		['http://10.0.0.5:4300/api/v1', /must start with https:\/\//],
		['sync.example.com/api/v1', /isn't a valid address/],
		['https://sync.example.com/api/v1?a=b', /plain address/],
		['', /has no Base URL/],
	])('%j', async (baseUrl, message) => {
		const run = await runOperation(
			{ credentials: credentialsFor(baseUrl) },
			'connection.getAll',
			{},
		);
		expect(run.error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(message),
			context: { itemIndex: 0 },
		});
	});
});
