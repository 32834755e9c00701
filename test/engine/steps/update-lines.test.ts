import type { IDataObject } from 'n8n-workflow';

import { mistakesIn } from '../../simulator/support/check-books';
import { retry, retryAfterCrash, type WorkflowRun } from '../harness';
import { useShortPauses } from '../support/pauses';
import { byId } from '../support/run-operation';
import { byName, textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, run, edit, requestNames } = useUpdates();

const line = (item: string, quantity: number, rest = ''): string =>
	`<InvoiceLineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${rest}<Quantity>${quantity}</Quantity><Rate>10.00</Rate></InvoiceLineAdd>`;

const GROUP =
	'<InvoiceLineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef><Quantity>1</Quantity></InvoiceLineGroupAdd>';

const invoiceAdd = `<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef><RefNumber>L-1</RefNumber>${line('Design', 2, '<Desc>Plans</Desc>')}${line('Lumber', 1)}${GROUP}${line('Lumber', 3)}</InvoiceAdd></InvoiceAddRq>`;

const expense = (account: string, amount: string) =>
	`<ExpenseLineAdd><AccountRef><FullName>${account}</FullName></AccountRef><Amount>${amount}</Amount></ExpenseLineAdd>`;

const billAdd = (vendor: string) =>
	`<BillAddRq><BillAdd><VendorRef><ListID>${vendor}</ListID></VendorRef><RefNumber>B-1</RefNumber>${expense('Subcontractors', '100.00')}${expense('Office Supplies', '20.00')}<ItemLineAdd><ItemRef><FullName>Lumber</FullName></ItemRef><Quantity>4</Quantity><Cost>2.00</Cost></ItemLineAdd></BillAdd></BillAddRq>`;

const ENTRY_ADD =
	'<JournalEntryAddRq><JournalEntryAdd><RefNumber>J-1</RefNumber><JournalDebitLine><AccountRef><FullName>Subcontractors</FullName></AccountRef><Amount>30.00</Amount></JournalDebitLine><JournalCreditLine><AccountRef><FullName>Checking</FullName></AccountRef><Amount>30.00</Amount></JournalCreditLine></JournalEntryAdd></JournalEntryAddRq>';

let connectionId: string;
let txnId: string;
let before: IDataObject;

const linesOf = (record: IDataObject): string[] =>
	[record.InvoiceLineRet ?? []]
		.flat()
		.map((one) => one as IDataObject)
		.map(({ ItemName, Quantity }) => `${String(ItemName)} ${String(Quantity)}`);

const ids = (record: IDataObject): string[] =>
	([record.InvoiceLineRet ?? []].flat() as IDataObject[]).map(({ TxnLineID }) => String(TxnLineID));

const update = async (
	resource: 'bill' | 'invoice' | 'journalEntry',
	lineMode: string,
	lines: IDataObject[],
	more: IDataObject = {},
) =>
	await run(`${resource}.update`, connectionId, {
		txnId: { ...byId(txnId) },
		lineMode,
		specifyLines: 'form',
		lines: { line: lines },
		...more,
	});

async function ended(...given: Parameters<typeof update>): Promise<IDataObject> {
	const { error, items } = await update(...given);
	expect(error).toBeUndefined();
	expect(mistakesIn(service.company(connectionId))).toEqual([]);
	return items[0].json;
}

const errorOf = async (...given: Parameters<typeof update>) => (await update(...given)).error;

beforeAll(async () => {
	connectionId = await service.newConnection();
});

