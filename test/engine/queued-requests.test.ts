import type { QueuedRequest } from '../../n8n/clients/service';
import { createDesktopHost } from '../../simulator/host';
import { API_KEY, useLocalService } from './support/local-service';
import { byId, fromList, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const desktops = createDesktopHost();
const quiet = useLocalService();
const simulated = useLocalService({ desktops });
const server = useScriptedServer();
const ANY_REQUEST = '9b2f8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

/** Queues a query that nothing answers unless a desktop runs. */
const queue = async (service: typeof quiet, connectionId: string) =>
	await service.call<QueuedRequest>('GET', `/connections/${connectionId}/vendors?max_returned=1`);

async function answered(): Promise<string> {
	const connectionId = await simulated.newConnection();
	const { id } = await queue(simulated, connectionId);
	await desktops.desktop(connectionId).runNow();
	return id;
}

describe('Get', () => {
	test.each([
		['by its ID', (id: string) => byId(id)],
		['from the list', (id: string) => fromList(id, 'VendorQuery · waiting')],
	])('a waiting request %s', async (_how, locator) => {
		const { id } = await queue(quiet, await quiet.newConnection());
		const run = await runOperation(quiet, 'queuedRequest.get', {
			queuedRequest: { ...locator(id) },
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([
			{ json: expect.objectContaining({ id, state: 'waiting' }), pairedItem: { item: 0 } },
		]);
		expect(run.items[0].json).not.toHaveProperty('response_json');
	});

	test('its links to pages are whole addresses, which open that page', async () => {
		const { id } = await queue(quiet, await quiet.newConnection());
		const run = await runOperation(quiet, 'queuedRequest.get', { queuedRequest: { ...byId(id) } });
		const { links } = run.items[0].json as { links: Record<string, string> };
		expect(links.self).toBe(`/api/v1/queued_requests/${id}`);
		const headers = { authorization: `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}` };
		const page = await fetch(links.ui, { headers });
		expect(await page.text()).toContain('Find vendors');
		expect((await fetch(links.connection_ui, { headers })).status).toBe(200);
	});

	test.each([
		['https://pages.example/requests/7', 'https://pages.example/requests/7'],
		['requests/7', expect.stringMatching(/^http:\/\/[^/]+\/requests\/7$/)],
		['http://[', 'http://['],
		[null, null],
	])('the link %j of another service is shown as %j', async (ui, shown) => {
		server.answerWith({ body: { data: { id: ANY_REQUEST, state: 'waiting', links: { ui } } } });
		const run = await runOperation(server, 'queuedRequest.get', {
			queuedRequest: { ...byId(ANY_REQUEST) },
		});
		expect(run.items[0].json.links).toEqual({ ui: shown });
	});

	test('a request that the desktop has answered comes with its response', async () => {
		const id = await answered();
		const run = await runOperation(simulated, 'queuedRequest.get', {
			queuedRequest: { ...byId(id) },
		});
		expect(run.items).toMatchObject([
			{
				json: {
					id,
					state: 'response_received',
					response_xml: expect.stringContaining('<VendorRet>'),
					response_json: [
						{
							QBXMLMsgsRs: {
								VendorQueryRs: {
									'@statusCode': 0,
									VendorRet: [{ ListID: expect.any(String), IsActive: true }],
								},
							},
						},
					],
				},
			},
		]);
	});

	test('the connection of the list is not needed and does not travel', async () => {
		await runOperation(server, 'queuedRequest.get', { queuedRequest: { ...byId(ANY_REQUEST) } });
		expect(server.received).toMatchObject([
			{ method: 'GET', url: `/queued_requests/${ANY_REQUEST}`, body: '' },
		]);
	});
});

describe('Delete', () => {
	const left = async (service: typeof quiet, id: string) =>
		await service
			.call('GET', `/queued_requests/${id}`)
			.then(() => true)
			.catch(() => false);

	test('removes a request that is done, and says which', async () => {
		const id = await answered();
		const run = await runOperation(simulated, 'queuedRequest.delete', {
			queuedRequest: { ...byId(id) },
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([{ json: { deleted: true, id }, pairedItem: { item: 0 } }]);
		expect(await left(simulated, id)).toBe(false);
	});

	test('is the same for one that never was', async () => {
		const run = await runOperation(quiet, 'queuedRequest.delete', {
			queuedRequest: { ...byId(ANY_REQUEST) },
		});
		expect(run.items).toMatchObject([{ json: { deleted: true, id: ANY_REQUEST } }]);
	});

	test.each([
		[false, true],
		[true, false],
	])('of a waiting request with Force %j leaves it: %j', async (force, isLeft) => {
		const { id } = await queue(quiet, await quiet.newConnection());
		const run = await runOperation(quiet, 'queuedRequest.delete', {
			queuedRequest: { ...byId(id) },
			force,
		});
		expect(run.status).toBe(isLeft ? 'error' : 'success');
		expect(await left(quiet, id)).toBe(isLeft);
	});

	test.each([
		[{}, ''],
		[{ force: false }, ''],
		[{ force: true }, '?force=true'],
		[{ force: '={{ "true" }}' }, '?force=true'],
	])('on the wire: %j', async (form, query) => {
		await runOperation(server, 'queuedRequest.delete', {
			queuedRequest: { ...byId(ANY_REQUEST) },
			...form,
		});
		expect(server.received).toMatchObject([
			{ method: 'DELETE', url: `/queued_requests/${ANY_REQUEST}${query}`, body: '' },
		]);
	});
});
