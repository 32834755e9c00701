import { type QueuedRequest, ServiceClient } from '../../n8n/clients/service';
import { type RunningService, startService } from '../../service/server/start-service';
import { createCompany } from '../../simulator/company/seed/create-company';
import { createDesktopHost, type DesktopHost } from '../../simulator/host';

const KEY = 'simulator-tests';

/** The records of an answer, by its element and theirs. */
const recordsIn = (
	{ response_json: json }: QueuedRequest,
	answer: string,
	element: string,
): unknown[] => (json?.[0].QBXMLMsgsRs[answer][element] as unknown[] | undefined) ?? [];

describe('desktops of the real service', () => {
	let host: DesktopHost;
	let service: RunningService;
	let client: ServiceClient;
	let connectionId: string;

	/** Queues a request and gives its record after the desktop's next session. */
	const settle = async (...call: Parameters<ServiceClient['call']>): Promise<QueuedRequest> => {
		const { id } = await client.call<QueuedRequest>(...call);
		await host.desktop(connectionId).runNow();
		return await client.queuedRequest(id);
	};

	beforeAll(async () => {
		host = createDesktopHost();
		service = await startService({ apiKeys: [KEY], log: false, desktops: host });
		client = new ServiceClient(service.baseUrl, KEY);
		const created = await client.createConnection();
		expect(created.type).toBe('simulated');
		connectionId = created.id;
	});

	afterAll(async () => {
		await service.close();
	});

	it('answer a query of customers', async () => {
		const queued = await settle('GET', `/connections/${connectionId}/customers?name=b%C3%84CKEREI`);
		expect(queued.state).toBe('response_received');
		expect(recordsIn(queued, 'CustomerQueryRs', 'CustomerRet')).toMatchObject([
			{ ListID: '80000002-1700000002', FullName: 'Müller Bäckerei', IsActive: true },
			{ FullName: 'Müller Bäckerei:Ofen-Umbau' },
		]);
	});

	it('tell the service who they are', async () => {
		await host.desktop(connectionId).runNow();
		expect(await client.call('GET', `/connections/${connectionId}`)).toMatchObject({
			name: 'Harbor & Söhne Construction',
			company_file: 'C:\\Company Files\\Harbor Construction.qbw',
			xml_version: '16.0',
			accounting_product_name: 'QuickBooks Enterprise Solutions (simulated)',
			last_connected_at: expect.any(String),
		});
	});

	it('keep a created invoice, so that the next query finds it', async () => {
		const created = await settle('POST', `/connections/${connectionId}/invoices`, {
			customer_list_id: '80000001-1700000001',
			transaction_date: '2026-01-15',
			ref_number: 'Ü-1 & more',
			bill_address: { addr1: 'Abercrombie & Daughters', city: 'Zürich' },
			lines: [
				{ item_list_id: '80020006-1700000006', quantity: 2.5, rate: '0.1' },
				{ item_list_id: '8002001B-1700000027', quantity: 3, rate: '150.00' },
			],
		});
		expect(created.state).toBe('response_received');
		const [invoice] = recordsIn(created, 'InvoiceAddRs', 'InvoiceRet') as Array<{ TxnID: string }>;
		expect(invoice).toMatchObject({
			RefNumber: 'Ü-1 & more',
			Subtotal: '450.25',
			SalesTaxTotal: '34.88',
			BalanceRemaining: '485.13',
			IsPaid: false,
		});
		const found = await settle(
			'GET',
			`/connections/${connectionId}/invoices?customer_list_id=80000001-1700000001&from_transaction_date=2026-01-15`,
		);
		expect(recordsIn(found, 'InvoiceQueryRs', 'InvoiceRet')).toMatchObject([
			{ TxnID: invoice.TxnID, RefNumber: 'Ü-1 & more' },
		]);
	});

	it('give all 300 invoices in pages', async () => {
		const last = await settle(
			'GET',
			`/connections/${connectionId}/invoices?iterate=true&max_returned=120&to_transaction_date=2025-12-31`,
		);
		expect(last).toMatchObject({ state: 'response_received', page: 3 });
		const pages = (await client.queue(connectionId))
			.filter(({ id }) => id === last.id)
			.sort((left, right) => left.page - right.page)
			.map((page) => recordsIn(page, 'InvoiceQueryRs', 'InvoiceRet') as Array<{ TxnID: string }>);
		expect(pages.map(({ length }) => length)).toEqual([120, 120, 60]);
		expect(pages.flat().map(({ TxnID }) => TxnID)).toEqual(
			createCompany().invoices.map(({ TxnID }) => TxnID),
		);
	});

	it.each([
		['vendors', 'name=lumber', 'VendorQueryRs', 'VendorRet', 2],
		['items', 'name_starts_with=cabinet', 'ItemQueryRs', 'ItemInventoryRet', 3],
		['items', 'list_id=80020001-1700000001', 'ItemQueryRs', 'ItemServiceRet', 1],
		['items', 'from_name=Design&to_name=Design', 'ItemQueryRs', 'ItemServiceRet', 1],
		[
			'sales_tax_items',
			'list_ids[]=80020015-1700000021&list_ids[]=80020016-1700000022',
			'ItemSalesTaxQueryRs',
			'ItemSalesTaxRet',
			2,
		],
		['sales_tax_items', 'active_status=InactiveOnly', 'ItemSalesTaxQueryRs', 'ItemSalesTaxRet', 1],
		['sales_tax_codes', 'full_names[]=Non', 'SalesTaxCodeQueryRs', 'SalesTaxCodeRet', 1],
		['customers', 'from_name=Y&to_name=Z', 'CustomerQueryRs', 'CustomerRet', 2],
		['invoices', 'paid_status=Any&max_returned=5', 'InvoiceQueryRs', 'InvoiceRet', 5],
		[
			'credit_memos',
			'from_ref_number=501&to_ref_number=503&include_line_items=true',
			'CreditMemoQueryRs',
			'CreditMemoRet',
			3,
		],
		[
			'credit_memos',
			'account_list_ids[]=80060001-1700000001&currency_list_ids[]=80080001-1700000001&max_returned=4',
			'CreditMemoQueryRs',
			'CreditMemoRet',
			4,
		],
	])('take what the endpoint for %s builds: %s', async (path, query, answer, element, count) => {
		const queued = await settle('GET', `/connections/${connectionId}/${path}?${query}`);
		expect(queued.error).toBeUndefined();
		expect(recordsIn(queued, answer, element)).toHaveLength(count);
	});

	it('set a custom field', async () => {
		const queued = await settle('POST', `/connections/${connectionId}/data_ext_mods`, {
			owner_id: '0',
			data_ext_name: 'Route',
			data_ext_value: 'Süd & Ost',
			list_data_ext_type: 'Customer',
			list_id: '80000003-1700000003',
		});
		expect(queued.state).toBe('response_received');
		expect(host.desktop(connectionId).company.customers[2].DataExtRet).toContainEqual(
			expect.objectContaining({ DataExtName: 'Route', DataExtValue: 'Süd & Ost' }),
		);
	});

	it('refuse what the company file does not have', async () => {
		const queued = await settle('POST', `/connections/${connectionId}/invoices`, {
			customer_list_id: '8000FFFF-1',
			transaction_date: '2026-01-15',
			lines: [{ item_list_id: '80020001-1700000001' }],
		});
		expect(queued).toMatchObject({ state: 'error', error: { code: '3140' } });
	});

	it('go on with a changed password', async () => {
		await client.call('POST', `/connections/${connectionId}/password`, { password: 'another one' });
		const queued = await settle('GET', `/connections/${connectionId}/sales_tax_codes`);
		expect(queued.state).toBe('response_received');
	});

	it('are gone with their connection', async () => {
		const { id } = await client.createConnection();
		expect(host.desktop(id).company.customers).toHaveLength(60);
		await client.call('DELETE', `/connections/${id}`);
		expect(() => host.desktop(id)).toThrow('has no desktop');
	});
});