describe('lines of an invoice', () => {
	beforeEach(async () => {
		txnId = textIn(edit(connectionId, invoiceAdd), 'TxnID');
		const { items } = await run('invoice.get', connectionId, { txnId: { ...byId(txnId) } });
		[{ json: before }] = items;
		expect(linesOf(before)).toEqual(['Design 2', 'Lumber 1', 'Lumber 3']);
	});

	test('stay as they are, with their IDs, if only the record changes', async () => {
		const after = await ended('invoice', 'keep', [], { additionalFields: { memo: 'New' } });
		expect(ids(after)).toEqual(ids(before));
		expect(after).toMatchObject({ Memo: 'New', InvoiceLineGroupRet: before.InvoiceLineGroupRet });
	});

	test('are added after those that are there', async () => {
		const after = await ended('invoice', 'add', [
			{ itemListId: byName('Trim'), quantity: '5', rate: '1.00' },
		]);
		expect(linesOf(after)).toEqual([...linesOf(before), 'Trim 5']);
		expect(ids(after).slice(0, 3)).toEqual(ids(before));
		expect(after).toMatchObject({ changed: true, InvoiceLineGroupRet: before.InvoiceLineGroupRet });
	});

	describe.each([
		['Retry', async (run: WorkflowRun) => await retry(run)],
		['Retry of a Retry', async (run: WorkflowRun) => await retry(await retry(run))],
		['Retry after a crash', async (run: WorkflowRun) => await retryAfterCrash(run, [{ json: {} }])],
	])('are added once where a custom field is refused: %s', (_how, again) => {
		test.each([1, 2])('refused %d times', async (times) => {
			for (const request of ['DataExtModRq', 'DataExtAddRq']) {
				service.faults(connectionId).add({ fault: 'refused', status_code: 3100, times, request });
			}
			const lines = [{ itemListId: byName('Trim'), quantity: '5', rate: '1.00' }];
			const failed = await update('invoice', 'add', lines, {
				customFields: { field: [{ name: 'Project Code', value: 'P-1' }] },
			});
			expect(failed.error?.description).toContain('set it with an Update that adds no lines');
			await again(failed);
			service.faults(connectionId).clear();
			const { items } = await run('invoice.get', connectionId, { txnId: { ...byId(txnId) } });
			expect(linesOf(items[0].json)).toEqual([...linesOf(before), 'Trim 5']);
		});
	});

	test('are added once by each of two items with custom fields, however often Retry follows a crash', async () => {
		service.faults(connectionId).add({
			fault: 'refused',
			status_code: 3100,
			times: 1,
			request: 'DataExtModRq',
		});
		const items = [{ quantity: '5' }, { quantity: '7' }];
		const form = {
			txnId: { ...byId(txnId) },
			lineMode: 'add',
			specifyLines: 'form',
			lines: {
				line: [{ itemListId: byName('Trim'), quantity: '={{ $json.quantity }}', rate: '1.00' }],
			},
			customFields: { field: [{ name: 'Project Code', value: 'P-1' }] },
		};
		const failed = await run('invoice.update', connectionId, form, items);
		expect(failed.error?.message).toContain('was not set');
		for (let times = 0; times < 2; times += 1) {
			const again = await retryAfterCrash(
				failed,
				items.map((json) => ({ json })),
			);
			expect(again.error).toBeUndefined();
		}
		const after = await run('invoice.get', connectionId, { txnId: { ...byId(txnId) } });
		expect(linesOf(after.items[0].json)).toEqual([...linesOf(before), 'Trim 5', 'Trim 7']);
	});

	test('change by their IDs, and nothing but what is filled in', async () => {
		const after = await ended('invoice', 'change', [
			{ txnLineId: ids(before)[2], quantity: '4' },
			{ txnLineId: ids(before)[0], rate: '11.00' },
		]);
		expect(linesOf(after)).toEqual(['Design 2', 'Lumber 1', 'Lumber 4']);
		expect(after.InvoiceLineRet).toMatchObject([
			{ Desc: 'Plans', Rate: '11.00', Amount: '22.00' },
			{ Amount: '10.00' },
			{ Amount: '40.00' },
		]);
		expect(after.changes).toEqual([
			expect.objectContaining({ line: 'Line 1', field: 'Rate', from: '10.00', to: '11.00' }),
			expect.objectContaining({ field: 'Quantity', from: '3', to: '4' }),
		]);
	});

	test('change by their item', async () => {
		const after = await ended('invoice', 'change', [
			{ itemListId: byName('Design'), quantity: '7' },
		]);
		expect(linesOf(after)).toEqual(['Design 7', 'Lumber 1', 'Lumber 3']);
		expect(ids(after)).toEqual(ids(before));
	});

	test('of which several have the item are an error that lists them', async () => {
		const error = await errorOf('invoice', 'change', [
			{ itemListId: byName('Lumber'), quantity: '7' },
		]);
		expect(error).toMatchObject({
			message: 'Line 1: 2 lines of the record have the Item Lumber.',
			description: expect.stringContaining(`ID ${ids(before)[2]}`),
		});
	});

	test('of which none has the ID are an error that lists those there are', async () => {
		const error = await errorOf('invoice', 'change', [{ txnLineId: '1-1', quantity: '7' }]);
		expect(error?.message).toBe('Line 1: the record has no line with the ID 1-1.');
		expect((error as { description?: string }).description).toContain(ids(before)[0]);
	});

	test('go, by ID and by item', async () => {
		const after = await ended('invoice', 'remove', [
			{ txnLineId: ids(before)[1] },
			{ itemListId: byName('Design') },
		]);
		expect(ids(after)).toEqual([ids(before)[2]]);
		expect(after).toMatchObject({ InvoiceLineGroupRet: before.InvoiceLineGroupRet });
	});

	test('are replaced, and one that is the same already keeps its ID', async () => {
		const after = await ended('invoice', 'replace', [
			{ txnLineId: ids(before)[0] },
			{ itemListId: byName('Trim'), quantity: '1', rate: '2.00' },
			{ itemListId: byName('Lumber'), quantity: '3', rate: '10.00' },
		]);
		expect(linesOf(after)).toEqual(['Design 2', 'Trim 1', 'Lumber 3']);
		const [first, added, last] = ids(after);
		expect([first, last]).toEqual([ids(before)[0], ids(before)[2]]);
		expect(ids(before)).not.toContain(added);
		expect(after).not.toHaveProperty('InvoiceLineGroupRet');
	});

	test('that are as they should be are not written', async () => {
		const count = (await requestNames(connectionId)).length;
		const after = await ended('invoice', 'change', [
			{ txnLineId: ids(before)[0], quantity: '2.0', rate: '10' },
		]);
		expect(after).toMatchObject({ changed: false, changes: [] });
		expect((await requestNames(connectionId)).slice(count)).toEqual(['InvoiceQueryRq']);
	});

	test('of a group change and go with the group', async () => {
		const [{ TxnLineID: groupId }] = before.InvoiceLineGroupRet as IDataObject[];
		const more = await ended('invoice', 'change', [{ txnLineId: groupId, quantity: '2' }]);
		expect(more.InvoiceLineGroupRet).toMatchObject([{ Quantity: '2' }]);
		expect(ids(more)).toEqual(ids(before));
		const after = await ended(
			'invoice',
			'remove',
			[{ itemGroupListId: byName('Door Set') }].map((given) => ({ additionalFields: given })),
		);
		expect(after).not.toHaveProperty('InvoiceLineGroupRet');
		expect(ids(after)).toEqual(ids(before));
	});

	test('can not all go', async () => {
		const error = await errorOf('invoice', 'remove', [
			...ids(before).map((id) => ({ txnLineId: id })),
			{ additionalFields: { itemGroupListId: byName('Door Set') } },
		]);
		expect(error?.message).toBe("Lines: the invoice can't be left without any.");
	});
});

