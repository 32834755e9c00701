import { itemsOf } from '../../../n8n/clients/n8n';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'shop-orders-of-new-customers.json';

/**
 * Of four orders, one is of a customer who is found by e-mail, two make one new customer, and one has nearly the name of
 * another customer. A second run writes nothing.
 */
export async function shopOrdersOfNewCustomers(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('New Customers');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'New Customers' }),
	);
	const before = { customers: company.customers.length, invoices: company.invoices.length };

	const run = await workflow.run(EXECUTE);
	const shown = (node: string) => itemsOf(run, node).map(({ json }) => json);
	expect(shown('Created Invoices')).toMatchObject([
		{ Order: 'S-3001', Customer: 'Café Zoë', NewCustomer: false, Total: '85.00' },
		{ Order: 'S-3002', Customer: 'Lindqvist, Harriet', NewCustomer: true, Total: '45.00' },
		{ Order: 'S-3003', Customer: 'Lindqvist, Harriet', NewCustomer: false, Total: '228.00' },
	]);
	expect(shown('Refused Orders')).toMatchObject([
		{ Order: 'S-3004', Reason: expect.stringContaining('"Müller Bäckerei"') },
	]);
	const added = company.customers.slice(before.customers);
	expect(added).toMatchObject([
		{ FullName: 'Lindqvist, Harriet', Email: 'harriet@example.com', Phone: '415-555-0171' },
	]);
	expect(company.invoices).toHaveLength(before.invoices + 3);

	const again = await workflow.run(EXECUTE);
	const { TxnID } = shown('Created Invoices')[1];
	expect(itemsOf(again, 'Created Invoices').map(({ json }) => json)).toMatchObject([
		{ Order: 'S-3001', NewCustomer: false },
		{ Order: 'S-3002', NewCustomer: false, TxnID },
		{ Order: 'S-3003', NewCustomer: false },
	]);
	expect(company.customers).toHaveLength(before.customers + 1);
	expect(company.invoices).toHaveLength(before.invoices + 3);
}
