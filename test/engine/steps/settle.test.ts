import '../support/short-pauses';

import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { byId, runOperation } from '../support/run-operation';

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));

const CUSTOMER = '80000001-1700000001';
const DESIGN = '80020001-1700000001';

const look = { whenOutcomeUnknown: 'lookInBooks' };
const lookAndWrite = { ...look, writeIfAbsent: true };

const invoice = (connectionId: string, options: IDataObject, more: IDataObject = {}) => ({
	connection: { ...byId(connectionId) },
	customerListId: byId(CUSTOMER),
	transactionDate: '2026-01-15',
	specifyLines: 'form',
	lines: { line: [{ itemListId: byId(DESIGN), quantity: '2', rate: '85.00' }] },
	additionalFields: { memo: '={{ $json.order }}' },
	result: 'waitPolling',
	options,
	...more,
});

const create = async (
	connectionId: string,
	options: IDataObject,
	{ orders = ['A-1'], ...more }: { orders?: string[] } & IDataObject = {},
) =>
	await runOperation(service, 'invoice.create', invoice(connectionId, options, more), {
		items: orders.map((order) => ({ order })),
	});

/** The desktop disappears when it has carried the next additions out. */
const dieAfter = (connectionId: string, times = 1) => {
	service.faults(connectionId).add({ fault: 'unanswered', silent: false, times, request: 'InvoiceAddRq' });
};

const written = (connectionId: string) =>
	service.company(connectionId).invoices.map(({ Memo }) => Memo);

const requestNames = async (connectionId: string): Promise<string[]> =>
	(await service.requestsOf(connectionId)).map(
		({ request_xml: xml }) => /<(?!QBXMLMsgsRq)(\w+Rq)[ >]/.exec(xml ?? '')?.[1] ?? '',
	);

test('what was carried out is found by its GUID, and the item goes on with it', async () => {
	const connectionId = await service.newConnection();
	dieAfter(connectionId);
	const run = await create(connectionId, look);
	expect(run.error).toBeUndefined();
	expect(run.items).toMatchObject([
		{
			json: { settled: 'found', Memo: 'A-1', Subtotal: '170.00', CustomerListID: CUSTOMER },
			pairedItem: { item: 0 },
		},
	]);
	expect(run.items[0].json.InvoiceLineRet).toMatchObject([{ Quantity: '2' }]);
	expect(written(connectionId)).toEqual(['A-1']);
});
