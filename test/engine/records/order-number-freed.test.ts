import type { IDataObject } from 'n8n-workflow';

import { useServiceWithDesktops } from '../support/desktops';
import { useProxiedService } from '../support/proxied-service';
import { smallInvoice } from '../support/queueing-operations';
import { byId, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops();
const proxied = useProxiedService(service);

/** Shows each write that has ended as one that ended in an error, without an answer. */
function endsWith(error: IDataObject): void {
	proxied.meddle(async ({ forward }) => {
		const answer = await forward();
		const body = JSON.parse(answer.body.toString()) as { data?: IDataObject | IDataObject[] };
		for (const record of [body.data ?? []].flat()) {
			const isEnded = record.state === 'error' || record.state === 'response_received';
			if (!isEnded || !String(record.request_xml).includes('InvoiceAddRq')) continue;
			Object.assign(record, { state: 'error', error });
			delete record.response_xml;
			delete record.response_json;
		}
		return {
			...answer,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify(body)),
		};
	});
}

/** How many invoices a new company file holds, and those that the tests write. */
const invoicesOf = (connectionId: string): number => service.company(connectionId).invoices.length;

const create = async (connectionId: string) =>
	await runOperation(proxied, 'invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
		orderNumber: '1042',
		result: 'waitPolling',
	});

test.each<[error: IDataObject]>([
	[{ code: '0x80040400', message: 'QuickBooks found an error when parsing the XML.' }],
	[{ code: -2147220480 }],
	[{ message: 'The connector says 0x80040400.' }],
	[{ code: 3140, message: 'There is no such customer.' }],
])('what certainly wrote nothing frees its Order Number: %j', async (error) => {
	const connectionId = await service.newConnection();
	const before = invoicesOf(connectionId);
	service.faults(connectionId).add({ fault: 'refused', status_code: 3140, times: 1 });
	endsWith(error);
	expect((await create(connectionId)).error?.description).toContain('(Error code: ');
	proxied.meddle(() => Promise.resolve(undefined));
	const [{ json }] = (await create(connectionId)).items;
	expect(json).toMatchObject({ already_existed: false });
	expect(invoicesOf(connectionId)).toBe(before + 1);
});

test.each<[error: IDataObject]>([
	[{ code: '0x8004041C', message: 'An internal error came up.' }],
	[{ code: 'QBWC1042', message: 'receiveResponseXML failed.' }],
	[{ code: '0x800706BE' }],
	[{ code: 1000 }],
	[{ code: '9005' }],
	[{}],
])('what may have been written keeps its Order Number: %j', async (error) => {
	const connectionId = await service.newConnection();
	const before = invoicesOf(connectionId);
	endsWith(error);
	const first = await create(connectionId);
	expect(first.error?.message).toMatch(/nobody knows whether/i);
	expect(invoicesOf(connectionId)).toBe(before + 1);
	const second = await create(connectionId);
	expect(second.error).toBeDefined();
	expect(invoicesOf(connectionId)).toBe(before + 1);
});
