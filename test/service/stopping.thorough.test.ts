import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';

import { until } from '../../n8n/until';
import { apiClient, basic } from './support/api-client';
import { connectorClient } from './support/connector-client';
import { cleanUp, startProcess, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import { API_KEY, service, stopServices } from './support/service';

describe('a service that is being stopped', () => {
	let database: string;

	beforeEach(async () => {
		database = path.join(await temporaryFolder(), 'data.sqlite');
	});

	afterEach(async () => {
		await cleanUp();
		await stopServices();
		stopReceivers();
	});

	/** What a test does with a service, wherever it runs. */
	function at(baseUrl: string, key: string) {
		const { origin } = new URL(baseUrl);
		const api = apiClient(baseUrl, key);
		const connector = connectorClient(`${origin}/connector`);
		const connectionWith = async () => {
			const { id, username } = (await api('POST', '/connections')).body.data;
			const { password } = (await api('POST', `/connections/${id}/password`)).body.data;
			const credentials = [username, password] as const;
			return { id, credentials, signIn: () => connector.authenticate(...credentials) };
		};
		const readiness = async () => (await fetch(`${origin}/readyz`)).status;
		const stateOf = async (id: string) => {
			const { state, error } = (await api('GET', `/queued_requests/${id}`)).body.data;
			return [state, error?.code];
		};
		return { baseUrl, origin, api, connector, connectionWith, readiness, stateOf };
	}

	async function start(stopTimeoutSeconds?: number) {
		const { baseUrl, stopGently } = await service({ database, stopTimeoutSeconds });
		return { ...at(baseUrl, API_KEY), stopGently };
	}

	it('by a signal takes the answer of the desktop that is at work, hands out nothing more, and ends with status 0', async () => {
		const words = ['--api-key', API_KEY, '--database', database, '--stop-timeout', '60'];
		const { baseUrl, end } = await startProcess(words);
		const running = at(baseUrl, API_KEY);
		const { id, credentials, signIn } = await running.connectionWith();
		const other = await running.connectionWith();
		const queue = async (target: string) =>
			(await running.api('GET', `/connections/${id}${target}`)).body.data.id;
		const written = await queue('/customers');
		const behind = await queue('/vendors');
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);

		const ended = end('SIGTERM');
		await until(running.readiness, (status) => status === 503);
		expect((await fetch(`${running.origin}/healthz`)).status).toBe(200);
		const refused = await fetch(`${running.baseUrl}/connections`, {
			headers: { authorization: basic(API_KEY) },
		});
		expect(refused.status).toBe(503);
		expect(refused.headers.get('retry-after')).toBe('5');
		expect(await refused.json()).toEqual({
			error: { code: 'internal_error', message: expect.stringContaining('being stopped') },
		});
		expect(await other.signIn()).toEqual(['', 'busy']);
		const progress = await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
		expect(progress).toBe(100);
		const { code, log } = await ended;
		expect(code).toBe(0);
		expect(log).not.toContain('cut off');

		const next = await start();
		expect(await next.stateOf(written)).toEqual(['response_received', undefined]);
		const [again] = await next.connector.authenticate(...credentials);
		expect(await next.connector.sendRequestXML(again)).toContain('VendorQueryRq');
		expect(await next.stateOf(behind)).toEqual(['sent', undefined]);
	});

	it('waits no longer than it may for a desktop, which can bring its answer after the next start', async () => {
		const running = await start(0.2);
		const { id, signIn } = await running.connectionWith();
		const sent = (await running.api('GET', `/connections/${id}/customers`)).body.data.id;
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		await running.stopGently();
		const next = await start();
		await next.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
		expect(await next.stateOf(sent)).toEqual(['response_received', undefined]);
	});

	it('does not send again what a desktop was sent that signs in anew after the next start', async () => {
		const running = await start(0.2);
		const { id, credentials, signIn } = await running.connectionWith();
		const sent = (await running.api('GET', `/connections/${id}/customers`)).body.data.id;
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		await running.stopGently();
		const next = await start();
		expect(await next.connector.authenticate(...credentials)).toEqual(['', 'none']);
		expect(await next.stateOf(sent)).toEqual(['error', 'connection_error']);
	});

	it('finishes a call that has begun', async () => {
		const running = await start();
		const body = JSON.stringify({ name: 'Begun before' });
		const { hostname, port } = new URL(running.origin);
		const socket = connect(Number(port), hostname);
		let answered = '';
		socket.on('data', (chunk) => (answered += chunk));
		const isOver = once(socket, 'close');
		socket.write(
			[
				'POST /api/v1/connections HTTP/1.1',
				`Host: ${hostname}`,
				`Authorization: ${basic(API_KEY)}`,
				'Content-Type: application/json',
				`Content-Length: ${body.length}`,
				'Expect: 100-continue',
				'',
				'',
			].join('\r\n'),
		);
		await until(
			() => answered,
			(text) => text.includes('100 Continue'),
		);
		const ended = running.stopGently();
		// The port is closed once it stops; the call goes on.
		await until(
			async () =>
				await running.readiness().then(
					(status) => status === 503,
					() => true,
				),
			(isStopping) => isStopping,
		);
		socket.write(body);
		await isOver;
		expect(answered).toContain('201 Created');
		await ended;
		const listed = (await (await start()).api('GET', '/connections')).body.data;
		expect(listed.map(({ name }) => name)).toEqual(['Begun before']);
	});

	it.each([
		['finishes a delivery that has begun', 60, 1],
		['leaves a delivery that takes too long due, and makes it after the next start', 0.2, 2],
	])('%s', async (_case, seconds, count) => {
		const running = await start(seconds);
		const held: Array<() => void> = [];
		const hook = await receiver((response) => {
			const finish = () => void response.writeHead(204).end();
			if (held.push(finish) > 1) finish();
		});
		const { id, signIn } = await running.connectionWith();
		const queued = await running.api('GET', `/connections/${id}/customers`, {
			query: { webhook_url: hook.url },
		});
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
		await hook.received(1);
		const ended = running.stopGently();
		if (count === 1) held[0]();
		await ended;
		const next = await start();
		const record = await until(
			async () => (await next.api('GET', `/queued_requests/${queued.body.data.id}`)).body.data,
			({ webhook_state }) => webhook_state !== 'pending',
		);
		expect(record.webhook_state).toBe('succeeded');
		expect(hook.deliveries).toHaveLength(count);
	});
});
