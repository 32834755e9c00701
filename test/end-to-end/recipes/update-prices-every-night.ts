import { itemsOf } from '../../../n8n/clients/n8n';
import { type Kit, withConnection } from './kit';

const FILE = 'update-prices-every-night.json';
const NIGHTLY = 'Every Night at Two';

/** Of five prices, two are other ones than in the list, two are the same, and one is of no item. A second run writes nothing. */
export async function updatePricesEveryNight(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('Prices');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Prices' }),
	);
	const itemNamed = (name: string) => company.items.find(({ FullName }) => FullName === name);

	const run = await workflow.run(NIGHTLY);
	const shown = (node: string) => itemsOf(run, node).map(({ json }) => json);
	expect(shown('Changed Prices')).toEqual([
		{ Item: 'Door, Interior', Field: 'Sales Price', Was: '120.00', IsNow: '129.00' },
		{ Item: 'Window', Field: 'Sales Price', Was: '289.00', IsNow: '299.00' },
		{ Item: 'Window', Field: 'Cost', Was: '173.40', IsNow: '181.25' },
	]);
	expect(shown('Summary')).toEqual([{ Changed: 2, Unchanged: 2 }]);
	expect(shown('Refused Prices')).toMatchObject([
		{ Item: 'Doorknob, Brass', Reason: expect.stringContaining('has no item "Doorknob, Brass"') },
	]);
	expect(itemNamed('Window')).toMatchObject({ SalesPrice: '299.00', PurchaseCost: '181.25' });
	const { EditSequence } = itemNamed('Shelf') ?? {};

	const again = await workflow.run(NIGHTLY);
	expect(itemsOf(again, 'Summary').map(({ json }) => json)).toEqual([{ Changed: 0, Unchanged: 4 }]);
	expect(itemNamed('Shelf')?.EditSequence).toBe(EditSequence);
}
