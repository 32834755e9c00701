import { until } from '../../n8n/until';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import { API_KEY, recordOf, service, stopServices, type TestService } from './support/service';

afterEach(async () => {
	await stopServices();
	stopReceivers();
});

const measured = (options: Parameters<typeof service>[0] = {}) =>
	service({ metricsPort: 0, ...options });

const textOf = async ({ metricsUrl }: TestService) => await (await fetch(metricsUrl)).text();

/** The value of the one series with this name whose labels contain those given; undefined if there is none. */
function valueIn(text: string, name: string, labels: Readonly<Record<string, string>> = {}) {
	const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
	const series = text
		.split('\n')
		.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
		.filter((line) => wanted.every((each) => line.includes(each)));
	expect(series.length).toBeLessThan(2);
	return series.length === 0 ? undefined : Number(series[0].split(' ').at(-1));
}

it('is off unless a port is given, and never on the port of the calls', async () => {
	const without = await service();
	expect(without.metricsUrl).toBe('');
	const running = await measured();
	expect(new URL(running.metricsUrl).port).not.toBe(new URL(running.origin).port);
	expect((await fetch(`${running.origin}/metrics`)).status).toBe(404);
	const elsewhere = await fetch(new URL('/', running.metricsUrl));
	expect(elsewhere.status).toBe(404);
});

it('says what waits, by connection, and no more once it is done', async () => {
	const running = await measured();
	const { id, call, username, password } = await running.connect();
	await running.connect();
	await call('GET', '/customers');
	await call('GET', '/vendors');
	const labels = { connection_id: id };
	const before = await textOf(running);
	expect(valueIn(before, 'accounting_sync_requests_waiting')).toBe(2);
	expect(valueIn(before, 'accounting_sync_requests_waiting', labels)).toBe(2);
	const age = valueIn(before, 'accounting_sync_oldest_waiting_request_age_seconds', labels);
	expect(age).toBeGreaterThan(0);
	expect(age).toBeLessThan(60);

	const [ticket] = await running.connector.authenticate(username, password);
	expect(valueIn(await textOf(running), 'accounting_sync_sessions_open')).toBe(1);
	await running.connector.sendRequestXML(ticket);
	await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
	await running.connector.sendRequestXML(ticket);
	await running.connector.receiveResponseXML(ticket, '', '0x80040400', 'unreadable');
	await running.connector.closeConnection(ticket);
	const after = await textOf(running);
	expect(valueIn(after, 'accounting_sync_requests_waiting')).toBeUndefined();
	expect(valueIn(after, 'accounting_sync_oldest_waiting_request_age_seconds')).toBeUndefined();
	expect(valueIn(after, 'accounting_sync_sessions_open')).toBe(0);
	const answers = 'accounting_sync_answers_total';
	expect(valueIn(after, answers, { state: 'response_received' })).toBe(1);
	expect(valueIn(after, answers, { state: 'error', code: '0x80040400' })).toBe(1);
	const concerns = 'accounting_sync_requests_needing_attention';
	expect(valueIn(after, concerns, { concern: 'failed' })).toBe(1);
	expect(valueIn(after, concerns, { concern: 'unknown' })).toBeUndefined();
	const calls = 'accounting_sync_connector_call_duration_seconds_count';
	expect(valueIn(after, calls, { method: 'sendRequestXML', outcome: 'answered' })).toBe(2);
});

it('counts calls by route, and errors by code, without what a path could give away', async () => {
	const running = await measured();
	await running.api('GET', '/connections');
	await fetch(`${running.baseUrl}/connections`);
	await fetch(`${running.origin}/secret-path?token=secret`);
	const text = await until(
		() => textOf(running),
		(read) => valueIn(read, 'accounting_sync_http_errors_total', { code: 'not_found' }) === 1,
	);
	const calls = 'accounting_sync_http_request_duration_seconds_count';
	const route = '/api/v1/connections';
	expect(valueIn(text, calls, { method: 'GET', route, status: '200' })).toBe(1);
	expect(valueIn(text, calls, { method: 'GET', route, status: '401' })).toBe(1);
	expect(valueIn(text, calls, { route: 'unknown', status: '404' })).toBe(1);
	expect(valueIn(text, 'accounting_sync_http_errors_total', { code: 'unauthorized' })).toBe(1);
	expect(text).not.toContain('secret');
	expect(text).not.toContain(API_KEY);
});

it('has few labels, whatever code a connector sends', async () => {
	const running = await measured();
	const { call, answerWith } = await running.connect();
	await call('GET', '/customers');
	await answerWith('', 'C:\\Books\\Secret Company', 'broken');
	const text = await textOf(running);
	expect(valueIn(text, 'accounting_sync_answers_total', { code: 'other' })).toBe(1);
	expect(text).not.toContain('Secret Company');
});

it('says what is to be delivered, and what was given up', async () => {
	const running = await measured({ webhookTries: [0, 3600] });
	const { url } = await receiver((response) => response.writeHead(500).end());
	const { call, answerWith } = await running.connect();
	const queued = await call('GET', '/customers', { query: { webhook_url: url } });
	await answerWith();
	const attempts = 'accounting_sync_delivery_attempt_duration_seconds_count';
	await until(
		() => textOf(running),
		(read) => valueIn(read, attempts, { webhook_state: 'pending' }) === 1,
	);
	// That one may have read the database while the attempt came to its end.
	const text = await textOf(running);
	expect(valueIn(text, 'accounting_sync_deliveries_pending')).toBe(1);
	expect(valueIn(text, 'accounting_sync_deliveries_due')).toBe(0);
	expect(valueIn(text, 'accounting_sync_oldest_due_delivery_age_seconds')).toBe(0);

	const givingUp = await measured({ webhookTries: [0] });
	const other = await givingUp.connect();
	const query = { webhook_url: url };
	const givenUp = (await other.call('GET', '/customers', { query })).body.data.id;
	await other.answerWith();
	await until(
		() => recordOf(givingUp, givenUp),
		({ webhook_state }) => webhook_state === 'failed',
	);
	const concerns = 'accounting_sync_requests_needing_attention';
	const read = await textOf(givingUp);
	expect(valueIn(read, concerns, { concern: 'undelivered' })).toBe(1);
	expect(queued.status).toBe(202);
});
