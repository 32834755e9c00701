import './support/verbose-log';

import { inspect } from 'node:util';

import { API_KEY, credentialsFor, useLocalService } from './support/local-service';
import { byId, type OperationName, runOperation } from './support/run-operation';
import { type ScriptedAnswer, useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

/** The key as it is, and in each form it takes on its way. */
const secrets = [API_KEY, Buffer.from(`${API_KEY}:`).toString('base64')];

interface TextStream {
	write(text: string): boolean;
}
/** Where a log may go: the process's own streams, and those of the console that Jest puts in the place of Node's. */
const streams = new Set<TextStream>([
	process.stdout,
	process.stderr,
	...['_stdout', '_stderr'].map((name) => Reflect.get(console, name) as TextStream),
]);

const logged: string[] = [];
beforeEach(() => {
	logged.length = 0;
	const written = (part: unknown) =>
		typeof part === 'string' ? part : inspect(part, { depth: null, showHidden: true });
	const note = (...parts: unknown[]) => logged.push(parts.map(written).join(' ')) > 0;
	for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
		jest.spyOn(console, method).mockImplementation(note);
	}
	for (const stream of streams) jest.spyOn(stream, 'write').mockImplementation(note);
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** Everything an object holds as text, what JSON leaves out of errors included. */
function everything(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)}: ${everything(Reflect.get(value, key), seen)}`)
		.join('\n');
}

function expectNoSecret(text: string) {
	for (const secret of secrets) expect(text).not.toContain(secret);
}

async function runAndLook(
	operation: OperationName,
	target: Parameters<typeof runOperation>[0],
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput',
) {
	const form = { connection: { ...byId(ID) }, queuedRequest: { ...byId(ID) } };
	const run = await runOperation(target, operation, form, { onError });
	expectNoSecret(JSON.stringify(run.error ?? null));
	expectNoSecret(everything(run.error));
	expectNoSecret(JSON.stringify(run.outputs));
	expectNoSecret(everything(run.executionData));
	expectNoSecret(JSON.stringify(run.executionData));
	expectNoSecret(logged.join('\n'));
	return run;
}

test('what is looked through would show the key', () => {
	const error = new Error('outer', { cause: { config: { auth: { username: API_KEY } } } });
	expect(everything(error)).toContain(API_KEY);
	process.stdout.write(`GET / ${API_KEY}`);
	expect(logged.join('\n')).toContain(API_KEY);
});

describe.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'the API key is nowhere to be seen: On Error %s',
	(onError) => {
		test.each<[what: string, answer: ScriptedAnswer]>([
			['a good answer', { body: { data: { id: ID } } }],
			[
				'an error of the interface',
				{ status: 422, body: { error: { code: 'invalid_request', message: 'No.' } } },
			],
			[
				'an error that repeats what was sent',
				{
					status: 404,
					body: { error: { code: 'not_found', message: `No ${secrets.join(' or ')} here.` } },
				},
			],
			['unauthorized', { status: 401, body: { error: { code: 'unauthorized', message: 'Who?' } } }],
			['HTML', { body: '<html>Hello</html>' }],
			['a redirect', { status: 302, headers: { location: 'https://example.com/' } }],
			['trouble in the server', { status: 500, body: 'broken' }],
			['no answer', 'break'],
		])('%s', async (_what, answer) => {
			server.answerWith(answer);
			await runAndLook('queuedRequest.delete', server, onError);
			expect(server.received).toHaveLength(1);
		});

		test('nothing listens', async () => {
			const credentials = credentialsFor('http://127.0.0.1:1/api/v1');
			const run = await runAndLook('queuedRequest.delete', { credentials }, onError);
			expect(JSON.stringify([run.error, run.outputs])).toMatch(/ECONNREFUSED/);
		});

		test('an address that is not acceptable', async () => {
			const credentials = credentialsFor('http://sync.example.com/api/v1');
			await runAndLook('connection.get', { credentials }, onError);
		});

		test('the real service', async () => {
			await runAndLook('connection.get', service, onError);
		});
	},
);

test('the log has something in it at all', async () => {
	await runAndLook('connection.getAll', service, 'stopWorkflow');
	expect(logged.join('\n')).not.toBe('');
});
