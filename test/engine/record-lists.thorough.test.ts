import { AccountingSync } from '../../nodes/AccountingSync/AccountingSync.node';
import { REMARK_VALUE } from '../../quickbooks/lists/recordLists';
import { createDesktopHost } from '../../simulator/host';
import { loadOptions, runAction, searchList } from './harness';
import { useLocalService } from './support/local-service';
import { byId, fromList, parametersFor, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const desktops = createDesktopHost({ runEveryMilliseconds: 24 * 60 * 60_000 });
/** A desktop runs when a test says so, and not because something was queued. */
let whenQueued: (connection: string) => void = () => undefined;
const service = useLocalService({
	desktops: { ...desktops, requestQueued: (connection) => whenQueued(connection) },
});
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

const asOf = expect.stringMatching(/^— As of today \d\d:\d\d —$/) as string;
const ON_ITS_WAY =
	/^The list of customers is being loaded from the desktop \(asked today \d\d:\d\d\)\. Last sync: today \d\d:\d\d\. Open this list again after the next sync\.$/;

test('a list that is not known is asked for once when it is opened, and comes with the desktop', async () => {
	const connection = await newConnection();
	const opened = search(connection, 'listCustomers');
	await expect(opened).rejects.toMatchObject({ message: expect.stringMatching(ON_ITS_WAY) });
	const queued = await service.requestsOf(connection);
	expect(queued).toHaveLength(1);
	expect(queued[0]).toMatchObject({ state: 'waiting', webhook_state: 'not_applicable' });
	expect(queued[0].webhook_url).toBeUndefined();

	await expect(search(connection, 'listCustomers')).rejects.toThrow(ON_ITS_WAY);
	await expect(search(connection, 'listCustomers', 'abe')).rejects.toThrow(ON_ITS_WAY);
	expect(await service.requestsOf(connection)).toHaveLength(1);

	await desktops.desktop(connection).runNow();
	const [line, ...listed] = (await search(connection, 'listCustomers')).results;
	expect(line).toEqual({ name: asOf, value: false });
	expect(listed.length).toBeGreaterThan(20);
	for (const { name, value } of listed) {
		expect(name).not.toContain('—');
		expect(value).toMatch(/^[0-9A-F]+-\d+$/);
	}
	const [{ name, value }] = listed;
	const found = await search(connection, 'listCustomers', ` ${String(value).toLowerCase()} `);
	expect(found.results).toEqual([{ name, value }]);
	expect((await search(connection, 'listCustomers', 'no such name')).results).toEqual([
		{ name: '— Nothing found —', value: false },
	]);
	expect(await service.requestsOf(connection)).toHaveLength(1);
});

test('a list that two fields open at once is asked for once', async () => {
	const connection = await newConnection();
	await Promise.allSettled([
		search(connection, 'listCustomers'),
		search(connection, 'listCustomers'),
	]);
	expect(await service.requestsOf(connection)).toHaveLength(1);
});

test('with an awake desktop, the entries are there when the list is opened', async () => {
	const connection = await newConnection();
	whenQueued = (id) => void desktops.desktop(id).runNow();
	const { results } = await search(connection, 'listCustomers');
	whenQueued = () => undefined;
	expect(results.length).toBeGreaterThan(20);
});

test('typing into the search asks for nothing', async () => {
	const connection = await newConnection();
	expect((await search(connection, 'listCustomers', 'abe')).results).toEqual([
		{ name: '— Nothing found —', value: false },
	]);
	expect(await service.requestsOf(connection)).toEqual([]);
});

test('it can be loaded anew at any time, once at a time', async () => {
	const connection = await newConnection();
	await ask(connection, 'listCustomers');
	await ask(connection, 'listCustomers');
	expect(await service.requestsOf(connection)).toHaveLength(1);
	await desktops.desktop(connection).runNow();
	await ask(connection, 'listCustomers');
	expect(await service.requestsOf(connection)).toHaveLength(2);
	const [one, other] = namesOf(await search(connection, 'listCustomers'));
	expect(one).toEqual(asOf);
	expect(other).toMatch(/^— A new list comes with the next sync \(last: today \d\d:\d\d\) —$/);
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
	const [line, ...names] = namesOf(await search(connection, method));
	expect(line).toEqual(asOf);
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
	const [line, ...entries] = results;
	expect(line).toEqual({ name: asOf, value: false });
	expect(entries.length).toBeGreaterThan(5);
	expect(entries.every(({ value }) => typeof value === 'string')).toBe(true);
});

test('a query with a filter shows its records, and the rest is asked for', async () => {
	const connection = await newConnection();
	await service.call('GET', `/connections/${connection}/items?max_returned=2`);
	await desktops.desktop(connection).runNow();
	const names = namesOf(await search(connection, 'listItems'));
	expect(names).toEqual([
		asOf,
		expect.stringMatching(/^— The rest comes with the next sync/),
		expect.any(String),
		expect.any(String),
	]);
	expect(await service.requestsOf(connection)).toHaveLength(2);
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
	const entries = results.filter(({ value }) => typeof value === 'string');
	expect(entries).toHaveLength(3);
	expect(entries[0].name).toMatch(/ · \d{4}-\d\d-\d\d · \d+\.\d\d$/);
	await runAction({ ...searched, method: `${searched.method}ForTxnId` });
	await desktops.desktop(connection).runNow();
	const asked = (await service.requestsOf(connection)).pop();
	expect(asked).toMatchObject({ state: 'response_received' });
	expect(asked?.request_xml).toContain('<FromTxnDate>');
});

test('what the desktop refuses is said, and not asked for again by itself', async () => {
	const connection = await newConnection();
	desktops.desktop(connection).company.forbidden = ['CurrencyQueryRq'];
	const load = () =>
		loadOptions({
			method: 'listCurrencies',
			parameters: parametersFor('creditMemo.query', { connection: { ...byId(connection) } }),
			credentials: service.credentials,
		});
	const [asked] = await load();
	expect(asked).toMatchObject({
		name: 'Loading from the desktop',
		value: REMARK_VALUE,
		disabled: true,
		description: expect.stringMatching(/^The list of currencies is being loaded/),
	});
	await desktops.desktop(connection).runNow();
	expect(await service.requestsOf(connection)).toMatchObject([{ state: 'error' }]);
	const [refused] = await load();
	expect(refused.name).toMatch(/^The desktop did not give this list: .+/);
	expect(await service.requestsOf(connection)).toHaveLength(1);
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

	test('is loaded when the form is opened, and keeps IDs that are not in the list', async () => {
		const connection = await newConnection();
		const load = (ids: string[]) =>
			loadOptions({
				method: 'listAccounts',
				parameters: parametersWith(connection, ids),
				credentials: service.credentials,
			});
		expect(await load(['80000001-1'])).toEqual([
			expect.objectContaining({ name: 'Loading from the desktop', disabled: true }),
			{ name: '80000001-1', value: '80000001-1' },
		]);
		await load([]);
		expect(await service.requestsOf(connection)).toHaveLength(1);
		await desktops.desktop(connection).runNow();
		const [line, ...entries] = await load([]);
		expect(line).toMatchObject({ name: expect.stringMatching(/^As of today/), disabled: true });
		expect(entries.length).toBeGreaterThan(5);
		expect(await service.requestsOf(connection)).toHaveLength(1);
	});

	test('refuses to run with the line about the list in it', async () => {
		const connection = await newConnection();
		const run = await runOperation(service, 'creditMemo.query', {
			connection: { ...byId(connection) },
			filters: { accountListIds: [REMARK_VALUE] },
		});
		expect(run.error?.message).toContain('Accounts holds a remark of the list');
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

// Earlier versions had remarks that could be picked.
test.each([
	['its first line', fromList('', 'No customers here yet')],
	['a later line', fromList(' ', 'Choose "Ask the Desktop for the Whole List"')],
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

	test('the known ones with more than one connection and none chosen', async () => {
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
