import type { IDataObject } from 'n8n-workflow';

import { useLocalService } from './support/local-service';
import { byId, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const server = useScriptedServer({ withEmptyQueue: true });
const ANY_CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const field = { dataExtName: 'Route', dataExtValue: 'Nord & Süd' };

const set = (target: typeof service | typeof server, connectionId: string, form: IDataObject) =>
	runOperation(target, 'dataExtension.set', {
		connection: { ...byId(connectionId) },
		...field,
		...form,
	});

const START = '<DataExtMod><OwnerID>0</OwnerID><DataExtName>Route</DataExtName>';
const END = '<DataExtValue>Nord &amp; Süd</DataExtValue></DataExtMod>';

test.each<[what: string, form: IDataObject, target: string]>([
	[
		'a list entry by its list ID',
		{ attachTo: 'list', listDataExtType: 'Customer', identifyBy: 'listId', listId: '80000001-1' },
		'<ListDataExtType>Customer</ListDataExtType><ListObjRef><ListID>80000001-1</ListID></ListObjRef>',
	],
	[
		'a list entry by its full name',
		{ attachTo: 'list', listDataExtType: 'Vendor', identifyBy: 'fullName', fullName: 'A & B' },
		'<ListDataExtType>Vendor</ListDataExtType><ListObjRef><FullName>A &amp; B</FullName></ListObjRef>',
	],
	[
		'a transaction',
		{ attachTo: 'transaction', txnDataExtType: 'SalesOrder', txnId: '1A-17' },
		'<TxnDataExtType>SalesOrder</TxnDataExtType><TxnID>1A-17</TxnID>',
	],
	[
		'a line of a transaction',
		{ attachTo: 'transaction', txnDataExtType: 'Invoice', txnId: '1A-17', txnLineId: '1C-17' },
		'<TxnDataExtType>Invoice</TxnDataExtType><TxnID>1A-17</TxnID><TxnLineID>1C-17</TxnLineID>',
	],
	['the company', { attachTo: 'company' }, '<OtherDataExtType>Company</OtherDataExtType>'],
])('%s', async (_what, form, target) => {
	const connectionId = await service.newConnection();
	const run = await set(service, connectionId, {
		...form,
		options: { customRequestId: 'r-1', webhookUrl: 'https://example.com/hook' },
	});
	expect(run.error).toBeUndefined();
	const queued = await service.requestsOf(connectionId);
	expect(queued).toMatchObject([
		{ webhook_url: 'https://example.com/hook', webhook_state: 'pending' },
	]);
	expect(queued[0].request_xml).toContain(
		`<DataExtModRq requestID="r-1">${START}${target}${END}</DataExtModRq>`,
	);
	expect(run.items).toEqual([
		{
			json: expect.objectContaining({ id: queued[0].id, connection_id: connectionId }),
			pairedItem: { item: 0 },
		},
	]);
});

test('on the wire: its options are query parameters, Extra Body Fields are in the body', async () => {
	await set(server, ANY_CONNECTION, {
		attachTo: 'company',
		options: { customRequestId: 'r-1', extraBodyFields: '{"note":"x"}' },
	});
	const [{ method, url, body }] = server.received;
	expect(`${method} ${url}`).toBe(
		`POST /connections/${ANY_CONNECTION}/data_ext_mods?request_id=r-1`,
	);
	expect(JSON.parse(body)).toEqual({
		data_ext_name: 'Route',
		data_ext_value: 'Nord & Süd',
		owner_id: '0',
		other_data_ext_type: 'Company',
		note: 'x',
	});
});

test('a target may come from Extra Body Fields only in place of the same one', async () => {
	const form = {
		attachTo: 'list',
		listId: '80000001-1',
		options: { extraBodyFields: '{"list_data_ext_type":"Employee"}' },
	};
	const run = await set(server, ANY_CONNECTION, form);
	expect(run.error).toBeUndefined();
	expect(JSON.parse(server.received[0].body)).toMatchObject({ list_data_ext_type: 'Employee' });
});

test.each<[what: string, form: IDataObject, target: string]>([
	[
		'a list entry',
		{
			attachTo: 'list',
			listDataExtType: 'Vendor',
			listId: { __rl: true, mode: 'name', value: 'A & B' },
		},
		'<ListDataExtType>Vendor</ListDataExtType><ListObjRef><FullName>A &amp; B</FullName></ListObjRef>',
	],
	[
		'a line of a transaction',
		{ attachTo: 'transaction', txnDataExtType: 'Invoice', txnId: '1A-17', txnLineId: '1C-17' },
		'<TxnDataExtType>Invoice</TxnDataExtType><TxnID>1A-17</TxnID><TxnLineID>1C-17</TxnLineID>',
	],
	['the company', { attachTo: 'company' }, '<OtherDataExtType>Company</OtherDataExtType>'],
])(
	'an empty value is taken away from %s, since a change can not empty it',
	async (_, form, target) => {
		const connectionId = await service.newConnection();
		const run = await set(service, connectionId, { ...form, dataExtValue: '' });
		expect(run.error).toBeUndefined();
		const [{ request_xml: xml }] = await service.requestsOf(connectionId);
		expect(xml).toContain(
			`<DataExtDel><OwnerID>0</OwnerID><DataExtName>Route</DataExtName>${target}</DataExtDel>`,
		);
	},
);

test('what only the endpoint takes is refused where a value is taken away', async () => {
	const run = await set(server, ANY_CONNECTION, {
		attachTo: 'company',
		dataExtValue: '',
		options: { extraBodyFields: '{"note":"x"}' },
	});
	expect(run.error?.message).toBe(
		'Extra Body Fields ("note") can\'t be used when a custom field is cleared.',
	);
	expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});
