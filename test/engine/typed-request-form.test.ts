import { loadFields, searchList } from './harness';
import { byId, parametersFor } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer();
const ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

const parameters = (filledIn: Parameters<typeof parametersFor>[1]) =>
	parametersFor('queuedRequest.create', {
		connection: { ...byId(ID) },
		requestFormat: 'typed',
		typedRequest: { __rl: true, mode: 'list', value: 'BillAddRq' },
		...filledIn,
	});

const search = async (filter?: string) =>
	await searchList({
		method: 'searchRequests',
		parameters: parameters({}),
		credentials: server.credentials,
		filter,
	});

const fieldsWith = async (filledIn: Parameters<typeof parametersFor>[1]) =>
	await loadFields({
		method: 'getRequestFields',
		parameters: parameters(filledIn),
		credentials: server.credentials,
	});

const marked = ({ fields }: Awaited<ReturnType<typeof fieldsWith>>): string[] =>
	fields.filter(({ displayName }) => displayName.includes('(qbXML')).map(({ id }) => id);

describe('the list of requests', () => {
	test('holds all of them, without a call to the service', async () => {
		const { results, paginationToken } = await search();
		expect(results).toHaveLength(229);
		expect(results[0]).toEqual({ name: 'Add an account · AccountAddRq', value: 'AccountAddRq' });
		expect(paginationToken).toBeUndefined();
		expect(server.received).toEqual([]);
	});

	test('is searched by words', async () => {
		const { results } = await search('invoice change');
		expect(results[0]).toEqual({ name: 'Change an invoice · InvoiceModRq', value: 'InvoiceModRq' });
	});
});

describe('the fields of the chosen request', () => {
	const connectionWith = (further: object) => ({ body: { data: { id: ID, ...further } } });

	test("are marked if they are newer than the connection's version", async () => {
		server.answerWith(connectionWith({ xml_version: '12.0' }));
		const answer = await fieldsWith({});
		expect(marked(answer)).toContain('VendorAddress.City');
		expect(answer.fields.filter(({ removed }) => !removed).map(({ id }) => id)).toEqual([
			...['VendorRef.ListID', 'VendorRef.FullName'],
			...['ExpenseLineAdd', 'ItemLineAdd|ItemGroupLineAdd'],
		]);
		expect(server.received).toMatchObject([{ method: 'GET', url: `/connections/${ID}` }]);
	});

	test('are marked by the version in the form, without a call to the service', async () => {
		expect(marked(await fieldsWith({ typedVersion: '12.0' }))).toContain('VendorAddress.City');
		expect(marked(await fieldsWith({ typedVersion: '16.0' }))).toEqual([]);
		expect(server.received).toEqual([]);
	});

	test.each<[why: string, answer: Parameters<typeof server.answerWith>[0]]>([
		['has never connected', connectionWith({ xml_version: null })],
		['says nothing of it', connectionWith({})],
		['can not be read', { status: 500, body: {} }],
	])('are all there if the connection %s', async (_why, answer) => {
		server.answerWith(answer);
		expect(marked(await fieldsWith({}))).toEqual([]);
	});

	test('are all there without a connection', async () => {
		const answer = await fieldsWith({ connection: { __rl: true, mode: 'list', value: '' } });
		expect(answer.fields.length).toBeGreaterThan(20);
		expect(server.received.map(({ url }) => url)).toEqual(['/connections']);
	});

	test.each<[given: string, notice: RegExp]>([
		['', /^Choose a request first/],
		['BilAddRq', /^qbXML has no request of this name/],
	])('are none for the request %j, which says why', async (value, emptyFieldsNotice) => {
		const answer = await fieldsWith({ typedRequest: { __rl: true, mode: 'name', value } });
		expect(answer).toEqual({
			fields: [],
			emptyFieldsNotice: expect.stringMatching(emptyFieldsNotice),
		});
	});

	test('are found by a name in whatever capitals', async () => {
		const typedRequest = { __rl: true, mode: 'name', value: 'txnvoid' };
		const { fields } = await fieldsWith({ typedRequest, typedVersion: '16.0' });
		expect(fields.map(({ id, required }) => [id, required])).toEqual([
			['TxnVoidType', true],
			['TxnID', true],
		]);
	});
});
