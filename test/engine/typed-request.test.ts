import type { IDataObject } from 'n8n-workflow';

import type { QueuedRequest } from '../../n8n/clients/service';
import { mapperField } from '../../nodes/AccountingSync/methods/mapperField';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import { requestFields } from '../../quickbooks/requests/requestFields';
import { createDesktopHost } from '../../simulator/host';
import { callTool } from './harness';
import { useLocalService } from './support/local-service';
import { byId, parametersFor, runOperation } from './support/run-operation';

const desktops = createDesktopHost();
const service = useLocalService({ desktops });

let connectionId: string;
beforeEach(async () => {
	connectionId = await service.newConnection('Harbor');
});

/** What the editor stores: the request, its fields and the values that were filled in. */
async function typed(name: string, value: IDataObject, further: IDataObject = {}) {
	const message = (await loadRequestFacts()).get(name);
	const fields = message ? requestFields(message) : [];
	return {
		connection: { ...byId(connectionId) },
		requestFormat: 'typed',
		typedRequest: { __rl: true, mode: 'list', value: name },
		typedFields: {
			mappingMode: 'defineBelow',
			value,
			matchingColumns: [],
			schema: fields.map((field) => mapperField(field, undefined)),
		},
		...further,
	} as unknown as IDataObject;
}

const run = async (form: IDataObject, items?: IDataObject[]) =>
	await runOperation(service, 'queuedRequest.create', form, { items });

/** The request inside of what was queued, without its identifier. */
async function queued(): Promise<string[]> {
	const requests = await service.requestsOf(connectionId);
	return requests.map(({ request_xml: xml }) =>
		xml
			.replace(/^.*<QBXMLMsgsRq[^>]*>/s, '')
			.replace(/<\/QBXMLMsgsRq>.*$/s, '')
			.replace(/ requestID="[^"]*"/, '')
			.replace(/\s*\n\s*/g, ''),
	);
}

const bill = {
	'VendorRef.FullName': '={{ $json.vendor }}',
	TxnDate: '={{ $json.at }}',
	RefNumber: 'B-1042',
	Memo: '',
	ExpenseLineAdd:
		'[{"AccountRef": {"FullName": "Rent"}, "Amount": "1250.00", "Memo": "", "CustomerRef": {"FullName": ""}}]',
	'ItemLineAdd|ItemGroupLineAdd': '={{ $json.lines }}',
};
const order = {
	vendor: 'Müller & Söhne',
	at: '2026-01-15T08:00:00.000+01:00',
	lines: [
		{ ItemGroupLineAdd: { ItemGroupRef: 'Kitchen', Quantity: 1 } },
		{ ItemLineAdd: { ItemRef: { FullName: 'Lumber' }, Quantity: 0.1 + 0.2 } },
	],
};

test('a bill: in the order of qbXML, without what is empty, with lines in their own order', async () => {
	const { error } = await run(await typed('BillAddRq', bill), [order]);
	expect(error).toBeUndefined();
	expect(await queued()).toEqual([
		'<BillAddRq><BillAdd>' +
			'<VendorRef><FullName>M&#252;ller &amp; S&#246;hne</FullName></VendorRef>' +
			'<TxnDate>2026-01-15</TxnDate><RefNumber>B-1042</RefNumber>' +
			'<ExpenseLineAdd><AccountRef><FullName>Rent</FullName></AccountRef><Amount>1250.00</Amount></ExpenseLineAdd>' +
			'<ItemGroupLineAdd><ItemGroupRef><FullName>Kitchen</FullName></ItemGroupRef><Quantity>1</Quantity></ItemGroupLineAdd>' +
			'<ItemLineAdd><ItemRef><FullName>Lumber</FullName></ItemRef><Quantity>0.3</Quantity></ItemLineAdd>' +
			'</BillAdd></BillAddRq>',
	]);
});

test('an invoice that the desktop writes', async () => {
	const value = {
		'CustomerRef.ListID': '80000001-1700000001',
		TxnDate: '2026-01-15',
		RefNumber: 'T-1',
		'InvoiceLineAdd|InvoiceLineGroupAdd':
			'[{"InvoiceLineAdd": {"ItemRef": {"ListID": "80020001-1700000001"}, "Quantity": "2", "Rate": "85.00"}}]',
		IncludeRetElement: 'TxnID, RefNumber, Subtotal',
	};
	const { error, items } = await run(await typed('InvoiceAddRq', value));
	expect(error).toBeUndefined();
	await desktops.desktop(connectionId).runNow();
	const { id } = items[0].json as unknown as QueuedRequest;
	const got = await runOperation(service, 'queuedRequest.get', { queuedRequest: { ...byId(id) } });
	expect(JSON.stringify(got.items[0].json.response_json)).toContain('"Subtotal":"170.00"');
});

