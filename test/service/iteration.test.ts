import { answer } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

const vendor = (name: string) => `<VendorRet><Name>${name}</Name></VendorRet>`;

describe('automatic iteration', () => {
	let running: TestService;
	let connection: TestConnection;
	beforeAll(async () => {
		running = await service();
	});
	beforeEach(async () => {
		connection = await running.connect();
	});
	afterAll(stopServices);

	const signIn = () => running.connector.authenticate(connection.username, connection.password);
	const start = async (query: Record<string, string> = {}) =>
		(await connection.call('GET', '/vendors', { query: { iterate: 'true', ...query } })).body.data
			.id;
	const page = (remaining: number, name: string) =>
		answer('VendorQuery', {
			attributes: `iteratorRemainingCount="${remaining}" iteratorID="{i-1}"`,
			records: vendor(name),
		});
	const records = async () =>
		(await connection.call('GET', '/queued_requests', { query: { sort_direction: 'asc' } })).body
			.data;

	it('goes on until no records remain, with one record per page', async () => {
		const id = await start({ max_returned: '1', webhook_url: 'https://receiver.example/' });
		const [ticket] = await signIn();
		const sent: string[] = [];
		const progress: number[] = [];
		for (const remaining of [2, 1, 0]) {
			sent.push(await running.connector.sendRequestXML(ticket));
			progress.push(
				await running.connector.receiveResponseXML(ticket, page(remaining, `v${remaining}`)),
			);
		}
		expect(sent[0]).toContain('iterator="Start"');
		expect(sent[0]).not.toContain('iteratorID');
		for (const next of sent.slice(1)) {
			expect(next).toContain('iterator="Continue"');
			expect(next).toContain('iteratorID="{i-1}"');
			expect(next).toContain('<MaxReturned>1</MaxReturned>');
		}
		expect(progress.at(-1)).toBe(100);
		expect(Math.max(...progress.slice(0, -1))).toBeLessThan(100);
		const pages = await records();
		expect(pages.map((each) => [each.id, each.page, each.state, each.webhook_url])).toEqual(
			[1, 2, 3].map((number) => [id, number, 'response_received', 'https://receiver.example/']),
		);
		expect(pages[0].page_request_id).toBe(id);
		expect(new Set(pages.map((each) => each.page_request_id)).size).toBe(3);
		expect((await recordOf(running, id)).response_xml).toContain('v0');
	});

	it('gives the newest page when the request is got by its ID', async () => {
		const id = await start();
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		await running.connector.receiveResponseXML(ticket, page(5, 'a'));
		expect(await recordOf(running, id)).toMatchObject({ id, page: 2, state: 'ticketed' });
	});

	it('fetches all pages before the next request has its turn', async () => {
		await start();
		await connection.call('GET', '/customers');
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		await running.connector.receiveResponseXML(ticket, page(1, 'a'));
		expect(await running.connector.sendRequestXML(ticket)).toContain('iterator="Continue"');
		await running.connector.receiveResponseXML(ticket, page(0, 'b'));
		expect(await running.connector.sendRequestXML(ticket)).toContain('CustomerQueryRq');
	});

	it('is one page when all records fit', async () => {
		const id = await start();
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		expect(await running.connector.receiveResponseXML(ticket, page(0, 'a'))).toBe(100);
		expect(await recordOf(running, id)).toMatchObject({ page: 1, state: 'response_received' });
	});

	it('stops with the page that fails, and keeps the pages before it', async () => {
		const id = await start();
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		await running.connector.receiveResponseXML(ticket, page(3, 'a'));
		await running.connector.sendRequestXML(ticket);
		const failure = answer('VendorQuery', { statusCode: 3000, severity: 'Error', message: 'No' });
		expect(await running.connector.receiveResponseXML(ticket, failure)).toBe(100);
		expect((await records()).map(({ state }) => state)).toEqual(['response_received', 'error']);
		expect(await recordOf(running, id)).toMatchObject({ page: 2, error: { code: '3000' } });
	});

	const openPage = async () => {
		const id = await start();
		const [ticket] = await signIn();
		await running.connector.sendRequestXML(ticket);
		await running.connector.receiveResponseXML(ticket, page(3, 'a'));
		return { id, ticket };
	};

	it('ends the next page when the session ends before it is fetched', async () => {
		const { id, ticket } = await openPage();
		await running.connector.closeConnection(ticket);
		expect(await recordOf(running, id)).toMatchObject({
			page: 2,
			state: 'error',
			error: { code: 'connection_error' },
		});
		expect((await records())[0].state).toBe('response_received');
		expect((await signIn())[1]).toBe('none');
	});

	it('ends the next page when the application cannot take it, as its iterator is lost', async () => {
		const { id, ticket } = await openPage();
		await running.connector.sendRequestXML(ticket);
		await running.connector.receiveResponseXML(ticket, '', '0x80040414', 'A dialog is open');
		expect(await recordOf(running, id)).toMatchObject({
			page: 2,
			state: 'error',
			error: { code: 'connection_error', message: 'A dialog is open' },
		});
	});

	it('deletes all pages at once, and none while one has not ended', async () => {
		const { id, ticket } = await openPage();
		await running.connector.closeConnection(ticket);
		expect((await running.api('DELETE', `/queued_requests/${id}`)).status).toBe(204);
		expect(await records()).toEqual([]);
	});

	it('takes out of every page what lies outside the due dates', async () => {
		const query = { iterate: 'true', from_due_date: '2026-01-10', to_due_date: '2026-01-20' };
		await connection.call('GET', '/invoices', { query });
		const [ticket] = await signIn();
		const invoice = (due: string) =>
			`<InvoiceRet><TxnID>${due}</TxnID><DueDate>${due}</DueDate></InvoiceRet>`;
		for (const remaining of [1, 0]) {
			await running.connector.sendRequestXML(ticket);
			await running.connector.receiveResponseXML(
				ticket,
				answer('InvoiceQuery', {
					attributes: `iteratorRemainingCount="${remaining}" iteratorID="{i-1}"`,
					records: invoice('2026-01-09') + invoice('2026-01-10') + invoice('2026-01-21'),
				}),
			);
		}
		const pages = await records();
		expect(pages).toHaveLength(2);
		for (const { response_xml, response_json } of pages) {
			expect(response_xml).toContain('2026-01-10');
			expect(response_xml).not.toMatch(/2026-01-(09|21)/);
			expect(JSON.stringify(response_json)).not.toMatch(/2026-01-(09|21)/);
		}
	});
});
