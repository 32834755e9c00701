import { AccountingSync } from '../../nodes/AccountingSync/AccountingSync.node';
import { ASK_LABEL, ASK_VALUE } from '../../nodes/shared/fields/recordLists';
import { createDesktopHost } from '../../simulator/host';
import { loadOptions, runAction, searchList } from './harness';
import { useLocalService } from './support/local-service';
import { byId, fromList, parametersFor, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const desktops = createDesktopHost({ runEveryMilliseconds: 24 * 60 * 60_000 });
/** A desktop runs when a test says so, and not because something was queued. */
const service = useLocalService({ desktops: { ...desktops, requestQueued: () => undefined } });
const server = useScriptedServer();

/** A connection whose desktop has had its first session, with nothing to do. */
async function newConnection(): Promise<string> {
	const connection = await service.newConnection();
	await desktops.desktop(connection).runNow();
	return connection;
}

const form = (connection: string, filledIn = {}) =>
	parametersFor('invoice.create', { connection: { ...byId(connection) }, ...filledIn });
const search = (connection: string, method: string, filter?: string, filledIn = {}) =>
	searchList({
		method,
		parameters: form(connection, filledIn),
		credentials: service.credentials,
		filter,
	});
/** The field of an invoice that shows each list. */
const fieldOf: Readonly<Record<string, string>> = {
	listClasses: 'ClassListId',
	listCustomers: 'CustomerListId',
	listItems: 'ItemListId',
	listReceivableAccounts: 'ArAccountListId',
	listSalesTaxCodes: 'CustomerSalesTaxCodeListId',
	listSalesTaxItems: 'ItemSalesTaxListId',
	listTemplates: 'TemplateListId',
};
const ask = (connection: string, list: string, filledIn = {}) =>
	runAction({
		method: `${list}For${fieldOf[list]}`,
		parameters: form(connection, filledIn),
		credentials: service.credentials,
	});
const namesOf = ({ results }: { results: Array<{ name: string }> }) =>
	results.map(({ name }) => name);

test('without a list it says how to get one; asking queues it once, and it comes with the desktop', async () => {
	const connection = await newConnection();
	expect((await search(connection, 'listCustomers')).results).toEqual([
		{ name: 'No customers here yet', value: '' },
		{ name: `Choose "${ASK_LABEL}"`, value: ' ' },
		{ name: 'It comes with the next run of the connector', value: '  ' },
		{ name: expect.stringMatching(/^Its last run was at .* UTC$/), value: '   ' },
	]);
	expect(await service.requestsOf(connection)).toEqual([]);

	expect(await ask(connection, 'listCustomers')).toBe('');
	await ask(connection, 'listCustomers');
	const queued = await service.requestsOf(connection);
	expect(queued).toHaveLength(1);
	expect(queued[0]).toMatchObject({ state: 'waiting', webhook_state: 'not_applicable' });
	expect(queued[0].webhook_url).toBeUndefined();
	expect(namesOf(await search(connection, 'listCustomers'))).toEqual([
		expect.stringMatching(/^Asked for the list at .* UTC$/),
		'It comes with the next run of the connector',
		expect.stringMatching(/^Its last run was at .* UTC$/),
	]);

	await desktops.desktop(connection).runNow();
	const [asOf, ...listed] = (await search(connection, 'listCustomers')).results;
	expect(asOf).toEqual({
		name: expect.stringMatching(/^As of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
		value: '',
	});
	expect(listed.length).toBeGreaterThan(20);
	for (const { name, value } of listed) {
		expect(name).not.toContain('UTC');
		expect(value).toMatch(/^[0-9A-F]+-\d+$/);
	}
	const [{ name, value }] = listed;
	const found = await search(connection, 'listCustomers', ` ${String(value).toLowerCase()} `);
	expect(found.results).toEqual([{ name, value }]);
	expect((await search(connection, 'listCustomers', 'no such name')).results).toEqual([asOf]);

	await ask(connection, 'listCustomers');
	expect(await service.requestsOf(connection)).toHaveLength(2);
});

test.each([
	[
		'listItems',
		/^[^·]+ · (Service|Inventory|Non Inventory|Other Charge|Discount|Subtotal|Group|Sales Tax)$/,
	],
	['listClasses', /^[^·]+$/],
	['listTemplates', /^[^·]+ · Invoice$/],
	['listReceivableAccounts', /^Accounts Receivable/],
	['listSalesTaxCodes', /^[^·]+ · [^·]+$/],
	['listSalesTaxItems', /^[^·]+ · [\d.]+ %$/],
])('%s is asked for and shown', async (method, label) => {
	const connection = await newConnection();
	await ask(connection, method);
	await desktops.desktop(connection).runNow();
	const [asOf, ...names] = namesOf(await search(connection, method));
	expect(asOf).toMatch(/^As of /);
	expect(names.length).toBeGreaterThan(0);
	expect(names.some((name) => label.test(name))).toBe(true);
});

test('an iterated query is put together from its pages', async () => {
	const connection = await newConnection();
	await service.call('GET', `/connections/${connection}/vendors?max_returned=5&iterate=true`);
	await desktops.desktop(connection).runNow();
	const pages = await service.requestsOf(connection);
	expect(pages.length).toBeGreaterThan(1);
	const { results } = await searchList({
		method: 'listListEntries',
		parameters: parametersFor('dataExtension.set', {
			connection: { ...byId(connection) },
			listDataExtType: 'Vendor',
		}),
		credentials: service.credentials,
	});
	const [asOf, ...entries] = results;
	expect(asOf.name).toMatch(/^As of /);
	expect(entries.length).toBeGreaterThan(5);
	expect(entries.every(({ value }) => String(value).trim() !== '')).toBe(true);
});

test('a query with a filter shows its records, and says that these are not all', async () => {
	const connection = await newConnection();
	await service.call('GET', `/connections/${connection}/items?max_returned=2`);
	await desktops.desktop(connection).runNow();
	const names = namesOf(await search(connection, 'listItems'));
	expect(names).toEqual([
		expect.stringMatching(/^As of /),
		'Not all: only those of the last query',
		`For all: "${ASK_LABEL}"`,
		expect.any(String),
		expect.any(String),
	]);
});

test('transactions of the chosen type, with whose they are', async () => {
	const connection = await newConnection();
	await service.call('GET', `/connections/${connection}/invoices?max_returned=3`);
	await desktops.desktop(connection).runNow();
	const searched = {
		method: 'listTransactions',
		parameters: parametersFor('dataExtension.set', {
			connection: { ...byId(connection) },
			attachTo: 'transaction',
			txnDataExtType: 'Invoice',
		}),
		credentials: service.credentials,
	};
	const { results } = await searchList(searched);
	const entries = results.filter(({ value }) => String(value).trim() !== '');
	expect(entries).toHaveLength(3);
	expect(entries[0].name).toMatch(/ · \d{4}-\d\d-\d\d · \d+\.\d\d$/);
	await runAction({ ...searched, method: `${searched.method}ForTxnId` });
	await desktops.desktop(connection).runNow();
	const asked = (await service.requestsOf(connection)).pop();
	expect(asked).toMatchObject({ state: 'response_received' });
	expect(asked?.request_xml).toContain('<FromTxnDate>');
});

test('what the desktop refuses is said, and By ID works meanwhile', async () => {
	const connection = await newConnection();
	desktops.desktop(connection).company.forbidden = ['CurrencyQueryRq'];
	const filters = { accountListIds: [], currencyListIds: [ASK_VALUE] };
	const parameters = parametersFor('creditMemo.query', {
		connection: { ...byId(connection) },
		filters,
	});
	const load = () =>
		loadOptions({ method: 'listCurrencies', parameters, credentials: service.credentials });
	const [asked] = await load();
	expect(asked).toMatchObject({ name: 'The Whole List Has Been Asked For', value: ASK_VALUE });
	await desktops.desktop(connection).runNow();
	const queued = await service.requestsOf(connection);
	expect(queued).toMatchObject([{ state: 'error' }]);
	const [refused] = await loadOptions({
		method: 'listCurrencies',
		parameters: parametersFor('creditMemo.query', { connection: { ...byId(connection) } }),
		credentials: service.credentials,
	});
	expect(refused.name).toBe(ASK_LABEL);
	expect(refused.description).toMatch(
		/^The desktop did not give this list\. It said: .+\. Give the ID yourself/,
	);
});

test('asking keeps what the field holds', async () => {
	const connection = await newConnection();
	const held = fromList('80000001-1', 'Abe');
	expect(await ask(connection, 'listCustomers', { customerListId: { ...held } })).toBe(
		'80000001-1',
	);
});

describe('a filter that takes several', () => {
	const parametersWith = (connection: string, accountListIds: string[]) =>
		parametersFor('creditMemo.query', {
			connection: { ...byId(connection) },
			filters: { accountListIds },
		});

	test('keeps IDs that are not in the list, and asks for it when that is chosen', async () => {
		const connection = await newConnection();
		const load = (ids: string[]) =>
			loadOptions({
				method: 'listAccounts',
				parameters: parametersWith(connection, ids),
				credentials: service.credentials,
			});
		expect(await load(['80000001-1'])).toEqual([
			{
				name: ASK_LABEL,
				value: ASK_VALUE,
				description: expect.stringMatching(/^No accounts here/),
			},
			{ name: '80000001-1', value: '80000001-1' },
		]);
		expect(await service.requestsOf(connection)).toEqual([]);
		await load([ASK_VALUE]);
		await load([ASK_VALUE]);
		expect(await service.requestsOf(connection)).toHaveLength(1);
		await desktops.desktop(connection).runNow();
		expect((await load([ASK_VALUE])).length).toBeGreaterThan(5);
		expect(await service.requestsOf(connection)).toHaveLength(1);
	});

	test('refuses to run while the wish for the list is still in it', async () => {
		const connection = await newConnection();
		const run = await runOperation(service, 'creditMemo.query', {
			connection: { ...byId(connection) },
			filters: { accountListIds: [ASK_VALUE] },
		});
		expect(run.error?.message).toContain(`Accounts still holds "${ASK_LABEL}".`);
		expect(await service.requestsOf(connection)).toEqual([]);
	});
});

test.each([
	['a stored text', '80000001-1'],
	['an entry of the list', { ...fromList('80000001-1', 'Abe') }],
	['an ID', { ...byId('80000001-1') }],
	['an expression', '={{ "80000001" + "-1" }}'],
	['an expression in By ID', { ...byId('={{ "80000001" + "-1" }}') }],
])('%s goes out as the ID, in the header, the collections and the lines', async (_what, value) => {
	const connection = await newConnection();
	const run = await runOperation(service, 'invoice.create', {
		connection: { ...byId(connection) },
		customerListId: value,
		transactionDate: '2026-01-15',
		specifyLines: 'form',
		lines: { line: [{ itemListId: value, classListId: value, quantity: 1, rate: '1.00' }] },
		additionalFields: { templateListId: value },
	});
	expect(run.error).toBeUndefined();
	const [{ request_xml: xml }] = await service.requestsOf(connection);
	expect(xml.match(/<ListID>80000001-1<\/ListID>/g)).toHaveLength(4);
});

test.each([
	['its first line', fromList('', 'No customers here yet')],
	['a later line', fromList(' ', `Choose "${ASK_LABEL}"`)],
	['a later line, then switched to By ID', byId(' ')],
])('a remark picked from a list is refused before anything is sent: %s', async (_what, picked) => {
	const connection = await newConnection();
	const run = await runOperation(service, 'invoice.query', {
		connection: { ...byId(connection) },
		filters: { customerListId: { ...picked } },
	});
	expect(run.error?.message).toContain('Customer does not hold an entry from the list');
	expect(await service.requestsOf(connection)).toEqual([]);
});

test('By Name goes out under the name that the interface has for it', async () => {
	const connection = await newConnection();
	const byName = (value: string) => ({ __rl: true, mode: 'name', value });
	await runOperation(service, 'item.query', {
		connection: { ...byId(connection) },
		filters: { listId: byName('Consulting') },
	});
	await runOperation(service, 'dataExtension.set', {
		connection: { ...byId(connection) },
		...{ attachTo: 'list', listDataExtType: 'Customer', listId: byName('Abe:Kitchen') },
		...{ dataExtName: 'Birthday', dataExtValue: 'May', ownerId: '0' },
	});
	const [items, extension] = await service.requestsOf(connection);
	expect(items.request_xml).toContain('<FullName>Consulting</FullName>');
	expect(extension.request_xml).toContain('<FullName>Abe:Kitchen</FullName>');
});

describe('a service that does not answer', () => {
	test('is given up on in time, and By ID is named as the way meanwhile', async () => {
		server.answerWith('silence');
		const opened = searchList({
			method: 'listCustomers',
			parameters: form('3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b'),
			credentials: server.credentials,
		});
		await expect(opened).rejects.toMatchObject({
			message: 'The service did not answer in time.',
			description: expect.stringContaining('switch to By ID'),
		});
	});
});

describe('fields to include', () => {
	const load = (
		connection: string,
		credentials: typeof service.credentials,
		fields: string[] = [],
	) =>
		loadOptions({
			method: 'loadFieldNames',
			parameters: parametersFor('customer.query', {
				connection: connection && { ...byId(connection) },
				options: { fields },
			}),
			credentials,
		});

	test('the known ones, those chosen and those of earlier answers', async () => {
		const connection = await newConnection();
		const names = async () =>
			(await load(connection, service.credentials, ['Chosen'])).map(({ value }) => value);
		expect(await names()).toEqual(['Chosen', 'FullName', 'ListID']);
		await service.call('GET', `/connections/${connection}/customers?max_returned=3`);
		await desktops.desktop(connection).runNow();
		expect(await names()).toEqual(
			expect.arrayContaining(['Balance', 'Chosen', 'EditSequence', 'FullName', 'ListID']),
		);
	});

	test('the known ones without a connection', async () => {
		expect(await load('', service.credentials)).toHaveLength(2);
	});
});

test('every list and action that a field names is there', () => {
	const { description, methods } = new AccountingSync();
	const named = JSON.stringify(description.properties);
	const lists = [...named.matchAll(/"searchListMethod":"(\w+)"/g)].map(([, name]) => name);
	const actions = [...named.matchAll(/"allowNewResource":\{[^}]*"method":"(\w+)"/g)].map(
		([, name]) => name,
	);
	const loaded = [...named.matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, name]) => name);
	expect(actions.length).toBeGreaterThan(5);
	expect(Object.keys(methods.listSearch)).toEqual(expect.arrayContaining(lists));
	expect(Object.keys(methods.actionHandler)).toEqual(expect.arrayContaining(actions));
	expect(Object.keys(methods.loadOptions)).toEqual(expect.arrayContaining(loaded));
});
