import { createCompany } from '../../simulator/company/seed/create-company';
import type { Country } from '../../simulator/company/types';
import { useServiceWithDesktops } from './support/desktops';
import { byId, runOperation } from './support/run-operation';

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));

/** A connection to a QuickBooks of a country, which has connected before. */
async function connected(country: Country): Promise<string> {
	const connectionId = await service.newConnection();
	service.company(connectionId).country = country;
	const { items } = await runOperation(service, 'company.get', {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
	});
	expect(items[0].json).toMatchObject({ Country: country });
	return connectionId;
}

const run = async (
	connectionId: string,
	operation: 'customer.create' | 'invoice.create' | 'queuedRequest.create',
	form: object,
) =>
	await runOperation(service, operation, {
		connection: { ...byId(connectionId) },
		...form,
		result: 'waitPolling',
	});

test('an element that only British addresses have is sent with a hint, and refused for an American QuickBooks', async () => {
	const form = {
		requestFormat: 'xml',
		requestXml:
			'<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><VendorAddRq><VendorAdd><Name>Fens</Name><VendorAddress><Addr1>1 Mill Road</Addr1><City>Ely</City><County>Kent</County></VendorAddress></VendorAdd></VendorAddRq></QBXMLMsgsRq></QBXML>',
	};
	const american = await run(await connected('US'), 'queuedRequest.create', form);
	expect(american.error).toMatchObject({
		message: expect.stringContaining('VendorAddress has no element County') as string,
		description: expect.stringContaining('the rules of the US edition') as string,
	});
	const british = await connected('UK');
	const { error, hints } = await run(british, 'queuedRequest.create', form);
	expect(error).toBeUndefined();
	expect(JSON.stringify(hints)).toContain('VendorAddress has no element County');
	expect(service.company(british).vendors.at(-1)).toMatchObject({ Name: 'Fens' });
});

test('a State that a British QuickBooks leaves out is no plain success', async () => {
	const { items } = await run(await connected('UK'), 'customer.create', {
		name: 'Fens',
		additionalFields: { billAddress: { address: { city: 'Ely', state: 'Kent' } } },
	});
	expect(items).toMatchObject([
		{
			json: {
				FullName: 'Fens',
				warnings: [{ code: '530', message: expect.stringContaining('"State"') as string }],
			},
		},
	]);
});

test('a Canadian invoice is taxed by the codes of its lines, and its total is compared', async () => {
	const { items } = await run(await connected('CA'), 'invoice.create', {
		customerListId: byId('80000001-1700000001'),
		transactionDate: '2026-01-15',
		specifyLines: 'form',
		lines: {
			line: [{ itemListId: byId('8002001B-1700000027'), quantity: '1', rate: '100.00' }],
		},
		additionalFields: { expectedTotal: '107.75' },
	});
	expect(items[0].json).toMatchObject({
		SalesTaxTotal: '7.75',
		TotalAmount: '107.75',
		total_differs: false,
	});
	expect(items[0].json).not.toHaveProperty('ItemSalesTaxListID');
});
