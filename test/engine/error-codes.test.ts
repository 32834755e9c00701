import { connectorClient } from '../service/support/connector-client';
import type { WorkflowRun } from './harness';
import { credentialsFor, useLocalService } from './support/local-service';
import { byId, runOperation } from './support/run-operation';

const service = useLocalService();
const NOBODY = '9b2f8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

/** A connection with a waiting vendor query. */
async function connectionWithRequest() {
	const connectionId = await service.newConnection();
	const path = `/connections/${connectionId}/vendors`;
	const { id: requestId } = await service.call<{ id: string }>('GET', path);
	return { connectionId, requestId };
}

/** Opens a connector session, which has taken the waiting request. */
async function openSession(connectionId: string): Promise<() => Promise<unknown>> {
	const { username } = await service.call<{ username: string }>(
		'GET',
		`/connections/${connectionId}`,
	);
	const { password } = await service.call<{ password: string }>(
		'POST',
		`/connections/${connectionId}/password`,
		{},
	);
	const { qwc } = await service.call<{ qwc: string }>('GET', `/connections/${connectionId}/qwc`);
	const connector = connectorClient(/<AppURL>(.*)<\/AppURL>/.exec(qwc)?.[1] ?? '');
	const [ticket] = await connector.authenticate(username, password);
	return () => connector.closeConnection(ticket);
}

function expectApiError(
	error: WorkflowRun['error'],
	{
		code,
		status,
		headline,
		advice,
		said,
	}: { code: string; status: string; headline: RegExp; advice: RegExp; said: RegExp },
) {
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: expect.stringMatching(headline),
		httpCode: status,
		description: expect.stringMatching(advice),
		context: { code, itemIndex: 0 },
	});
	expect(error?.description).toMatch(
		new RegExp(`The service says: .*${said.source}.* \\(Error code: ${code}\\)$`),
	);
}

describe("the interface's errors, as the real service gives them", () => {
	test('unauthorized', async () => {
		const target = { credentials: credentialsFor(service.baseUrl, 'wrong-key') };
		const run = await runOperation(target, 'connection.getAll', {});
		expectApiError(run.error, {
			code: 'unauthorized',
			status: '401',
			headline: /^The service does not know this API key\.$/,
			said: /Authentication is required/,
			advice: /paste the API key again and test it/,
		});
	});

	test.each([
		[
			'connection.get',
			{ connection: { ...byId(NOBODY) } },
			/^The connection does not exist, was deleted, or belongs to another API key\.$/,
		],
		[
			'vendor.query',
			{ connection: { ...byId(NOBODY) } },
			/^The connection does not exist, was deleted, or belongs to another API key\.$/,
		],
		[
			'queuedRequest.get',
			{ queuedRequest: { ...byId(NOBODY) } },
			/^The queued request does not exist, was deleted, or belongs to another API key\.$/,
		],
	] as const)('not_found: %s', async (operation, form, headline) => {
		const run = await runOperation(service, operation, form);
		expectApiError(run.error, {
			code: 'not_found',
			status: '404',
			headline,
			said: /not found/,
			advice: /Choose it from the list again/,
		});
	});

	test('invalid_request', async () => {
		const { connectionId } = await connectionWithRequest();
		const run = await runOperation(service, 'vendor.query', {
			connection: { ...byId(connectionId) },
			options: { extraQueryParameters: { parameters: [{ name: 'max_returned', value: '-5' }] } },
		});
		expectApiError(run.error, {
			code: 'invalid_request',
			status: '422',
			headline: /^The service checked the request and refused it; nothing was queued\.$/,
			said: /max_returned must be/,
			advice: /Correct the field that the service names/,
		});
	});

	test('invalid_state', async () => {
		const { requestId } = await connectionWithRequest();
		const run = await runOperation(service, 'queuedRequest.delete', {
			queuedRequest: { ...byId(requestId) },
		});
		expectApiError(run.error, {
			code: 'invalid_state',
			status: '409',
			headline: /^Only requests that are completed, failed or discarded can be deleted\.$/,
			said: /can be deleted/,
			advice: /Wait until the request has completed, or turn on Force/,
		});
	});

	test.each([false, true])('connection_active, with Force %j', async (force) => {
		const { connectionId, requestId } = await connectionWithRequest();
		const closeSession = await openSession(connectionId);
		const run = await runOperation(service, 'queuedRequest.delete', {
			queuedRequest: { ...byId(requestId) },
			force,
		});
		expectApiError(run.error, {
			code: 'connection_active',
			status: '409',
			headline: /^The desktop is syncing this connection right now\.$/,
			said: /active/,
			advice: /have the desktop disconnected first\. Force does not help here/,
		});
		await closeSession();
	});
});
