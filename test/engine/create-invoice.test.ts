import type { IDataObject } from 'n8n-workflow';

import { fullInvoice } from '../unit/support/full-invoice';
import { useLocalService } from './support/local-service';
import { byId, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const server = useScriptedServer({ withEmptyQueue: true });
const ANY_CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

const smallest = {
	customerListId: '80000002-1',
	transactionDate: '2026-01-15',
	lines: { line: [{ itemListId: '80000001-1', rate: '150.00' }] },
};

/** The lines of the one invoice that the service was given, as qbXML. */
async function queuedLines(connectionId: string): Promise<string[]> {
	const [{ request_xml: xml }] = await service.requestsOf(connectionId);
	return xml.match(/<InvoiceLineAdd>.*?<\/InvoiceLineAdd>/g) ?? [];
}

async function create(filledIn: IDataObject, items: IDataObject[] = [{}]) {
	const connectionId = await service.newConnection();
	const run = await runOperation(
		service,
		'invoice.create',
		{ connection: { ...byId(connectionId) }, ...smallest, ...filledIn },
		{ items },
	);
	expect(run.error).toBeUndefined();
	return { run, connectionId };
}

test('every field goes over the wire', async () => {
	const run = await runOperation(server, 'invoice.create', {
		connection: { ...byId(ANY_CONNECTION) },
		...fullInvoice.form,
	});
	expect(run.error).toBeUndefined();
	const [{ method, url, body }] = server.received;
	const { pathname, searchParams } = new URL(url, 'http://service');
	expect({ method, pathname }).toEqual({
		method: 'POST',
		pathname: `/connections/${ANY_CONNECTION}/invoices`,
	});
	expect(Object.fromEntries(searchParams)).toEqual(fullInvoice.query);
	expect(JSON.parse(body)).toEqual(fullInvoice.body);
});

test('the service makes qbXML of every field, in its order and escaped', async () => {
	const options = { customRequestId: 'order-1042' };
	const { connectionId } = await create({ ...fullInvoice.form, options });
	const [{ request_xml: xml }] = await service.requestsOf(connectionId);
	const ref = (name: string, listId: string) => `<${name}><ListID>${listId}</ListID></${name}>`;
	expect(xml).toContain(
		[
			`<InvoiceAddRq requestID="order-1042"><InvoiceAdd>${ref('CustomerRef', '80000002-1')}`,
			ref('ClassRef', '80000004-1'),
			ref('ARAccountRef', '80000003-1'),
			ref('TemplateRef', '80000007-1'),
			'<TxnDate>2026-01-15</TxnDate><RefNumber>1042</RefNumber>',
			'<BillAddress><Addr1>Müller &amp; Söhne</Addr1><Addr2>Einkauf</Addr2><Addr3>Haus 4</Addr3>',
			'<Addr4>2. Stock</Addr4><Addr5>Hauptstraße 1</Addr5><City>Köln</City><State>NW</State>',
			'<PostalCode>50667</PostalCode><Country>Germany</Country><Note>Klingeln</Note></BillAddress>',
		].join(''),
	);
	expect(await queuedLines(connectionId)).toEqual([
		`<InvoiceLineAdd>${ref('ItemRef', '80000001-1')}<Desc>Beam, 3 m</Desc><Quantity>2.5</Quantity><Rate>150.00</Rate>${ref('ClassRef', '80000009-1')}</InvoiceLineAdd>`,
		'<InvoiceLineAdd><Desc>Thank you!</Desc></InvoiceLineAdd>',
	]);
});

test('the item is the queued request', async () => {
	const { run, connectionId } = await create({});
	const [queued] = await service.requestsOf(connectionId);
	expect(run.items).toEqual([
		{
			json: expect.objectContaining({
				id: queued.id,
				connection_id: connectionId,
				state: 'waiting',
				request_json: queued.request_json,
			}),
			pairedItem: { item: 0 },
		},
	]);
});

test.each<[rate: unknown, sent: string]>([
	['150.00', '150.00'],
	['0.1', '0.1'],
	[0.1, '0.1'],
	['={{ 0.1 }}', '0.1'],
	['={{ 0.1 + 0.2 }}', '0.3'],
	['={{ "12.50" }}', '12.50'],
	['={{ $json.price }}', '99.90'],
	['={{ $json.price * 1 }}', '99.9'],
])('a rate of %j arrives as %s', async (rate, sent) => {
	const line = { itemListId: '80000001-1', rate };
	const { connectionId } = await create({ lines: { line: [line] } } as IDataObject, [
		{ price: '99.90' },
	]);
	expect(await queuedLines(connectionId)).toEqual([
		expect.stringContaining(`<Rate>${sent}</Rate>`),
	]);
});

test('lines as JSON from an earlier node', async () => {
	const order = {
		lines: [
			{ item_list_id: '80000001-1', quantity: 2.5, rate: 0.1, description: 'A & B' },
			{ description: 'only a text' },
		],
	};
	const { connectionId } = await create({ specifyLines: 'json', linesJson: '={{ $json.lines }}' }, [
		order,
	]);
	expect(await queuedLines(connectionId)).toEqual([
		'<InvoiceLineAdd><ItemRef><ListID>80000001-1</ListID></ItemRef><Desc>A &amp; B</Desc><Quantity>2.5</Quantity><Rate>0.1</Rate></InvoiceLineAdd>',
		'<InvoiceLineAdd><Desc>only a text</Desc></InvoiceLineAdd>',
	]);
});

test('an unknown key in one item is refused before anything is sent for another', async () => {
	const run = await runOperation(
		server,
		'invoice.create',
		{
			connection: { ...byId(ANY_CONNECTION) },
			...smallest,
			specifyLines: 'json',
			linesJson: '={{ $json.lines }}',
		},
		{
			items: [
				{ lines: [{ item_list_id: '80000001-1', quantity: 2 }] },
				{ lines: [{ item_list_id: '80000001-1', qty: 2 }] },
			],
		},
	);
	expect(run.error).toMatchObject({
		message: expect.stringContaining('Line 1: unknown field "qty". Allowed: item_list_id,'),
		description: expect.stringContaining('Correct the key'),
		context: { itemIndex: 1 },
	});
	expect(server.received.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a line in the form has the quantity 1 unless said', async () => {
	const { connectionId } = await create({});
	expect(await queuedLines(connectionId)).toEqual([
		expect.stringContaining('<Quantity>1</Quantity>'),
	]);
});

test('one invoice for each item, with the values of its own', async () => {
	const orders = ['2001', '2002', '2003'].map((number) => ({ number }));
	const { run, connectionId } = await create(
		{ additionalFields: { refNumber: '={{ $json.number }}' } },
		orders,
	);
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
	const queued = await service.requestsOf(connectionId);
	expect(queued.map(({ request_xml: xml }) => /<RefNumber>(\d+)</.exec(xml)?.[1]).sort()).toEqual([
		'2001',
		'2002',
		'2003',
	]);
});
