import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type Execution, failureOf } from '../../n8n/clients/n8n';
import { type Connection, type QueuedRequest, recordsOf } from '../../n8n/clients/service';
import { resources } from '../../nodes/AccountingSync/resources/registry';
import { records } from '../../quickbooks/records/registry';
import { deletableLists, type RecordForm, recordForms } from '../support/record-forms';
import {
	byId,
	chainOf,
	createInvoice,
	type GivenNode,
	jsonOf,
	runOperation,
	START,
	syncNode,
} from '../support/workflows';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MISSING_ID = '00000000-0000-4000-8000-000000000000';

const stack = usePlaceInSharedN8n({ simulate: 'at-once' });
let connection: Connection;
const tried = new Set<string>();
const waited = new Set<string>();

beforeAll(async () => {
	connection = await stack.service.createConnection('End to End');
});

/** Runs an operation in n8n; what comes out, as JSON and files. */
async function run(resource: string, operation: string, parameters: INodeParameters) {
	tried.add(`${resource}.${operation}`);
	return await runOperation(stack, `${resource}.${operation}`, {
		resource,
		operation,
		...parameters,
	});
}

/** Runs an operation that returns its queued request, and waits for the desktop's answer. */
async function runAndWait(
	resource: string,
	operation: string,
	parameters: INodeParameters,
): Promise<QueuedRequest> {
	const items = await run(resource, operation, {
		connection: byId(connection.id),
		result: 'queuedRequest',
		...parameters,
	});
	expect(items).toHaveLength(1);
	expect(items[0].json).toMatchObject({ id: expect.stringMatching(UUID) });
	const request = await stack.service.waitForRequest(String(items[0].json.id));
	expect(request).toMatchObject({ state: 'response_received' });
	return request;
}

/** Runs an operation that waits for its result; the records that come out. */
async function recordsFrom(resource: string, operation: string, parameters: INodeParameters) {
	const items = await run(resource, operation, {
		connection: byId(connection.id),
		...parameters,
	});
	waited.add(`${resource}.${operation}`);
	return items.map(({ json }) => json);
}

const idOf = ({ TxnID, ListID }: IDataObject): string => String(TxnID ?? ListID);

describe('Find', () => {
	it('reads more than fifty records with Return All and with a limit, and fifty by itself', async () => {
		const found = async (form: INodeParameters) =>
			(await recordsFrom('invoice', 'query', form)).map(idOf);
		const all = await found({ returnAll: true });
		expect(all.length).toBeGreaterThan(200);
		expect(new Set(all).size).toBe(all.length);
		expect(await found({ limit: 120 })).toEqual(all.slice(0, 120));
		expect(await found({})).toEqual(all.slice(0, 50));
	});
});

describe('Connection', () => {
	it('creates, gets, lists and deletes a connection', async () => {
		const [created] = await run('connection', 'create', { name: 'Second & Söhne' });
		const id = String(created.json.id);
		expect(created.json).toMatchObject({ id: expect.stringMatching(UUID), name: 'Second & Söhne' });

		const [got] = await run('connection', 'get', { connection: byId(id) });
		expect(got.json).toMatchObject({ id, name: 'Second & Söhne' });

		const listed = await run('connection', 'getAll', { returnAll: true });
		expect(listed.map(({ json }) => json.id).sort()).toEqual([id, connection.id].sort());

		await run('connection', 'delete', { connection: byId(id) });
		const left = await run('connection', 'getAll', { returnAll: true });
		expect(left.map(({ json }) => json.id)).toEqual([connection.id]);
	});

	it('sets a password that the desktop then uses', async () => {
		const { id } = connection;
		const [item] = await run('connection', 'setPassword', {
			connection: byId(id),
			password: 'New-password-1',
		});
		expect(item.json).toEqual({ id, password: 'New-password-1' });
		await runAndWait('customer', 'query', { limit: 1 });
	});

	it('puts out the connector file as a file and as text', async () => {
		const [item] = await run('connection', 'getConnectorFile', {
			connection: byId(connection.id),
		});
		expect(item.json.qwc).toContain('<QBWCXML>');
		expect(item.binary?.data).toMatchObject({
			fileName: 'End to End.qwc',
			mimeType: 'application/xml',
		});
	});
});

