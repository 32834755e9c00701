import type { IDataObject } from 'n8n-workflow';

import { retry, retryAfterCrash } from '../harness';
import { useShortPauses } from '../support/pauses';
import { byId } from '../support/run-operation';
import { byName, textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, run, edit, requestNames, before } = useUpdates();

const line = (item: string, quantity: number): string =>
	`<InvoiceLineAdd><ItemRef><FullName>${item}</FullName></ItemRef><Quantity>${quantity}</Quantity><Rate>10.00</Rate></InvoiceLineAdd>`;

const INVOICE_ADD = `<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef><RefNumber>R-1</RefNumber>${line('Design', 1)}${line('Lumber', 2)}${line('Trim', 3)}</InvoiceAdd></InvoiceAddRq>`;

let connectionId: string;
let txnId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
	txnId = textIn(edit(connectionId, INVOICE_ADD), 'TxnID');
});

function invoice() {
	const found = service.company(connectionId).invoices.find(({ TxnID }) => TxnID === txnId);
	if (!found) throw new Error('The invoice is gone.');
	return found;
}

const booked = () => invoice().InvoiceLineRet;
const items = () => booked().map(({ ItemRef, Quantity }) => `${ItemRef?.FullName} ${Quantity}`);
const idOf = (item: string) =>
	booked().find(({ ItemRef }) => ItemRef?.FullName === item)?.TxnLineID ?? '';

/** Somebody at the desktop leaves only some of the lines, and adds others. */
const theyKeep =
	(kept: readonly string[], ...added: Array<[item: string, quantity: number]>) =>
	() => {
		const lines = booked()
			.filter(({ ItemRef }) => kept.includes(ItemRef?.FullName ?? ''))
			.map(
				({ TxnLineID }) => `<InvoiceLineMod><TxnLineID>${TxnLineID}</TxnLineID></InvoiceLineMod>`,
			);
		const more = added.map(
			([item, quantity]) =>
				`<InvoiceLineMod><TxnLineID>-1</TxnLineID><ItemRef><FullName>${item}</FullName></ItemRef><Quantity>${quantity}</Quantity></InvoiceLineMod>`,
		);
		edit(
			connectionId,
			`<InvoiceModRq><InvoiceMod><TxnID>${txnId}</TxnID><EditSequence>${invoice().EditSequence}</EditSequence>${[...lines, ...more].join('')}</InvoiceMod></InvoiceModRq>`,
		);
	};

const theyReplaceLumber = theyKeep(['Design', 'Trim'], ['Lumber', 7]);

function breakOff(carriedOut: boolean): void {
	service.faults(connectionId).add({
		fault: 'unanswered',
		silent: false,
		times: 1,
		request: 'InvoiceModRq',
		carried_out: carriedOut,
	});
}

const update = async (lineMode: string, lines: IDataObject[], more: IDataObject = {}) =>
	await run('invoice.update', connectionId, {
		txnId: { ...byId(txnId) },
		lineMode,
		specifyLines: 'form',
		lines: { line: lines },
		...more,
	});

const lumber = [{ itemListId: byName('Lumber') }];
const remove = async (lines: IDataObject[] = lumber, more: IDataObject = {}) =>
	await update('remove', lines, more);

const writes = async () =>
	(await requestNames(connectionId)).filter((name) => name === 'InvoiceModRq').length;

describe("a line of the same item that is somebody else's", () => {
	test('is not taken instead of the one that was meant', async () => {
		before(connectionId, 'InvoiceModRq', theyReplaceLumber);
		const { error } = await remove();
		expect(items()).toEqual(['Design 1', 'Trim 3', 'Lumber 7']);
		expect(error).toMatchObject({
			message:
				'Line 1: the line of the record with the Item Lumber is gone, and another one has appeared.',
			description: expect.stringContaining(`ID ${idOf('Lumber')}`),
		});
	});

	test('is not taken by Retry either, but a new execution takes it', async () => {
		before(connectionId, 'InvoiceModRq', theyReplaceLumber);
		const failed = await remove();
		const again = await retry(failed);
		expect(again.error?.message).toBe(failed.error?.message);
		expect(items()).toEqual(['Design 1', 'Trim 3', 'Lumber 7']);
		const anew = await remove();
		expect(anew.error).toBeUndefined();
		expect(items()).toEqual(['Design 1', 'Trim 3']);
	});

	test.each([true, false])(
		'is not taken after the connection broke off (carried out: %p)',
		async (carriedOut) => {
			breakOff(carriedOut);
			let looks = 0;
			const atTheSecondLook = () => ((looks += 1) === 2 ? theyReplaceLumber() : undefined);
			before(connectionId, 'InvoiceQueryRq', atTheSecondLook, 2);
			const failed = await remove();
			expect(failed.error).toBeDefined();
			const again = await retry(failed);
			expect(again.error).toBeDefined();
			expect(items()).toEqual(['Design 1', 'Trim 3', 'Lumber 7']);
		},
	);

	test('is not taken by Retry after a break-off that left the line', async () => {
		breakOff(false);
		const failed = await remove();
		expect(failed.error?.message).toMatch(/certainly not changed/);
		theyReplaceLumber();
		const again = await retry(failed);
		expect(again.error?.message).toMatch(/another one has appeared/);
		expect(items()).toEqual(['Design 1', 'Trim 3', 'Lumber 7']);
	});

	test('stays if it was added beside the one that was meant', async () => {
		before(connectionId, 'InvoiceModRq', theyKeep(['Design', 'Lumber', 'Trim'], ['Lumber', 7]));
		const { error, items: out } = await remove();
		expect(error).toBeUndefined();
		expect(out[0].json).toMatchObject({ changed: true });
		expect(items()).toEqual(['Design 1', 'Trim 3', 'Lumber 7']);
	});

	test('does not change in place of the one that was meant, after Retry either', async () => {
		breakOff(false);
		const lines = [{ itemListId: byName('Lumber'), quantity: '5' }];
		const failed = await update('change', lines);
		theyReplaceLumber();
		const again = await retry(failed);
		expect(again.error).toBeDefined();
		expect(items()).toEqual(['Design 1', 'Trim 3', 'Lumber 7']);
	});
});

