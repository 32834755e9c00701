import type { IWebhookFunctions } from 'n8n-workflow';

import { authenticationProblem } from '../../../../../nodes/AccountingSyncTrigger/delivery/authenticate';
import type { Credential } from '../../../../../nodes/shared/transport/credential';
import { urlToken } from '../../../../../nodes/shared/transport/urlToken';
import { signature } from '../../../../support/deliveries';

const body = Buffer.from('{}');
const application = { baseUrl: 'https://sync.example/api/v1', apiKey: 'key' };

/** A trigger whose credential can be changed, and that counts how often it is read. */
function trigger(node: string) {
	const stored: { credential: Credential; reads: number } = {
		credential: { ...application, webhookSecret: 'first' },
		reads: 0,
	};
	const asks = async (headers: Record<string, string>, query: Record<string, string> = {}) => {
		const context: Partial<IWebhookFunctions> = {
			getCredentials: async <T extends object>() => {
				stored.reads += 1;
				return stored.credential as T;
			},
			getHeaderData: () => headers,
			getNode: () =>
				({ id: node, credentials: { accountingSyncApi: { id: '1', name: '' } } }) as never,
			getMode: () => 'webhook',
			getQueryData: () => query,
			getWorkflowStaticData: () => ({}),
			getWorkflow: () => ({ id: 'workflow' }) as never,
		};
		return await authenticationProblem(context as IWebhookFunctions, body, { options: {} });
	};
	const signed = async (secret: string) =>
		await asks({ 'x-qube-signature': signature('{}', { secrets: [secret] }) });
	return { stored, asks, signed };
}

beforeEach(() => jest.useFakeTimers({ now: Date.now() }));
afterEach(() => jest.useRealTimers());

test('the credential is read once for the deliveries of ten seconds', async () => {
	const { stored, signed } = trigger('once');
	expect(await signed('first')).toBeUndefined();
	jest.advanceTimersByTime(9_999);
	expect(await signed('first')).toBeUndefined();
	expect(stored.reads).toBe(1);
	jest.advanceTimersByTime(1);
	expect(await signed('first')).toBeUndefined();
	expect(stored.reads).toBe(2);
});

test('a new secret counts at once, and the old one no longer after that', async () => {
	const { stored, signed } = trigger('new secret');
	expect(await signed('first')).toBeUndefined();
	stored.credential = { ...application, webhookSecret: 'second' };
	expect(await signed('second')).toBeUndefined();
	expect(await signed('first')).toBe('The signature does not match.');
});

test.each([' first', 'first\n', '"first"', '\u200b first '])(
	'a secret pasted as %j is still the same secret',
	async (webhookSecret) => {
		const { stored, signed } = trigger(`pasted ${webhookSecret}`);
		stored.credential = { ...application, webhookSecret };
		expect(await signed('first')).toBeUndefined();
		expect(await signed('second')).toBe('The signature does not match.');
	},
);

test('a secret that really begins with a space still counts as it is', async () => {
	const { stored, signed } = trigger('space');
	stored.credential = { ...application, webhookSecret: ' first' };
	expect(await signed(' first')).toBeUndefined();
});

test('an empty secret is no secret, with or without quotes', async () => {
	const { stored, signed } = trigger('empty');
	stored.credential = { ...application, webhookSecret: '""' };
	expect(await signed('')).toBe('The signature does not match.');
});

test('an old secret is refused after ten seconds though nobody came with the new one', async () => {
	const { stored, signed } = trigger('old secret');
	expect(await signed('first')).toBeUndefined();
	stored.credential = { ...application, webhookSecret: 'second' };
	jest.advanceTimersByTime(10_000);
	expect(await signed('first')).toBe('The signature does not match.');
});

test('a wrong signature is held against the credential as it is now, each time', async () => {
	const { stored, signed } = trigger('wrong');
	await signed('first');
	expect(await signed('wrong')).toBe('The signature does not match.');
	expect(await signed('wrong')).toBe('The signature does not match.');
	expect(stored.reads).toBe(3);
});

test('once the credential has no secret, the one in the URL counts', async () => {
	const { stored, asks, signed } = trigger('no secret');
	expect(await signed('first')).toBeUndefined();
	stored.credential = application;
	jest.advanceTimersByTime(10_000);
	expect(await signed('first')).toBe('The URL lacks its secret.');
	const token = urlToken('key', 'workflow', 'no secret');
	expect(await asks({}, { trigger_token: token })).toBeUndefined();
});
