import type { IDataObject } from 'n8n-workflow';

import { type LawfulService, startLawfulService } from '../lawful/service';
import { callTool, runWorkflow } from './harness';
import { startExecution, storedExecution } from './harness/run';
import { credentialsFor, useLocalService } from './support/local-service';
import { useShortPauses } from './support/pauses';
import {
	afterTaking,
	lostAnswers,
	type Trouble,
	useProxiedService,
} from './support/proxied-service';
import { byId, type OperationName, parametersFor, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

useShortPauses();

const service = useLocalService();
const proxied = useProxiedService(service);
const server = useScriptedServer();

/** The names of all connections that have come about in a test, which begin with a word of its own. */
async function connectionsOf(word: string): Promise<Array<{ id: string; name: string }>> {
	const all = await service.call<Array<{ id: string; name: string }>>('GET', '/connections');
	return all.filter(({ name }) => name.startsWith(word));
}

const companies = (word: string): IDataObject[] =>
	['A', 'B', 'C'].map((letter) => ({ company: `${word} ${letter}` }));

const byCompany = { name: '={{ $json.company }}' };

/** Runs an operation with Retry On Fail. */
const tryTwice = async (name: OperationName, filledIn: IDataObject, items: IDataObject[]) =>
	await runWorkflow({
		nodes: [
			{
				parameters: parametersFor(name, filledIn),
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 0,
			},
		],
		credentials: proxied.credentials,
		items: items.map((json) => ({ json })),
	});

const refusal: Trouble = () =>
	Promise.resolve({
		status: 422,
		headers: { 'content-type': 'application/json' },
		body: Buffer.from('{"error":{"code":"invalid_request","message":"Not now."}}'),
	});

/** Does this to the calls with these numbers among those of a method, counted from 1. */
function meddleWith(method: string, numbers: number[], trouble: Trouble): void {
	let number = 0;
	proxied.meddle(async (call) =>
		call.method === method && numbers.includes(++number) ? await trouble(call) : undefined,
	);
}

describe('Create, when n8n runs the node again', () => {
	test('Retry On Fail makes one connection for each item', async () => {
		meddleWith('POST', [3], refusal);
		const run = await tryTwice('connection.create', byCompany, companies('Retried'));
		expect(run.error).toBeUndefined();
		const created = await connectionsOf('Retried');
		expect(created.map(({ name }) => name).sort()).toEqual(['Retried A', 'Retried B', 'Retried C']);
		expect(run.items.map(({ json }) => json.name)).toEqual(['Retried A', 'Retried B', 'Retried C']);
		expect(run.items).toMatchObject([
			{ json: { links: { onboarding: expect.any(String) } }, pairedItem: { item: 0 } },
			{ json: { links: { onboarding: expect.any(String) } }, pairedItem: { item: 1 } },
			{ json: { links: { onboarding: expect.any(String) } }, pairedItem: { item: 2 } },
		]);
		expect(proxied.calls.filter((call) => call === 'POST /connections')).toHaveLength(4);
	});

	test('items that are alike are as many connections', async () => {
		meddleWith('POST', [3], refusal);
		const items = Array(3).fill({ company: 'Alike' }) as IDataObject[];
		const run = await tryTwice('connection.create', byCompany, items);
		expect(run.error).toBeUndefined();
		expect(await connectionsOf('Alike')).toHaveLength(3);
		expect(new Set(run.items.map(({ json }) => json.id)).size).toBe(3);
	});

	test("n8n's Retry takes over what the execution had created", async () => {
		meddleWith('POST', [2], refusal);
		const failed = await runOperation(proxied, 'connection.create', byCompany, {
			items: companies('Again'),
			executionId: 'again',
		});
		expect(failed.error?.description).toContain('The service says: Not now.');
		expect(await connectionsOf('Again')).toHaveLength(1);

		const stored = storedExecution(failed);
		delete stored.resultData.error;
		delete stored.resultData.runData[failed.prepared.nodeNames[0]];
		const again = await startExecution(failed.prepared, stored, 'retry', {
			executionId: 'retry of again',
		}).finished;
		expect(again.error).toBeUndefined();
		expect((await connectionsOf('Again')).map(({ id }) => id).sort()).toEqual(
			again.items.map(({ json }) => json.id).sort(),
		);
		expect(again.items).toHaveLength(3);
	});

	test('another run creates anew', async () => {
		await runOperation(service, 'connection.create', { name: 'Anew' });
		await runOperation(service, 'connection.create', { name: 'Anew' });
		expect(await connectionsOf('Anew')).toHaveLength(2);
	});

	test('a tool of an agent that is tried twice makes one', async () => {
		meddleWith('POST', [1], afterTaking(lostAnswers[0][1]));
		const { run } = await callTool({
			parameters: parametersFor('connection.create', { name: "={{ $fromAI('name', 'name') }}" }),
			toolArguments: { name: 'Tool' },
			credentials: proxied.credentials,
			retryOnFail: true,
		});
		expect(run.error).toBeUndefined();
		expect(await connectionsOf('Tool')).toHaveLength(1);
	});
});

describe('Create, when its answer is lost', () => {
	test.each(lostAnswers)('after it was created, it is taken over: %s', async (what, trouble) => {
		meddleWith('POST', [2], afterTaking(trouble));
		const run = await runOperation(proxied, 'connection.create', byCompany, {
			items: companies(`Taken ${what}`),
		});
		expect(run.error).toBeUndefined();
		const created = await connectionsOf(`Taken ${what}`);
		expect(run.items.map(({ json }) => json.id)).toEqual(
			['A', 'B', 'C'].map(
				(letter) => created.find(({ name }) => name === `Taken ${what} ${letter}`)?.id,
			),
		);
		expect(created).toHaveLength(3);
	});

	test.each(lostAnswers.slice(0, 2))(
		'before it was created, it is sent again: %s',
		async (what, trouble) => {
			const name = `Sent ${what}`;
			// What the trouble would have the service do happens elsewhere.
			meddleWith('POST', [1], (call) =>
				trouble({
					...call,
					forward: () =>
						Promise.resolve({
							status: 201,
							headers: { 'content-type': 'application/json' },
							body: Buffer.from('{"data":{"id":"3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b"}}'),
						}),
				}),
			);
			const run = await runOperation(proxied, 'connection.create', { name });
			expect(run.error).toBeUndefined();
			expect(await connectionsOf(name)).toMatchObject([{ id: run.items[0].json.id }]);
		},
	);

	test('nothing marks it but its redirect address, which the service may write in its own way', async () => {
		meddleWith('POST', [1], afterTaking(lostAnswers[0][1]));
		const run = await runOperation(proxied, 'connection.create', {
			redirectUrl: 'https://redirect.example.com',
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
		expect(proxied.calls.filter((call) => call === 'POST /connections')).toHaveLength(1);
	});

	test('the next try looks for what the try before it left unknown', async () => {
		const word = 'Late';
		let posts = 0;
		proxied.meddle(async (call) => {
			if (call.method === 'POST' && ++posts === 1) {
				await call.forward();
				return 'drop';
			}
			// The list can't be read until n8n runs the node again.
			const isLook = call.method === 'GET' && posts === 1 && ++looks <= 6;
			return isLook ? 'drop' : undefined;
		});
		let looks = 0;
		const run = await tryTwice('connection.create', { name: word }, [{}]);
		expect(run.error).toBeUndefined();
		expect(await connectionsOf(word)).toMatchObject([{ id: run.items[0].json.id }]);
		expect(posts).toBe(1);
	});
});

test.each<[what: string, reading: Partial<LawfulService['reading']>]>([
	['the plainest', {}],
	['IDs in upper case in lists', { idCase: 'upper in lists' }],
	['connections in any order', { connectionOrder: 'shuffled' }],
	['empty fields as null', { emptyFields: 'null' }],
	['one status for every success', { successStatus: 200 }],
	['one status for every error', { everyErrorStatus: 400 }],
	['unknown fields, in reverse order', { unknownFields: true, fieldOrder: 'reversed' }],
])(
	'Create with lost answers makes one for each item on a service with %s',
	async (_what, reading) => {
		const lawful = await startLawfulService(reading);
		try {
			lawful.newConnection('Order');
			let posts = 0;
			lawful.meddle(({ method }) =>
				method === 'POST' && ++posts % 2 === 0 ? { lose: 'after', answer: 502 } : undefined,
			);
			const credentials = credentialsFor(lawful.baseUrl, lawful.apiKey);
			const items = ['Order', 'Order', '', 'Other'].map((company) => ({ company }));
			const run = await runOperation({ credentials }, 'connection.create', byCompany, { items });
			expect(run.error).toBeUndefined();
			const listed = await runOperation({ credentials }, 'connection.getAll', { returnAll: true });
			const ids = (found: typeof run) =>
				found.items.map(({ json }) => String(json.id).toLowerCase());
			expect(new Set(ids(run)).size).toBe(4);
			expect(listed.items).toHaveLength(5);
			expect(ids(listed)).toEqual(expect.arrayContaining(ids(run)));
			expect(run.items.map(({ json }) => json.name || '')).toEqual(['Order', 'Order', '', 'Other']);
		} finally {
			await lawful.close();
		}
	},
);

const id = (digit: number): string => `${digit}f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b`;
const listed = (...data: unknown[]) => ({ body: { data } });
const lost = { status: 503, body: 'not now' };
const posts = () => server.received.filter(({ method }) => method === 'POST');

describe('Create, with a list that does not tell', () => {
	test.each<[what: string, connections: object[], form: IDataObject]>([
		[
			'two of its name are new',
			[
				{ id: id(1), name: 'A' },
				{ id: id(2), name: 'A' },
			],
			{ name: 'A' },
		],
		['the list shows no names', [{ id: id(1) }], { name: 'A' }],
		[
			'one of its name has an address that is not shown',
			[{ id: id(1), name: 'A' }],
			{ name: 'A', redirectUrl: 'https://example.com' },
		],
		['it was not given a name, and the new one has one', [{ id: id(1), name: 'B' }], { name: '' }],
	])('%s: nothing is sent again, and the error says so', async (_what, connections, form) => {
		server.answerWith(listed(), lost, listed(...connections));
		const run = await runOperation(server, 'connection.create', form);
		expect(posts()).toHaveLength(1);
		expect(run.error).toMatchObject({
			message: 'It is unknown whether this connection was created.',
			description: expect.stringContaining(id(1)),
			context: { itemIndex: 0, code: 'unknown_outcome' },
		});
		expect((run.error as { description?: string }).description).toMatch(/Get Many, and delete/);
	});

	test.each<[what: string, before: object[], after: object[]]>([
		[
			'by its ID in other letters',
			[{ id: id(1), name: 'A' }],
			[{ id: id(1).toUpperCase(), name: 'A' }],
		],
		['as one of another name', [], [{ id: id(1), name: 'B', redirect_url: null }]],
		[
			'as one of another address',
			[],
			[{ id: id(1), name: 'A', redirect_url: 'https://x.example' }],
		],
	])('what is no new one of its kind is known: %s', async (_what, before, after) => {
		const created = { data: { id: id(9), name: 'A' } };
		server.answerWith(listed(...before), lost, listed(...after), listed(...after), {
			body: created,
		});
		const form = { name: 'A', redirectUrl: _what.includes('address') ? 'https://y.example' : '' };
		const run = await runOperation(server, 'connection.create', form);
		expect(run.error).toBeUndefined();
		expect(run.items).toMatchObject([{ json: created.data }]);
		expect(posts()).toHaveLength(2);
	});

	test('what another item has created is not taken for it', async () => {
		const first = { id: id(1).toUpperCase(), name: 'A' };
		server.answerWith(
			listed(),
			{ body: { data: first } },
			lost,
			listed({ ...first, id: id(1) }, { id: id(2), name: 'A', redirect_url: '' }),
		);
		const run = await runOperation(server, 'connection.create', { name: 'A' }, { items: [{}, {}] });
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.id)).toEqual([first.id, id(2)]);
	});

	test('a list that can not be read before anything is sent: nothing is', async () => {
		server.answerWith({ status: 500, body: 'broken' });
		const run = await runOperation(server, 'connection.create', { name: 'A' });
		expect(run.error).toMatchObject({ httpCode: '500' });
		expect(posts()).toHaveLength(0);
	});

	test('a list that can not be read afterwards: unknown, and said', async () => {
		server.answerWith(listed(), lost, { status: 500, body: 'broken' });
		const run = await runOperation(server, 'connection.create', { name: 'A' });
		expect(run.error).toMatchObject({
			message: 'It is unknown whether this connection was created.',
			description: expect.stringMatching(/could not be listed.*Retry looks for it again/),
		});
		expect(posts()).toHaveLength(1);
	});

	test('three times at most', async () => {
		server.answerWith(listed(), ...[1, 2, 3].flatMap(() => [lost, listed(), listed()]), listed());
		const run = await runOperation(server, 'connection.create', { name: 'A' });
		expect(run.error?.message).toBe('It is unknown whether this connection was created.');
		expect(posts()).toHaveLength(3);
	});

	test.each(['invalid_request', 'unauthorized'])('not again after %s', async (code) => {
		server.answerWith(listed(), { status: 400, body: { error: { code, message: 'No.' } } });
		const run = await runOperation(server, 'connection.create', { name: 'A' });
		expect(run.error).toMatchObject({ context: { code } });
		expect(run.error?.description).toContain('The service says: No.');
		expect(server.received).toHaveLength(2);
	});

	test('not again when the service asks for a wait that is too long', async () => {
		server.answerWith(listed(), { status: 429, headers: { 'retry-after': '3600' }, body: 'no' });
		const run = await runOperation(server, 'connection.create', { name: 'A' });
		expect(run.error).toMatchObject({ httpCode: '429' });
		expect(posts()).toHaveLength(1);
	});
});

describe('Delete, when n8n runs the node again', () => {
	const byItem = { connection: { ...byId('={{ $json.id }}') } };

	test.each<[what: string, number: number, trouble: Trouble]>([
		['another item has failed', 2, refusal],
		['its answer was lost', 1, afterTaking(lostAnswers[0][1])],
	])('what it has deleted is deleted: %s', async (_what, number, trouble) => {
		const ids = [await service.newConnection('D 1'), await service.newConnection('D 2')];
		meddleWith('DELETE', [number], trouble);
		const run = await tryTwice(
			'connection.delete',
			byItem,
			ids.map((connection) => ({ id: connection })),
		);
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json)).toEqual(
			ids.map((connection) => ({ deleted: true, id: connection })),
		);
	});

	test('what was never there is still an error', async () => {
		const run = await tryTwice('connection.delete', byItem, [{ id: id(1) }]);
		expect(run.error).toMatchObject({ context: { code: 'not_found' } });
	});
});