describe('a line that is gone already is removed', () => {
	test('after the connection broke off', async () => {
		breakOff(true);
		const { error, items: out } = await remove();
		expect(error).toBeUndefined();
		expect(out[0].json).toMatchObject({
			changed: true,
			changes: expect.arrayContaining([
				expect.objectContaining({ field: 'Item', from: 'Lumber', to: null }),
			]) as unknown,
		});
		expect(items()).toEqual(['Design 1', 'Trim 3']);
		expect(await writes()).toBe(1);
	});

	test.each(['by item', 'by ID'])(
		'if somebody else removes it before the write: %s',
		async (how) => {
			const lines = how === 'by ID' ? [{ txnLineId: idOf('Lumber') }] : lumber;
			before(connectionId, 'InvoiceModRq', theyKeep(['Design', 'Trim']));
			const { error, items: out } = await remove(lines);
			expect(error).toBeUndefined();
			expect(out[0].json).toMatchObject({ changed: false, changes: [] });
			expect(out[0].json.not_there).toHaveLength(1);
			expect(await writes()).toBe(1);
		},
	);

	test.each(['by item', 'by ID'])('if Retry finds it gone: %s', async (how) => {
		const lines = how === 'by ID' ? [{ txnLineId: idOf('Lumber') }] : lumber;
		breakOff(false);
		const failed = await remove(lines);
		expect(failed.error).toBeDefined();
		theyKeep(['Design', 'Trim'])();
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({ changed: false });
		expect(again.items[0].json.not_there).toHaveLength(1);
		expect(await writes()).toBe(1);
	});

	test('in a new execution too, which says that there was nothing to remove', async () => {
		const first = await remove();
		expect(first.items[0].json).toMatchObject({ changed: true });
		expect(first.items[0].json).not.toHaveProperty('not_there');
		const second = await remove();
		expect(second.error).toBeUndefined();
		expect(second.items[0].json).toMatchObject({
			changed: false,
			changes: [],
			not_there: ['Line 1: the record has no line with the Item Lumber.'],
		});
		expect(await writes()).toBe(1);
	});

	test('while the others are removed all the same', async () => {
		await remove();
		const { error, items: out } = await remove([...lumber, { itemListId: byName('Trim') }]);
		expect(error).toBeUndefined();
		expect(out[0].json).toMatchObject({
			changed: true,
			not_there: ['Line 1: the record has no line with the Item Lumber.'],
		});
		expect(items()).toEqual(['Design 1']);
	});

	test('after a crash of n8n while the write was carried out', async () => {
		breakOff(true);
		const first = await remove();
		const again = await retryAfterCrash(first);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
		expect(await writes()).toBe(1);
		// Nobody knows any more which line was meant.
		expect(again.error?.message).toMatch(/nobody can tell/);
		const anew = await remove();
		expect(anew.error).toBeUndefined();
		expect(anew.items[0].json).toMatchObject({ changed: false });
	});
});

describe('a typing mistake', () => {
	test.each<[string, IDataObject, string]>([
		['of a name', { itemListId: byName('Lumbers') }, 'QuickBooks has no item "Lumbers".'],
		[
			'of an ID',
			{ itemListId: byId('8002FFFF-1700000001') },
			'QuickBooks has no item "8002FFFF-1700000001".',
		],
	])('%s is an error, and nothing is written', async (_what, given, message) => {
		const { error } = await remove([given, { itemListId: byName('Trim') }]);
		expect(error?.message).toBe(`Line 1: ${message}`);
		expect(await writes()).toBe(0);
	});

	test('of a line ID is told in the output', async () => {
		const { error, items: out } = await remove([{ txnLineId: '1-1' }]);
		expect(error).toBeUndefined();
		expect(out[0].json.not_there).toEqual(['Line 1: the record has no line with the ID 1-1.']);
	});

	test('in a dry run is the same', async () => {
		const { error } = await remove([{ itemListId: byName('Lumbers') }], { dryRun: true });
		expect(error?.message).toBe('Line 1: QuickBooks has no item "Lumbers".');
	});
});
