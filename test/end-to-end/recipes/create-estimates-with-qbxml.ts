import { itemsOf } from '../../../n8n/clients/n8n';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'create-estimates-with-qbxml.json';

/** The estimates are in the company file as they were written, and only once after a second run. */
export async function createEstimatesWithQbxml(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('Estimates');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Estimates' }),
	);
	const execution = await workflow.run(EXECUTE);
	expect(itemsOf(execution, 'Refused Estimates')).toEqual([]);
	const created = itemsOf(execution, 'Created Estimates').map(({ json }) => json);
	expect(created).toEqual(
		company.estimates.map(({ RefNumber, CustomerRef, TotalAmount, TxnID }) => ({
			Number: RefNumber,
			Customer: CustomerRef.FullName,
			Total: TotalAmount,
			TxnID,
		})),
	);
	expect(company.estimates).toMatchObject([
		{
			RefNumber: 'E-1001',
			TxnDate: '2026-01-05',
			CustomerRef: { FullName: 'Müller Bäckerei' },
			Memo: 'Angebot für Müller & Söhne <2. Fassung>',
			EstimateLineRet: [
				{ Desc: 'Design of the shop floor', Amount: '1020.00' },
				{ Desc: 'Lumber, 2" × 4"', Quantity: '40', Amount: '194.00' },
			],
		},
		{ RefNumber: 'E-1002', Subtotal: '487.50' },
	]);

	const again = await workflow.run(EXECUTE);
	expect(itemsOf(again, 'Created Estimates').map(({ json }) => json)).toEqual(created);
	expect(company.estimates).toHaveLength(2);
}
