import { itemsOf } from '../../../n8n/clients/n8n';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'enter-bills-from-a-sheet.json';

/** Six rows become three bills with five lines, and one that is refused for its vendor. A second run enters nothing. */
export async function enterBillsFromASheet(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('Bills');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Bills' }),
	);
	const before = company.bills.length;
	const run = await workflow.run(EXECUTE);
	const shown = (node: string) => itemsOf(run, node).map(({ json }) => json);
	expect(shown('Entered Bills')).toMatchObject([
		{ Bill: 'B-301', Vendor: 'A & B Lumber', Amount: '202.20', Due: '2026-04-01', Lines: 2 },
		{ Bill: 'B-302', Vendor: 'Fay, Maureen Lynn, CPA', Amount: '640.00', Lines: 1 },
		{ Bill: 'B-303', Vendor: 'Daigle Lighting', Amount: '72.40', Lines: 2 },
	]);
	expect(shown('Refused Bills')).toMatchObject([
		{ Bill: 'B-304', Reason: expect.stringContaining('Hamlin Mettal') },
	]);
	const entered = company.bills.filter(({ RefNumber }) =>
		['R-20931', '2026/14', '77-1'].includes(RefNumber ?? ''),
	);
	expect(entered).toHaveLength(3);
	expect(entered.find(({ RefNumber }) => RefNumber === 'R-20931')).toMatchObject({
		VendorRef: { FullName: 'A & B Lumber' },
		TxnDate: '2026-03-02',
		DueDate: '2026-04-01',
		AmountDue: '202.20',
		ExpenseLineRet: [
			{
				AccountRef: { FullName: 'Cost of Goods Sold' },
				Amount: '184.20',
				Memo: 'Door frames, pine',
			},
			{ AccountRef: { FullName: 'Freight & Handling' }, Amount: '18.00', Memo: 'Delivery' },
		],
	});

	const again = await workflow.run(EXECUTE);
	expect(itemsOf(again, 'Entered Bills').map(({ json }) => json)).toEqual(shown('Entered Bills'));
	expect(company.bills).toHaveLength(before + 3);
}
