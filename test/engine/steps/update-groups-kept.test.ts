import type { RuleName } from '../../../quickbooks/rules';
import { editCompany } from '../../../simulator/colleague/edit-company';
import { byId } from '../support/run-operation';
import { byName, useUpdates } from '../support/updates';

const { service, run } = useUpdates();

/** A bill with a single line and a group, of which an update wants the single line alone. */
async function withoutGroup(contrary: RuleName[]) {
	const connectionId = await service.newConnection();
	const company = service.company(connectionId);
	company.contrary = contrary;
	editCompany(
		company,
		`<BillAddRq><BillAdd><VendorRef><ListID>${company.vendors[0].ListID}</ListID></VendorRef><ItemLineAdd><ItemRef><FullName>Lumber</FullName></ItemRef><Quantity>1</Quantity><Cost>10.00</Cost></ItemLineAdd><ItemGroupLineAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef></ItemGroupLineAdd></BillAdd></BillAddRq>`,
	);
	const bill = company.bills.at(-1);
	const update = await run('bill.update', connectionId, {
		txnId: { ...byId(bill?.TxnID ?? '') },
		lineMode: 'replace',
		itemLines: { line: [{ itemListId: byName('Lumber'), quantity: 1, cost: '10.00' }] },
	});
	const lines = (company.bills.at(-1)?.ItemLineRet ?? []) as unknown[];
	return { update, groups: lines.length - 1 };
}

test('a group that QuickBooks keeps although it was to go is an error that names it', async () => {
	const { update, groups } = await withoutGroup([]);
	expect(update.error).toMatchObject({
		message: expect.stringContaining(
			'QuickBooks has changed the bill, but kept lines that were to be removed',
		) as string,
	});
	expect(groups).toBe(1);
});

test('a group that goes is gone', async () => {
	const { update, groups } = await withoutGroup(['groups-of-their-own']);
	expect(update.error).toBeUndefined();
	expect(groups).toBe(0);
});
