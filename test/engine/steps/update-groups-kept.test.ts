import type { IDataObject } from 'n8n-workflow';

import type { RuleName } from '../../../quickbooks/rules';
import { editCompany } from '../../../simulator/colleague/edit-company';
import { retryAfterCrash } from '../harness';
import { byId } from '../support/run-operation';
import { byName, useUpdates } from '../support/updates';

const { service, run } = useUpdates();

const removing = (line: IDataObject): IDataObject => ({
	lineMode: 'remove',
	itemLines: { line: [line] },
});

const replacing = (): IDataObject => ({
	lineMode: 'replace',
	itemLines: { line: [lumber] },
});

const lumber = { itemListId: byName('Lumber'), quantity: 1, cost: '10.00' };

/** A bill with a single line and a group, of which an update wants the single line alone. */
async function withoutGroup(
	contrary: RuleName[],
	lines: (groupId: string) => IDataObject = replacing,
) {
	const connectionId = await service.newConnection();
	const company = service.company(connectionId);
	company.contrary = contrary;
	editCompany(
		company,
		`<BillAddRq><BillAdd><VendorRef><ListID>${company.vendors[0].ListID}</ListID></VendorRef><ItemLineAdd><ItemRef><FullName>Lumber</FullName></ItemRef><Quantity>1</Quantity><Cost>10.00</Cost></ItemLineAdd><ItemGroupLineAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef></ItemGroupLineAdd></BillAdd></BillAddRq>`,
	);
	const bill = company.bills.at(-1);
	const items = (bill?.ItemLineRet ?? []) as unknown as IDataObject[];
	const update = await run('bill.update', connectionId, {
		txnId: { ...byId(bill?.TxnID ?? '') },
		...lines(String(items.at(-1)?.TxnLineID)),
	});
	const left = (company.bills.at(-1)?.ItemLineRet ?? []) as unknown[];
	return { update, groups: left.length - 1 };
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

describe('after a crash of n8n', () => {
	const kept = 'QuickBooks has changed the bill, but kept lines that were to be removed';

	test.each<[string, (groupId: string) => IDataObject, string]>([
		['all lines are replaced', replacing, kept],
		['it is named by its ID', (id) => removing({ txnLineId: id.toLowerCase() }), kept],
		[
			'it is named by its item',
			() => removing({ additionalFields: { itemGroupListId: byName('Door Set') } }),
			'QuickBooks has changed the bill, but it shows a group like one that was to be removed',
		],
	])('such a group is an error, too, if %s', async (_how, lines, message) => {
		const { update, groups } = await withoutGroup([], lines);
		expect(groups).toBe(1);
		const again = await retryAfterCrash(update);
		expect(again.error?.message).toContain(message);
	});

	test.each([replacing, (id: string) => removing({ txnLineId: id })])(
		'a group that goes is gone',
		async (lines) => {
			const { update, groups } = await withoutGroup(['groups-of-their-own'], lines);
			const again = await retryAfterCrash(update);
			expect([again.error, groups]).toEqual([undefined, 0]);
		},
	);
});
