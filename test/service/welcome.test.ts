import { welcome } from '../../service/command-line/welcome';

const started = {
	baseUrl: 'http://127.0.0.1:4300/api/v1',
	publicBaseUrl: undefined,
	database: '/data/service.sqlite',
	madeApiKey: 'a-key-that-was-made',
	isOnTerminal: true,
	hasGivenKeys: false,
	simulates: false,
	simulatesOnRequest: false,
};

it.each([
	['a key that was made, to whoever sits there', started, 'a-key-that-was-made'],
	[
		'where that key is, into a log',
		{ ...started, isOnTerminal: false },
		'is in the file /data/service.sqlite.api-key',
	],
	[
		'nothing of a key that was given',
		{ ...started, madeApiKey: undefined, hasGivenKeys: true },
		'the one you gave with --api-key',
	],
	[
		'nothing of keys that were issued',
		{ ...started, madeApiKey: undefined },
		'the one that "application create" printed',
	],
])('says %s', (_what, facts, expected) => {
	const [, said] = /API Key +(.*)/.exec(welcome(facts)) ?? [];
	expect(said).toBe(expected);
	expect(welcome(facts).includes('a-key-that-was-made')).toBe(expected === 'a-key-that-was-made');
});
