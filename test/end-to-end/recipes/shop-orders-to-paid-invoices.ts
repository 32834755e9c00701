import { itemsOf } from '../../../n8n/clients/n8n';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'shop-orders-to-paid-invoices.json';

/**
 * Of four orders, two end as paid invoices, one has another total than what was paid, and one names a customer who is not
 * there. A second run writes nothing.
 */
export async function shopOrdersToPaidInvoices(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('Shop');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Shop' }),
	);
	const before = { invoices: company.invoices.length, payments: company.receivePayments.length };
	const balanceOf = (name: string) =>
		Number(company.customers.find(({ FullName }) => FullName === name)?.Balance);
	const owed = ['Café Zoë', 'Abercrombie & Daughters'].map(balanceOf);

	const run = await workflow.run(EXECUTE);
	const shown = (node: string) => itemsOf(run, node).map(({ json }) => json);
	expect(shown('Paid Orders')).toMatchObject([
		{
			Order: 'S-2001',
			Customer: 'Café Zoë',
			Total: '157.50',
			StillOpen: '0.00',
			IsPaid: true,
		},
		{ Order: 'S-2002', Total: '86.18', StillOpen: '0.00', IsPaid: true },
	]);
	expect(shown('Orders to Look At')).toMatchObject([
		{
			Order: 'S-2003',
			Invoice: '86.58',
			Paid: '79.98',
			Why: expect.stringContaining('total in QuickBooks is 86.58, but 79.98 was expected'),
		},
	]);
	expect(shown('Refused Orders')).toMatchObject([
		{ Order: 'S-2004', Reason: expect.stringContaining("O'Hara Plumming") },
	]);

	const written = company.invoices.filter(({ RefNumber }) => /^S-200/.test(RefNumber ?? ''));
	expect(
		written.map(({ RefNumber, IsPaid, BalanceRemaining }) => [RefNumber, IsPaid, BalanceRemaining]),
	).toEqual(
		expect.arrayContaining([
			['S-2001', 'true', '0.00'],
			['S-2002', 'true', '0.00'],
			['S-2003', 'false', '86.58'],
		]),
	);
	expect(['Café Zoë', 'Abercrombie & Daughters'].map(balanceOf)).toEqual(owed);
	const after = { invoices: before.invoices + 3, payments: before.payments + 2 };
	const counts = () => ({
		invoices: company.invoices.length,
		payments: company.receivePayments.length,
	});
	expect(counts()).toEqual(after);

	const again = await workflow.run(EXECUTE);
	expect(itemsOf(again, 'Paid Orders').map(({ json }) => json)).toEqual(shown('Paid Orders'));
	expect(counts()).toEqual(after);
}
