import { itemsOf } from '../../../n8n/clients/n8n';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'compare-and-repair.json';

/** Of six orders, one is entered, one is refused and three are to be looked at, with an invoice without an order. */
export async function compareAndRepair(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('Compare');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Compare' }),
	);
	const before = company.invoices.length;
	const run = await workflow.run(EXECUTE);
	const shown = (node: string) => itemsOf(run, node).map(({ json }) => json);
	expect(shown('Entered Orders')).toMatchObject([
		{ Order: 'S-3001', Customer: 'Café Zoë', Total: '157.50' },
	]);
	expect(shown('Refused Orders')).toMatchObject([
		{ Order: 'S-3002', Reason: expect.stringContaining("O'Hara Plumming") },
	]);
	const doubled = {
		Order: 'S-3003',
		Status: 'duplicate',
		Why: 'Items 5 and 6 of this run are orders with the same reference number.',
	};
	expect(shown('To Look At')).toMatchObject([
		{ Order: '1300', Status: 'unexpected' },
		{
			Order: '1299',
			Status: 'different',
			Why: 'Total: 4655.00 in the order, 4565.00 in the books',
		},
		doubled,
		doubled,
	]);

	const again = await workflow.run(EXECUTE);
	expect(itemsOf(again, 'Entered Orders')).toEqual([]);
	expect(company.invoices).toHaveLength(before + 1);
}
