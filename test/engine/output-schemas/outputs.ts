import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { hasVariants, type RecordKind } from '../../../quickbooks/records/record';
import { records } from '../../../quickbooks/records/registry';
import { startService } from '../../../service/server/start-service';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { createDesktopHost } from '../../../simulator/host';
import {
	changeTriedIn,
	deletableLists,
	type RecordForm,
	recordForms,
} from '../../support/record-forms';
import { runWorkflow } from '../harness';
import { unusedAddress } from '../support/unused-address';

const API_KEY = 'output-schemas';
const NODE = 'Accounting Sync';

/** The items that came out of an operation, by `resource/operation`. */
export type Outputs = ReadonlyMap<string, IDataObject[]>;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const document = (request: string): IDataObject => ({
	requestFormat: 'xml',
	requestXml: `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
});

const address = {
	address: {
		addr1: 'Kristy Abercrombie',
		city: 'Bayshore',
		state: 'CA',
		postalCode: '94326',
		country: 'USA',
		note: 'Ring twice',
	},
};

/** An invoice with everything that the form has a field for. */
const fullInvoice: IDataObject = {
	customerListId: '80000001-1700000001',
	transactionDate: '2026-01-15',
	lines: {
		line: [
			{
				itemListId: '80020001-1700000001',
				description: 'Consulting',
				quantity: 2.5,
				rate: '150.00',
				classListId: '80050001-1700000001',
			},
		],
	},
	additionalFields: {
		arAccountListId: '80060001-1700000001',
		classListId: '80050001-1700000001',
		customerSalesTaxCodeListId: '80030001-1700000001',
		memo: 'Order 1042',
		refNumber: '1042',
		templateListId: '80070001-1700000001',
		billAddress: address,
		shipAddress: address,
	},
};

/** What comes out is the same, suspended or not; nothing would wake these runs. */
const polling = { result: 'waitPolling' };

/** Nothing moves any more: the request has ended, and its delivery too. */
const hasSettled = ({ state, webhook_state }: IDataObject): boolean =>
	['response_received', 'error'].includes(String(state)) && webhook_state !== 'pending';

type Run = (resource: string, operation: string, filledIn: IDataObject) => Promise<IDataObject[]>;

/** Those that are found again: one of each list, with the fields that most of its records have. */
const recognised = ['job, full', 'vendor, full', 'item, inventory'];

/** Runs all operations of all records, with every form of the table. */
async function runRecords(run: Run): Promise<void> {
	const made = new Map<string, IDataObject>();
	const idOf = (title: string): string => {
		const { TxnID, ListID } = made.get(title) ?? {};
		return String(TxnID ?? ListID);
	};
	const kindOf = (resource: string) =>
		records.find(({ value }) => value === resource) as RecordKind;
	const take = async (
		{ title, resource, form }: RecordForm,
		operation: string,
		more: IDataObject = {},
	) => {
		const { operations, kind } = kindOf(resource);
		if (!operations.some((one) => one === operation)) return;
		const { itemType, paidBy } = form(idOf);
		await run(resource, operation, {
			...(itemType !== undefined && { itemType }),
			...(paidBy !== undefined && { paidBy }),
			[kind === 'list' ? 'listId' : 'txnId']: byId(idOf(title)),
			...more,
		});
	};
	const change = async (one: RecordForm) => {
		const { name, value } = changeTriedIn(one.resource);
		await take(one, 'update', { additionalFields: { [name]: value }, dryRun: true });
		await take(one, 'update', { additionalFields: { [name]: value } });
	};
	for (const one of recordForms) {
		const [created] = await run(one.resource, 'create', one.form(idOf));
		made.set(one.title, created);
		await take(one, 'get');
		if (!recognised.includes(one.title)) continue;
		await run(one.resource, 'findOrCreate', one.form(idOf));
		await run(one.resource, 'upsert', one.form(idOf));
	}
	await run('customer', 'findOrCreate', { name: 'Somebody New' });
	await run('customer', 'upsert', { name: 'Somebody New', additionalFields: { phone: '1' } });
	await run('customer', 'upsert', { name: 'Somebody Else' });
	const queried = records.flatMap(({ value, form, query }) => {
		const options = Object.fromEntries((query.options ?? []).map(({ name }) => [name, true]));
		const forms = hasVariants(form) && query.qbxml === undefined ? form.variants : [undefined];
		return forms.map(async (variant) => {
			const chosen = hasVariants(form) && variant ? { [form.name]: variant.value } : {};
			return await run(value, 'query', { ...chosen, options });
		});
	});
	await Promise.all(queried);
	// One of each: they all come out alike.
	const kinds = new Map(recordForms.map((one) => [one.resource, one]));
	for (const one of kinds.values()) await change(one);
	const transactions = recordForms.filter(({ resource }) => kindOf(resource).kind !== 'list');
	for (const one of [...transactions].reverse()) {
		await take(one, 'void');
		await take(one, 'delete');
	}
	for (const one of deletableLists) await take(one, 'delete');
	const [{ ListID: listId }] = await run('customer', 'create', { name: 'Made by Mistake' });
	await run('customer', 'delete', { listId: byId(String(listId)) });
	// One after the other: what is deleted within a second comes in any order.
	await run('deletedRecord', 'query', { txnDelTypes: ['Invoice'] });
	await run('deletedRecord', 'query', { listDelTypes: ['Vendor'] });
}

/** Orders of every status: one that differs, one that is missing, one that is there several times. */
async function compareBooks(run: (form: IDataObject) => Promise<IDataObject[]>): Promise<void> {
	const period = { transactionDateFrom: '2023-01-01', transactionDateTo: '2025-12-31' };
	const options = { askInWindows: 'year', includeUnexpected: true };
	const orderLines = '[{ "item": "Gold", "quantity": 1, "amount": "1.00" }]';
	const furtherValues = { orderMemo: "Owner's copy", orderLines };
	await run({ ...period, options, number: '1001', orderTotal: '1.00', furtherValues });
	await run({ ...period, number: 'shop-1' });
	await run({ ...period, matchBy: 'memo', furtherValues });
}

/**
 * Runs every operation of the node in n8n's engine, against the local service and a simulated desktop.
 * @throws Error when an operation fails.
 */
export async function outputsOfOperations(): Promise<Outputs> {
	const desktops = createDesktopHost({
		runEveryMilliseconds: 250,
		createCompany: () => createCompany({ invoices: 40, creditMemos: 8 }),
	});
	const service = await startService({
		apiKeys: [API_KEY],
		log: false,
		desktops,
		webhookTries: [0],
	});
	const credentials = { accountingSyncApi: { baseUrl: service.baseUrl, apiKey: API_KEY } };
	const outputs = new Map<string, IDataObject[]>();

	const run = async (resource: string, operation: string, filledIn: IDataObject = {}) => {
		const { items, error } = await runWorkflow({
			nodes: [{ name: NODE, parameters: { resource, operation, ...filledIn } as never }],
			credentials,
		});
		if (error) throw error;
		const name = `${resource}/${operation}`;
		const records = items.map(({ json }) => json);
		outputs.set(name, [...(outputs.get(name) ?? []), ...records]);
		return records;
	};
	const settled = async (id: unknown) => {
		for (;;) {
			const [record] = await run('queuedRequest', 'get', { queuedRequest: byId(String(id)) });
			if (hasSettled(record)) return;
			await delay(50);
		}
	};

	try {
		const [created] = await run('connection', 'create', { name: 'Rock Castle Construction' });
		const connection = byId(String(created.id));
		await run('invoice', 'create', { connection, ...fullInvoice, ...polling });
		await runRecords(async (resource, operation, filledIn) =>
			run(resource, operation, { connection, ...filledIn, ...polling }),
		);
		await compareBooks(async (form) =>
			run('books', 'compare', { connection, ...form, ...polling }),
		);
		await run('company', 'get', { connection, ...polling });
		const written: Array<[resource: string, form: IDataObject]> = [
			['customer', { name: 'Made to Be Undone' }],
			['invoice', fullInvoice],
		];
		const { executionId } = await runWorkflow({
			nodes: written.map(([resource, form]) => ({
				name: resource,
				parameters: { resource, operation: 'create', connection, ...form, ...polling } as never,
			})),
			credentials,
		});
		await run('books', 'undo', { connection, executionId, ...polling });
		await run('report', 'run', { connection, reportType: 'ProfitAndLossStandard', ...polling });
		await run('dataExtension', 'set', {
			connection,
			attachTo: 'company',
			dataExtName: 'Branch',
			dataExtValue: 'North',
			...polling,
		});

		const webhookUrl = byId(await unusedAddress());
		const [queued] = await run('queuedRequest', 'create', {
			connection,
			...document('<HostQueryRq/>'),
			options: { webhookUrl },
		});
		await settled(queued.id);
		const [refused] = await run('queuedRequest', 'create', {
			connection,
			...document('<CustomerQueryRq><Nothing>1</Nothing></CustomerQueryRq>'),
			options: { sendWithoutChecking: true },
		});
		await settled(refused.id);
		await run('books', 'settle', {
			connection,
			queuedRequest: byId(String(refused.id)),
			...polling,
		});
		await run('queuedRequest', 'getAll', { connection, returnAll: true });
		await run('queuedRequest', 'delete', { queuedRequest: byId(String(refused.id)) });

		await run('connection', 'get', { connection });
		await run('connection', 'getAll');
		await run('connection', 'getConnectorFile', { connection });
		await run('connection', 'setPassword', { connection });
		await run('connection', 'delete', { connection });
		return outputs;
	} finally {
		await service.close();
	}
}
