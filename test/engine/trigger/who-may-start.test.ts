import { urlToken, withToken } from '../../../nodes/shared/transport/urlToken';
import { answer, delivery, post, postSigned, SECRET, signature } from '../../support/deliveries';
import type { WorkflowHost } from '../harness';
import { credentialsFor } from '../support/local-service';
import { expectNothingStarted } from './support/expectations';
import {
	closeWorkflows,
	completedRequest,
	publishedTrigger,
	withSecret,
} from './support/published-trigger';

// Nothing is asked for here, so no service has to run.
const credentials = credentialsFor('http://127.0.0.1:1/api/v1');

afterEach(closeWorkflows);

describe('with a webhook secret in the credential', () => {
	let host: WorkflowHost;
	const open = async (parameters = completedRequest()) => {
		host = await publishedTrigger({ credentials: withSecret(credentials, SECRET), parameters });
		await host.activate();
	};
	beforeEach(() => open());

	const seconds = () => Math.floor(Date.now() / 1000);
	const sign = (value: (raw: string) => string) => async () => {
		const raw = JSON.stringify(delivery());
		return await post(host.webhookUrl(), raw, { 'X-Qube-Signature': value(raw) });
	};

	test('a signed delivery starts the workflow and is answered at once', async () => {
		const page = delivery();
		expect((await postSigned(host.webhookUrl(), page)).status).toBe(200);
		const run = await host.nextRun();
		expect(run.status).toBe('success');
		expect(run.items[0].json).toMatchObject({ id: page.id, state: 'completed' });
	});

	test.each<[what: string, try_: () => Promise<{ status: number }>]>([
		['no signature', async () => await post(host.webhookUrl(), delivery())],
		['the signature of another secret', sign((raw) => signature(raw, { secrets: ['other'] }))],
		['the signature of another body', sign(() => signature('{}'))],
		['the signature of another time', sign((raw) => signature(raw).replace(/t=\d+/, 't=1'))],
		['a time 520 s ago', sign((raw) => signature(raw, { time: seconds() - 520 }))],
		['a time 520 s ahead', sign((raw) => signature(raw, { time: seconds() + 520 }))],
		['a header without a time', sign((raw) => signature(raw).replace(/^t=\d+,/, ''))],
		['a header without a code', sign((raw) => signature(raw).replace(/,.*/, ''))],
		['half a code', sign((raw) => signature(raw).slice(0, -32))],
		['an empty code', sign((raw) => signature(raw).replace(/v1=.*/, 'v1='))],
		['nonsense in the header', sign(() => 'what is this?')],
		['an empty header', sign(() => '')],
		['the token of the URL alone', async () => await post(tokenUrl(), delivery())],
	])('401 for %s, and nothing starts', async (_what, try_) => {
		expect((await try_()).status).toBe(401);
		await expectNothingStarted(host);
	});

	const tokenUrl = () => {
		const { apiKey } = credentials.accountingSyncApi;
		return withToken(host.webhookUrl(), urlToken(String(apiKey), 'engine-test', 'node-0'));
	};

	test('a signed body that was changed on the way, even if it says the same, gets 401', async () => {
		const raw = JSON.stringify(delivery());
		const headers = { 'X-Qube-Signature': signature(raw) };
		expect((await post(host.webhookUrl(), `${raw} `, headers)).status).toBe(401);
		expect((await post(host.webhookUrl(), raw, headers)).status).toBe(200);
	});

	test('one good code of several is enough, wherever it stands', async () => {
		for (const secrets of [
			['old', SECRET],
			[SECRET, 'new'],
		]) {
			const raw = JSON.stringify(delivery());
			const headers = { 'X-Qube-Signature': signature(raw, { secrets }) };
			expect((await post(host.webhookUrl(), raw, headers)).status).toBe(200);
		}
	});

	test('the signature may stand in another header, and then only there', async () => {
		await open(completedRequest({ options: { signatureHeader: 'X-Signed-By' } }));
		const raw = JSON.stringify(delivery());
		const send = async (name: string) =>
			await post(host.webhookUrl(), raw, { [name]: signature(raw) });
		expect((await send('X-Qube-Signature')).status).toBe(401);
		expect((await send('x-signed-by')).status).toBe(200);
		expect((await host.nextRun()).items).toHaveLength(1);
	});

	test.each<[what: string, body: string]>([
		['an empty object', '{}'],
		['a list', '[]'],
		['null', 'null'],
		['a text', '"completed"'],
		['an empty ID', JSON.stringify({ ...delivery(), id: '' })],
		['no ID', JSON.stringify({ ...delivery(), id: undefined })],
	])('400 with one sentence for %s, and nothing starts', async (_what, body) => {
		const { status, text } = await postSigned(host.webhookUrl(), body);
		expect({ status, body: JSON.parse(text) as unknown }).toEqual({
			status: 400,
			body: { message: 'The body is not a delivery of the service.' },
		});
		await expectNothingStarted(host);
	});

	test('200 for what is filtered out, and nothing starts', async () => {
		await open(completedRequest({ emit: 'completed', requestTypes: ['CustomerQuery'] }));
		const failed = delivery({ state: 'error', error: { code: '3120', message: 'No.' } });
		expect((await postSigned(host.webhookUrl(), failed)).status).toBe(200);
		const other = delivery({ response_json: answer('VendorQuery', {}) });
		expect((await postSigned(host.webhookUrl(), other)).status).toBe(200);
		await expectNothingStarted(host);
	});
});

describe('without a webhook secret', () => {
	const token = urlToken(String(credentials.accountingSyncApi.apiKey), 'engine-test', 'node-0');

	test('the URL with its own secret starts the workflow; any other gets 401', async () => {
		const host = await publishedTrigger({ credentials, parameters: completedRequest() });
		await host.activate();
		const url = host.webhookUrl();
		const wrong = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
		for (const refused of [
			url,
			withToken(url, ''),
			withToken(url, wrong),
			withToken(url, token.slice(0, -1)),
			withToken(withToken(url, token), token),
			`${url}?trigger_token[a]=${token}`,
		]) {
			const answered = await post(refused, delivery());
			expect({ refused, status: answered.status }).toEqual({ refused, status: 401 });
		}
		const page = delivery();
		expect((await post(withToken(url, token), page)).status).toBe(200);
		expect((await host.nextRun()).items[0].json.id).toBe(page.id);
	});

	test('a signature alone does not help', async () => {
		const host = await publishedTrigger({ credentials, parameters: completedRequest() });
		await host.activate();
		expect((await postSigned(host.webhookUrl(), delivery())).status).toBe(401);
	});
});