describe('Queued Request', () => {
	const companyQuery = {
		requestFormat: 'xml',
		requestXml:
			'<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CompanyQueryRq/></QBXMLMsgsRq></QBXML>',
	};

	it('waits for the answer where it is told to', async () => {
		const [company] = await recordsFrom('queuedRequest', 'create', {
			...companyQuery,
			result: 'wait',
		});
		expect(company).toMatchObject({ CompanyName: expect.any(String) });
	});

	it('creates, gets, lists and deletes a queued request', async () => {
		const { id } = await runAndWait('queuedRequest', 'create', companyQuery);

		const [got] = await run('queuedRequest', 'get', { queuedRequest: byId(id) });
		expect(got.json).toMatchObject({ id, state: 'response_received' });
		expect(got.json.response_xml).toContain('<CompanyRet>');

		const filters = { searchPhrase: id };
		const parameters = { connection: byId(connection.id), returnAll: true, filters };
		const listed = await run('queuedRequest', 'getAll', parameters);
		expect(listed.map(({ json }) => json.id)).toEqual([id]);

		await run('queuedRequest', 'delete', { queuedRequest: byId(id) });
		await expect(
			runOperation(stack, 'deleted', {
				resource: 'queuedRequest',
				operation: 'get',
				queuedRequest: byId(id),
			}),
		).rejects.toThrow(/not found|deleted/i);
	});
});

describe('queries', () => {
	it.each([
		['customer', 'CustomerRet', { nameContains: 'müller' }, 'FullName', /Müller/],
		['vendor', 'VendorRet', { nameFrom: 'M' }, 'Name', /^[^A-L]/i],
		['item', 'ItemServiceRet', { nameStartsWith: 'Site' }, 'FullName', /^Site Visit$/],
		['salesTaxItem', 'ItemSalesTaxRet', { nameContains: 'san tomas' }, 'Name', /San Tomas/],
		['salesTaxCode', 'SalesTaxCodeRet', { nameContains: 'NO' }, 'Name', /no/i],
		['creditMemo', 'CreditMemoRet', {}, 'TxnID', /^[0-9A-F]+-\d+$/],
		['invoice', 'InvoiceRet', {}, 'TxnID', /^[0-9A-F]+-\d+$/],
	])('%s: brings records of the company', async (resource, element, filters, field, expected) => {
		const parameters = { filters, limit: 5 };
		const request = await runAndWait(resource, 'query', parameters);
		const records = recordsOf<Record<string, string>>(request, element);
		expect(records.length).toBeGreaterThan(0);
		expect(records.length).toBeLessThanOrEqual(5);
		for (const record of records) expect(record[field]).toMatch(expected);

		const simplified = await recordsFrom(resource, 'query', parameters);
		expect(simplified.map(idOf)).toEqual(records.map(idOf));
	});
});

describe('writes', () => {
	it('creates an invoice and sets a custom field', async () => {
		const parameters = (refNumber: string) => ({
			customerListId: '80000001-1700000001',
			transactionDate: '2026-01-20',
			specifyLines: 'form',
			lines: {
				line: [
					{
						itemListId: '80020006-1700000006',
						description: 'Water <still> & sparkling',
						quantity: 2.5,
						rate: '0.1',
					},
				],
			},
			additionalFields: { refNumber },
		});
		const created = await runAndWait('invoice', 'create', parameters('E2E-1'));
		expect(created.request_xml).toContain('<Rate>0.1</Rate>');
		const [invoice] = recordsOf<Record<string, string>>(created, 'InvoiceRet');
		expect(invoice).toMatchObject({ RefNumber: 'E2E-1', TxnDate: '2026-01-20', Subtotal: '0.25' });

		const [second] = await recordsFrom('invoice', 'create', parameters('E2E-2'));
		expect(second).toMatchObject({
			TxnID: expect.stringMatching(/^[0-9A-F]+-\d+$/),
			RefNumber: 'E2E-2',
			Subtotal: '0.25',
		});
		expect(second.TxnID).not.toBe(invoice.TxnID);

		const extension = {
			attachTo: 'company',
			dataExtName: 'Branch',
			dataExtValue: 'Hafen & Söhne',
		};
		const set = await runAndWait('dataExtension', 'set', extension);
		expect(set.request_xml).toContain('Hafen &amp; Söhne');
		expect(await recordsFrom('dataExtension', 'set', extension)).toEqual([
			expect.objectContaining({ DataExtName: 'Branch', DataExtValue: 'Hafen & Söhne' }),
		]);
	});
});

/** One node of a long workflow. It runs once, whatever came before, and what comes next runs even if it finds nothing. */
function step(name: string, resource: string, operation: string, parameters: IDataObject) {
	tried.add(`${resource}.${operation}`);
	waited.add(`${resource}.${operation}`);
	return syncNode(
		{
			resource,
			operation,
			connection: byId(connection.id),
			result: 'waitPolling',
			...(parameters as INodeParameters),
		},
		{ name, executeOnce: true, alwaysOutputData: true },
	);
}

