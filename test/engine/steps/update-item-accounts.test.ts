import type { IDataObject } from 'n8n-workflow';

import { mistakesIn } from '../../simulator/support/check-books';
import { useShortPauses } from '../support/pauses';
import { byId } from '../support/run-operation';
import { byName, textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, run, edit, requestNames } = useUpdates();

const OLD = 'Construction Income';
const NEW = 'Design Income';

let connectionId: string;
let item: string;
let count = 0;

/** What the books say is the account of the item. */
function account(): unknown {
	const found = service.company(connectionId).items.find(({ ListID }) => ListID === item);
	return found?.SalesOrPurchase?.AccountRef?.FullName;
}

async function update(additionalFields: IDataObject) {
	const done = await run('item.update', connectionId, {
		itemType: 'service',
		listId: { ...byId(item) },
		additionalFields,
	});
	expect(mistakesIn(service.company(connectionId))).toEqual([]);
	return done;
}

const toNew = (existingTransactions?: string): IDataObject => ({
	accountListId: byName(NEW),
	...(existingTransactions !== undefined && { existingTransactions }),
});

const writes = async () =>
	(await requestNames(connectionId)).filter((name) => name === 'ItemServiceModRq').length;

function sell(): void {
	edit(
		connectionId,
		`<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef><InvoiceLineAdd><ItemRef><ListID>${item}</ListID></ItemRef><Quantity>1</Quantity><Rate>10.00</Rate></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`,
	);
}

beforeAll(async () => {
	connectionId = await service.newConnection();
	for (const name of [OLD, NEW].filter(
		(one) => !service.company(connectionId).accounts.some(({ FullName }) => FullName === one),
	)) {
		edit(
			connectionId,
			`<AccountAddRq><AccountAdd><Name>${name}</Name><AccountType>Income</AccountType></AccountAdd></AccountAddRq>`,
		);
	}
});

beforeEach(() => {
	count += 1;
	item = textIn(
		edit(
			connectionId,
			`<ItemServiceAddRq><ItemServiceAdd><Name>Survey ${count}</Name><SalesOrPurchase><Price>10.00</Price><AccountRef><FullName>${OLD}</FullName></AccountRef></SalesOrPurchase></ItemServiceAdd></ItemServiceAddRq>`,
		),
		'ListID',
	);
	expect(account()).toBe(OLD);
});

test('nothing is written before it is said what becomes of existing transactions', async () => {
	const before = await writes();
	const { error } = await update(toNew());
	expect(error?.message).toContain('nobody has said what becomes of the transactions');
	expect(await writes()).toBe(before);
	expect(account()).toBe(OLD);
	// What is so already needs no answer.
	const same = await update({ accountListId: byName(OLD) });
	expect(same.error).toBeUndefined();
	expect(same.items[0].json).toMatchObject({ changed: false });
});

test.each(['keep', 'move'])('an item that nobody has used changes: %s', async (chosen) => {
	const { error, items } = await update(toNew(chosen));
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ changed: true, changes: [{ from: OLD, to: NEW }] });
	expect(account()).toBe(NEW);
});

test('an item with transactions moves with them', async () => {
	sell();
	const { error } = await update(toNew('move'));
	expect(error).toBeUndefined();
	expect(account()).toBe(NEW);
});

test.each([true, false])(
	'an item with transactions that keeps its account is no success (QuickBooks keeps it in silence: %s)',
	async (isSilent) => {
		sell();
		service.company(connectionId).contrary = isSilent ? [] : ['account-of-a-used-item'];
		const { error } = await update({ ...toNew('keep'), price: '12.00' });
		expect(`${error?.message} ${error?.description}`).toContain(
			isSilent
				? `QuickBooks has kept Account of the item, "${OLD}", because transactions have it.`
				: 'changes only together with them',
		);
		expect(account()).toBe(OLD);
		service.company(connectionId).contrary = [];
	},
);
