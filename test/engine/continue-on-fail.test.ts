import { byId, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const notFound = {
	status: 404,
	body: { error: { code: 'not_found', message: 'The connection was not found.' } },
};
const found = (name: string) => ({ body: { data: { id: ID, name } } });

const items = [
	{ id: ID, order: 'first' },
	{ id: 'nonsense', order: 'second' },
	{ id: ID, order: 'third' },
	{ id: ID, order: 'fourth' },
];
function run(onError: 'continueRegularOutput' | 'continueErrorOutput' | 'stopWorkflow') {
	server.answerWith(found('One'), notFound, found('Four'));
	return runOperation(
		server,
		'connection.get',
		{ connection: { ...byId('={{ $json.id }}') } },
		{ onError, items },
	);
}

const refusal = expect.stringMatching(/^Connection must be an ID like .* but it is "nonsense"\.$/);
const choose = expect.stringContaining('Choose it from the list');
const NOT_FOUND = 'The connection does not exist, was deleted, or belongs to another API key.';
const chooseAgain = expect.stringContaining('Choose it from the list again');
const refusedJson = { error: refusal, description: choose };
const notFoundJson = { error: NOT_FOUND, description: chooseAgain, code: 'not_found' };

test('by default the first error ends the run', async () => {
	const { status, error, items: left } = await run('stopWorkflow');
	expect(status).toBe('error');
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
	expect(left).toEqual([]);
	expect(server.received).toHaveLength(1);
});

test('Continue: each failed item gives its error in its place', async () => {
	const { status, error, items: results } = await run('continueRegularOutput');
	expect({ status, error }).toEqual({ status: 'success', error: undefined });
	expect(results.map(({ json }) => json)).toEqual([
		{ id: ID, name: 'One' },
		refusedJson,
		notFoundJson,
		{ id: ID, name: 'Four' },
	]);
	expect(results.map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_item, item) => ({ item })),
	);
	expect(server.received).toHaveLength(3);
});

test('Continue with error output: good items on the first, failed ones with their input on the second', async () => {
	const { status, outputs } = await run('continueErrorOutput');
	expect(status).toBe('success');
	const [good, failed] = outputs['Accounting Sync'];
	expect(good.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[{ id: ID, name: 'One' }, { item: 0 }],
		[{ id: ID, name: 'Four' }, { item: 3 }],
	]);
	expect(failed.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[{ ...items[1], error: refusal, message: choose }, { item: 1 }],
		[{ ...items[2], error: NOT_FOUND, message: chooseAgain }, { item: 2 }],
	]);
});

test('an item with several results points all of them to itself', async () => {
	const page = (...ids: string[]) => ({
		body: { data: ids.map((each) => ({ id: each })), page: 1, total_pages: 1 },
	});
	server.answerWith(page('a', 'b'), notFound, page(), page('c'));
	const { items: results } = await runOperation(
		server,
		'queuedRequest.getAll',
		{ connection: { ...byId(ID) }, returnAll: true },
		{ onError: 'continueRegularOutput', items: [{}, {}, {}, {}] },
	);
	expect(results.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[{ id: 'a' }, { item: 0 }],
		[{ id: 'b' }, { item: 0 }],
		[notFoundJson, { item: 1 }],
		[{ id: 'c' }, { item: 3 }],
	]);
});