/** Runs a workflow of such nodes to its end. */
async function executeSteps(name: string, steps: GivenNode[]): Promise<Execution> {
	const { client } = stack.n8n;
	const workflow = await client.importWorkflow(chainOf(name, ...steps), [stack.credential]);
	const execution = await client.runWorkflow(workflow, START);
	expect(failureOf(execution)).toBeUndefined();
	return execution;
}

/** Runs a workflow of such nodes; what came out of each. */
async function runSteps(name: string, steps: GivenNode[]): Promise<Map<string, IDataObject[]>> {
	const execution = await executeSteps(name, steps);
	return new Map(steps.map((one) => [one.name, jsonOf(execution, one.name)]));
}

const typeOf = ({ form }: RecordForm): unknown => form(() => '').itemType;

/** The field that an update of a record changes, where it isn't the memo. */
const changedFields: Readonly<Record<string, string>> = {
	account: 'name',
	class: 'name',
	customer: 'phone',
	employee: 'phone',
	fixedAsset: 'notes',
	inventory: 'salesDesc',
	inventoryAssembly: 'salesDesc',
	item: 'description',
	journalEntry: 'refNumber',
	otherName: 'phone',
	timeTracking: 'notes',
	vendor: 'phone',
};

const changedIn = (one: RecordForm): string =>
	changedFields[String(typeOf(one))] ?? changedFields[one.resource] ?? 'memo';

describe('Books', () => {
	it('compares an order with the books, and settles the request that wrote it', async () => {
		const invoice = createInvoice(connection.id, { additionalFields: { refNumber: 'E2E-3' } });
		const request = await runAndWait('invoice', 'create', invoice);
		const period = { transactionDateFrom: '2026-01-12', transactionDateTo: '2026-01-12' };
		const compared = await recordsFrom('books', 'compare', {
			...period,
			number: 'E2E-3',
			orderTotal: '301.00',
			includeUnexpected: false,
		});
		expect(compared).toMatchObject([{ status: 'different', key: 'E2E-3' }]);

		const settled = await recordsFrom('books', 'settle', { queuedRequest: byId(request.id) });
		expect(settled).toMatchObject([{ outcome: 'carriedOut' }]);
	});
});