describe('answers of another shape', () => {
	test.each<[operation: OperationName, data: unknown]>([
		['connection.get', null],
		['connection.get', [{ id: id(1) }]],
		['connection.getAll', { id: id(1) }],
		['connection.getAll', [{ name: 'without an ID' }]],
		['connection.getConnectorFile', null],
		['connection.setPassword', 'secret'],
	])('%s: %j is none of the service', async (operation, data) => {
		server.answerWith({ body: { data } });
		const run = await runOperation(server, operation, { connection: { ...byId(id(1)) } });
		expect(run.error?.message).toBe("That address isn't an Accounting Sync Service.");
		expect(run.error).toMatchObject({ context: { code: 'unknown_answer' } });
	});

	test('a connector file in the envelope of single objects is one', async () => {
		server.answerWith({ body: { data: { id: id(1) } } }, { body: { data: { qwc: '<QBWCXML/>' } } });
		const form = { connection: { ...byId(id(1)) }, binaryPropertyName: 'data' };
		const run = await runOperation(server, 'connection.getConnectorFile', form);
		expect(run.items).toMatchObject([{ json: { qwc: '<QBWCXML/>' } }]);
	});

	test('a connection of nothing but an ID is one', async () => {
		server.answerWith({ body: { data: [{ id: id(1).toUpperCase() }] } });
		const run = await runOperation(server, 'connection.getAll', { returnAll: true });
		expect(run.items.map(({ json }) => json)).toEqual([{ id: id(1).toUpperCase() }]);
	});
});
