import { answer } from './support/qbxml';
import { recordOf, shared } from './support/service';

const vendor = (name: string) => `<VendorRet><Name>${name}</Name></VendorRet>`;

describe('automatic iteration', () => {
	const at = shared();

	const signIn = () =>
		at.running.connector.authenticate(at.connection.username, at.connection.password);
	const start = async (query: Record<string, string> = {}) =>
		(await at.connection.call('GET', '/vendors', { query: { iterate: 'true', ...query } })).body
			.data.id;
	const page = (remaining: number, name: string) =>
		answer('VendorQuery', {
			attributes: `iteratorRemainingCount="${remaining}" iteratorID="{i-1}"`,
			records: vendor(name),
		});
	const records = async () =>
		(await at.connection.call('GET', '/queued_requests', { query: { sort_direction: 'asc' } })).body
			.data;

	it('stops with the page that fails, and keeps the pages before it', async () => {
		const id = await start();
		const [ticket] = await signIn();
		await at.running.connector.sendRequestXML(ticket);
		await at.running.connector.receiveResponseXML(ticket, page(3, 'a'));
		await at.running.connector.sendRequestXML(ticket);
		const failure = answer('VendorQuery', { statusCode: 3000, severity: 'Error', message: 'No' });
		expect(await at.running.connector.receiveResponseXML(ticket, failure)).toBe(100);
		expect((await records()).map(({ state }) => state)).toEqual(['response_received', 'error']);
		expect(await recordOf(at.running, id)).toMatchObject({ page: 2, error: { code: '3000' } });
	});

	const openPage = async () => {
		const id = await start();
		const [ticket] = await signIn();
		await at.running.connector.sendRequestXML(ticket);
		await at.running.connector.receiveResponseXML(ticket, page(3, 'a'));
		return { id, ticket };
	};

	it('ends the next page when the application cannot take it, as its iterator is lost', async () => {
		const { id, ticket } = await openPage();
		await at.running.connector.sendRequestXML(ticket);
		await at.running.connector.receiveResponseXML(ticket, '', '0x80040414', 'A dialog is open');
		expect(await recordOf(at.running, id)).toMatchObject({
			page: 2,
			state: 'error',
			error: { code: 'connection_error', message: 'A dialog is open' },
		});
	});

	it('takes out of every page what lies outside the due dates', async () => {
		const query = { iterate: 'true', from_due_date: '2026-01-10', to_due_date: '2026-01-20' };
		await at.connection.call('GET', '/invoices', { query });
		const [ticket] = await signIn();
		const invoice = (due: string) =>
			`<InvoiceRet><TxnID>${due}</TxnID><DueDate>${due}</DueDate></InvoiceRet>`;
		for (const remaining of [1, 0]) {
			await at.running.connector.sendRequestXML(ticket);
			await at.running.connector.receiveResponseXML(
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