describe('all records', () => {
	const kindOf = (resource: string) => records.find(({ value }) => value === resource);
	const has = (operation: string) =>
		recordForms.filter(({ resource }) =>
			kindOf(resource)?.operations.some((one) => one === operation),
		);
	/** The form of an operation with one record, whose ID may be an expression. */
	function chosen({ resource, form }: RecordForm, id: string): IDataObject {
		const { itemType, paidBy } = form(() => '');
		return {
			...(itemType !== undefined && { itemType }),
			...(paidBy !== undefined && { paidBy }),
			[kindOf(resource)?.kind === 'list' ? 'listId' : 'txnId']: byId(id),
		};
	}
	const idFrom = (title: string): string =>
		`={{ $('${title}').first().json.TxnID ?? $('${title}').first().json.ListID }}`;
	let created: Map<string, IDataObject[]>;
	const idMade = ({ title }: RecordForm): string => idOf(created.get(title)?.[0] ?? {});

	it('creates each in every form, and gets it', async () => {
		created = await runSteps('create', [
			...recordForms.map(({ title, resource, form }) =>
				step(title, resource, 'create', form(idFrom)),
			),
		]);
		for (const { title, shows } of recordForms) {
			expect(created.get(title)).toMatchObject([shows]);
		}
		const gettable = has('get');
		const got = await runSteps(
			'get',
			gettable.map((one) => step(one.title, one.resource, 'get', chosen(one, idMade(one)))),
		);
		for (const { title } of gettable) {
			expect(got.get(title)?.map(idOf)).toEqual(created.get(title)?.map(idOf));
		}
	});

	/** The first form of each kind that an operation is for, and that can still be changed. An item has a kind for each of its types. */
	const oneOfEach = (operation: string): RecordForm[] => {
		const kinds = has(operation)
			.filter(({ isDeposited = false }) => !isDeposited)
			.map((one) => [typeOf(one) ?? one.resource, one] as const);
		return [...new Map(kinds.toReversed()).values()];
	};

	it('updates each, and writes nothing the second time', async () => {
		const updatable = oneOfEach('update');
		const updates = (prefix: string) =>
			updatable.map((one) =>
				step(`${prefix} ${one.title}`, one.resource, 'update', {
					...chosen(one, idMade(one)),
					additionalFields: { [changedIn(one)]: 'F-9' },
				}),
			);
		const came = await runSteps('update', [...updates('first'), ...updates('second')]);
		for (const one of updatable) {
			const id = idMade(one);
			const [first] = came.get(`first ${one.title}`) ?? [];
			expect([one.title, idOf(first), first]).toMatchObject([
				one.title,
				id,
				{ changed: true, changes: [{ to: 'F-9' }] },
			]);
			const [second] = came.get(`second ${one.title}`) ?? [];
			expect([one.title, idOf(second), second]).toMatchObject([
				one.title,
				id,
				{ changed: false, changes: [] },
			]);
		}
	});

	it('finds what is there and creates what is not, with Create or Update too, and takes it back', async () => {
		const findable = oneOfEach('findOrCreate').filter(({ title }) =>
			['customer', 'vendor', 'item, service'].includes(title),
		);
		const filled = ({ form }: RecordForm) => form(() => '');
		const found = findable.map((one) =>
			step(`find ${one.title}`, one.resource, 'findOrCreate', filled(one)),
		);
		const withAnotherName = (one: RecordForm) => ({
			...filled(one),
			name: `New, ${one.title}`,
		});
		const added = findable.map((one) =>
			step(`create ${one.title}`, one.resource, 'findOrCreate', withAnotherName(one)),
		);
		const updated = findable.map((one) =>
			step(`update ${one.title}`, one.resource, 'upsert', withAnotherName(one)),
		);
		const execution = await executeSteps('find or create', [...found, ...added, ...updated]);
		for (const [index, one] of findable.entries()) {
			const [known] = jsonOf(execution, found[index].name);
			expect([idOf(known), known.created]).toEqual([idMade(one), false]);
			const [fresh] = jsonOf(execution, added[index].name);
			expect(fresh).toMatchObject({ created: true, ListID: expect.any(String) });
			const [again] = jsonOf(execution, updated[index].name);
			expect([idOf(again), again.created, again.changed]).toEqual([idOf(fresh), false, false]);
		}

		const undo = (name: string, dryRun: boolean) =>
			step(name, 'books', 'undo', {
				executionId: execution.id,
				dryRun,
				deleteWhatCannotBeVoided: true,
			});
		const report = await runSteps('undo', [undo('look', true), undo('undo', false)]);
		const actions = (name: string) => report.get(name)?.map(({ action }) => action);
		expect(actions('look')).toEqual(findable.map(() => 'wouldDelete'));
		expect(actions('undo')).toEqual(findable.map(() => 'deleted'));
	});

	it('queries each, runs a report, voids and deletes', async () => {
		const transactions = recordForms.filter(
			({ resource }) => kindOf(resource)?.kind === 'transaction',
		);
		const removals = (['void', 'delete'] as const).flatMap((operation) =>
			[...(operation === 'delete' ? deletableLists : []), ...transactions]
				.filter((one) => has(operation).includes(one))
				.reverse()
				.map((one) =>
					step(`${operation} ${one.title}`, one.resource, operation, chosen(one, idMade(one))),
				),
		);
		const queried = records.map(({ value }) =>
			step(`query ${value}`, value, 'query', { limit: 3 }),
		);
		const came = await runSteps('query and remove', [
			...queried,
			step('report', 'report', 'run', { reportType: 'ProfitAndLossStandard' }),
			step('company', 'company', 'get', {}),
			step('mistake', 'customer', 'create', { name: 'Made by Mistake' }),
			...removals,
			step('delete mistake', 'customer', 'delete', { listId: byId(idFrom('mistake')) }),
			step('deleted', 'deletedRecord', 'query', {}),
		]);
		for (const { name } of queried) expect(came.get(name)?.map(idOf)).not.toContain('undefined');
		expect(came.get('report')?.at(-1)).toMatchObject({ label: 'Net Income' });
		expect(came.get('company')).toMatchObject([{ CompanyName: expect.any(String) }]);
		const gone = came.get('deleted')?.map(idOf);
		const deleted = [...deletableLists, ...transactions].filter((one) =>
			has('delete').includes(one),
		);
		expect(gone).toEqual(expect.arrayContaining(deleted.map(idMade)));
	});
});

it('gives the service its say when something is missing', async () => {
	await expect(run('connection', 'get', { connection: byId(MISSING_ID) })).rejects.toThrow(
		/connection/i,
	);
});

it('has tried every operation that the node has, and waited with each that queues', () => {
	const all = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => ({
			name: `${value}.${operation.value}`,
			queues: 'request' in operation,
		})),
	);
	expect([...tried].sort()).toEqual(all.map(({ name }) => name).sort());
	const queueing = all.filter(({ queues }) => queues);
	expect([...waited].sort()).toEqual(queueing.map(({ name }) => name).sort());
});
