import {
	TOKEN_PARAMETER,
	urlToken,
	withoutTokens,
	withToken,
} from '../../../../../nodes/shared/transport/urlToken';

const token = urlToken('key', 'workflow', 'node');

test('it is the same every time, and another one for another key, workflow or node', () => {
	expect(urlToken('key', 'workflow', 'node')).toBe(token);
	const others = [
		urlToken('other', 'workflow', 'node'),
		urlToken('key', 'other', 'node'),
		urlToken('key', 'workflow', 'other'),
	];
	expect(new Set([token, ...others]).size).toBe(4);
});

test('it is too long to be guessed and needs no escaping in a URL', () => {
	expect(token).toMatch(/^[\w-]{43}$/);
	expect(token).not.toContain('key');
});

test.each([
	['https://n8n.example/webhook/x', '?'],
	['https://n8n.example/webhook/x?a=b', '&'],
])('it is added to the query of %s', (url, separator) => {
	const address = withToken(url, token);
	expect(address).toBe(`${url}${separator}${TOKEN_PARAMETER}=${token}`);
	expect(new URL(address).searchParams.get(TOKEN_PARAMETER)).toBe(token);
});

test.each([
	['https://n8n.example/webhook/x', 'https://n8n.example/webhook/x?trigger_token=…'],
	['https://n8n.example/webhook/x?a=b', 'https://n8n.example/webhook/x?a=b&trigger_token=…'],
])('it is covered up in %s', (url, covered) => {
	expect(withoutTokens(withToken(url, token))).toBe(covered);
	const sentence = `No answer from "${withToken(url, token)}" and ${withToken(url, token)}&c=d.`;
	expect(withoutTokens(sentence)).toBe(`No answer from "${covered}" and ${covered}&c=d.`);
});

test('everything else in a text stays', () => {
	const text = 'https://n8n.example/?token=1&mytrigger_token=2 trigger_token=3';
	expect(withoutTokens(text)).toBe(text);
});