describe('lines of a bill', () => {
	const bill = async (lineMode: string, lines: IDataObject) =>
		await ended('bill', lineMode, [], lines);

	beforeEach(() => {
		const [{ ListID }] = service.company(connectionId).vendors;
		txnId = textIn(edit(connectionId, billAdd(ListID)), 'TxnID');
	});

	test('of one kind change, and those of the other kind stay', async () => {
		const after = await bill('change', {
			expenseLines: { line: [{ accountListId: byName('Subcontractors'), amount: '110.00' }] },
		});
		expect(after.ExpenseLineRet).toMatchObject([{ Amount: '110.00' }, { Amount: '20.00' }]);
		expect(after.ItemLineRet).toMatchObject([{ Quantity: '4', Amount: '8.00' }]);
	});

	test('of one kind all go', async () => {
		const after = await bill('remove', {
			expenseLines: {
				line: [
					{ accountListId: byName('Subcontractors') },
					{ accountListId: byName('Office Supplies') },
				],
			},
		});
		expect(after).not.toHaveProperty('ExpenseLineRet');
		expect(after.ItemLineRet).toHaveLength(1);
	});

	test('of both kinds are added at once', async () => {
		const after = await bill('add', {
			expenseLines: { line: [{ accountListId: byName('Subcontractors'), amount: '1.00' }] },
			itemLines: { line: [{ itemListId: byName('Trim'), quantity: '1', cost: '1.00' }] },
		});
		expect(after.ExpenseLineRet).toHaveLength(3);
		expect(after.ItemLineRet).toHaveLength(2);
	});
});

describe('lines of a journal entry', () => {
	beforeEach(() => {
		txnId = textIn(edit(connectionId, ENTRY_ADD), 'TxnID');
	});

	test('stay debits and credits when their memos change', async () => {
		const after = await ended('journalEntry', 'change', [
			{ accountListId: byName('Checking'), memo: 'Paid' },
		]);
		expect(after.JournalCreditLine).toMatchObject([{ Amount: '30.00', Memo: 'Paid' }]);
		expect(after.JournalDebitLine).toMatchObject([{ Amount: '30.00' }]);
	});

	test('change their amounts together', async () => {
		const after = await ended('journalEntry', 'change', [
			{ accountListId: byName('Checking'), credit: '35.00' },
			{ accountListId: byName('Subcontractors'), debit: '35.00' },
		]);
		expect(after.JournalCreditLine).toMatchObject([{ Amount: '35.00' }]);
		expect(after.JournalDebitLine).toMatchObject([{ Amount: '35.00' }]);
	});
});
