import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';

import { until } from '../../n8n/until';
import { formsOf } from '../faults/support/search-files';
import { apiClient } from './support/api-client';
import { connectorClient } from './support/connector-client';
import { cleanUp, startProcess, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';

const KEY = 'key-3f9d0c71a6b2';
const WEBHOOK_SECRET = 'webhook-secret-77ab01';
const PASSWORD = 'connector-password-5e2f';
const ASKED = 'Customer-asked-for-81c4';
const ANSWERED = 'Customer-answered-2d66';
const REFUSED = 'Message-of-a-refusal-90ee';
const TOKEN = 'secret-token';

afterAll(async () => {
	await cleanUp();
	stopReceivers();
});

it('has a line for each call, with who called and what came of it, and no secret and no data in any', async () => {
	const database = path.join(await temporaryFolder(), 'data.sqlite');
	const words = ['--api-key', KEY, '--webhook-secret', WEBHOOK_SECRET, '--database', database];
	const { baseUrl, end } = await startProcess([...words, '--webhook-tries', '0', '--log', 'info']);
	const { origin } = new URL(baseUrl);
	const api = apiClient(baseUrl, KEY);
	const { id, username, app_id } = (await api('POST', '/connections')).body.data;
	await api('POST', `/connections/${id}/password`, { body: { password: PASSWORD } });
	await api('GET', '/connections', { query: { token: TOKEN } });
	await apiClient(baseUrl, `wrong-${KEY}`)('GET', '/connections');

	const taking = await receiver();
	const refusing = await receiver((response) => response.writeHead(500).end(TOKEN));
	const dead = `http://127.0.0.1:9/hook?token=${TOKEN}`;
	const connector = connectorClient(`${origin}/connector`);
	const responses = [
		answer('CustomerQuery', { records: `<CustomerRet><Name>${ANSWERED}</Name></CustomerRet>` }),
		`<QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="3100" statusSeverity="Error" statusMessage="${REFUSED}"/></QBXMLMsgsRs></QBXML>`,
		`<broken>${ANSWERED}`,
	];
	const queued: string[] = [];
	for (const webhook_url of [taking.url, refusing.url, dead]) {
		const query = { webhook_url, name: ASKED };
		const { body } = await api('GET', `/connections/${id}/customers`, { query });
		queued.push(body.data.id);
	}
	await connector.authenticate(username, `wrong-${PASSWORD}`);
	const [ticket] = await until(
		() => connector.authenticate(username, PASSWORD),
		([given]) => given !== '',
	);
	for (const response of responses) {
		await connector.sendRequestXML(ticket);
		await connector.receiveResponseXML(ticket, response);
	}
	await connector.closeConnection(ticket);
	expect(await connector.authenticate(username, PASSWORD)).toEqual(['', 'none']);
	await connector.serverVersion();
	await connector.clientVersion('2.3');
	for (const each of queued)
		await until(
			async () => (await api('GET', `/queued_requests/${each}`)).body.data,
			({ webhook_state }) => webhook_state !== 'pending',
		);

	const { code, log } = await end('SIGTERM');
	expect(code).toBe(0);
	const lines = log
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Record<string, unknown>);
	const calls = lines.filter(({ msg }) => msg === 'request');
	expect(new Set(calls.map(({ reqId }) => reqId)).size).toBe(calls.length);
	const line = (wanted: object): void =>
		expect(lines).toContainEqual(expect.objectContaining(wanted));
	const route = '/api/v1/connections';
	line({ method: 'POST', route, application: app_id, status: 201 });
	line({ method: 'GET', route, status: 401, code: 'unauthorized' });
	line({ route: '/connector', call: 'receiveResponseXML', status: 200 });
	// A wrong password, and one that found something to do. What finds nothing comes every minute from each connector.
	const ofConnector = calls.map(({ call }) => call).filter((call) => call !== undefined);
	expect(ofConnector.filter((call) => call === 'authenticate')).toHaveLength(2);
	expect(ofConnector.filter((call) => /Version/.test(String(call)))).toEqual([]);
	for (const webhook_state of ['succeeded', 'failed'])
		line({
			msg: 'delivery',
			host: expect.any(String),
			webhook_state,
			milliseconds: expect.any(Number),
		});
	const secrets = { KEY, WEBHOOK_SECRET, PASSWORD, ASKED, ANSWERED, REFUSED, TOKEN, ticket };
	const found = Object.entries(secrets).filter(([, secret]) =>
		formsOf(secret).some((form) => log.includes(form)),
	);
	expect(found).toEqual([]);
});

it('says nothing of somebody unknown who hangs up in the middle of a message', async () => {
	const database = path.join(await temporaryFolder(), 'data.sqlite');
	const { baseUrl, end } = await startProcess(['--api-key', KEY, '--database', database]);
	const { hostname, port } = new URL(baseUrl);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	socket.write(
		`POST /connector HTTP/1.1\r\nhost: a\r\ncontent-type: text/xml\r\nexpect: 100-continue\r\ncontent-length: 9000\r\n\r\n`,
	);
	// It has begun to read.
	await once(socket, 'data');
	socket.destroy();
	expect((await apiClient(baseUrl, KEY)('GET', '/connections')).status).toBe(200);
	expect((await end('SIGTERM')).log).not.toContain('aborted');
});