test('what does not fit is said before anything is queued', async () => {
	const wrong = { ...bill, RefNumber: 'a number of more than 20 letters' };
	const { error } = await run(await typed('BillAddRq', wrong), [order]);
	expect(error?.message).toBe(
		'Add a bill: Ref Number has 32 characters, but at most 20 are allowed.',
	);
	expect(await queued()).toEqual([]);
});

test('what does not fit is said by the labels of the form, and in lines by the names in their JSON', async () => {
	const lines = [{ AccountRef: { FullName: 'Rent' }, Amount: 'much' }, { Account: 'Rent' }];
	const value = { ExpenseLineAdd: JSON.stringify(lines), 'VendorAddress.City': 'x'.repeat(32) };
	const { error } = await run(await typed('BillAddRq', value), [order]);
	const { message = '', description = '' } = error ?? {};
	expect(`${message} ${description}`).toContain('Vendor is missing.');
	expect(message).toMatch(/^Add a bill: Vendor Address: City has 32 characters/);
	expect(description).toMatch(/Amount .*"much".* \(Expense Lines > Amount\)/);
	expect(description).toMatch(
		/Expense Lines has no element Account\. Did you mean Amount\? \(Expense Lines \(2\) > Account\)/,
	);
	expect(`${message} ${description}`).not.toMatch(/BillAdd|VendorRef|VendorAddress/);
});

test('a request and its values by expressions', async () => {
	const form = await typed(
		'={{ $json.request }}',
		{},
		{ typedJson: '={{ $json.values }}', typedVersion: '13.0' },
	);
	const { error } = await run(form, [
		{ request: 'txnvoid', values: { TxnVoidType: 'Check', TxnID: '1-1' } },
		{ request: 'CustomerQueryRq', values: { FullName: ['A, B', 'C'], '@metaData': 'NoMetaData' } },
	]);
	expect(error).toBeUndefined();
	expect(await queued()).toEqual([
		'<TxnVoidRq><TxnVoidType>Check</TxnVoidType><TxnID>1-1</TxnID></TxnVoidRq>',
		'<CustomerQueryRq metaData="NoMetaData"><FullName>A, B</FullName><FullName>C</FullName></CustomerQueryRq>',
	]);
	const [{ request_xml: xml }] = await service.requestsOf(connectionId);
	expect(xml).toContain('<?qbxml version="13.0"?>');
});

describe('as the tool of an agent', () => {
	const fieldsWith = (type: string) => ({
		'VendorRef.FullName': "={{ $fromAI('vendor', 'full name of the vendor', 'string') }}",
		RefNumber: "={{ $fromAI('number', 'number on the bill', 'string') }}",
		ExpenseLineAdd: `={{ $fromAI('lines', 'AccountRef, Amount and Memo of each line', '${type}') }}`,
	});
	const call = async (type: string, toolArguments: IDataObject) =>
		await callTool({
			parameters: parametersFor('queuedRequest.create', await typed('BillAddRq', fieldsWith(type))),
			toolArguments,
			credentials: service.credentials,
		});

	test.each<[type: string, lines: unknown]>([
		['json', [{ AccountRef: { FullName: 'Rent' }, Amount: 12.5 }]],
		['string', '[{"AccountRef": "Rent", "Amount": "12.50"}]'],
	])('the model fills in fields and lines, as %s', async (type, lines) => {
		const { run: toolRun } = await call(type, {
			vendor: 'Lumber',
			number: '7',
			lines,
		} as IDataObject);
		expect(toolRun.error).toBeUndefined();
		expect(await queued()).toEqual([
			'<BillAddRq><BillAdd><VendorRef><FullName>Lumber</FullName></VendorRef><RefNumber>7</RefNumber>' +
				'<ExpenseLineAdd><AccountRef><FullName>Rent</FullName></AccountRef><Amount>12.50</Amount></ExpenseLineAdd>' +
				'</BillAdd></BillAddRq>',
		]);
	});

	test('and reads what is wrong with them', async () => {
		const lines = [{ Account: 'Rent', Amount: '12,50' }];
		const { run: toolRun } = await call('json', { vendor: 'Lumber', number: '7', lines });
		expect(toolRun.error?.message).toMatch(/Amount/);
		expect(toolRun.error?.message).toMatch(/Account\b/);
		expect(await queued()).toEqual([]);
	});
});
