import type { IDataObject } from 'n8n-workflow';

import { retry, retryAfterCrash } from '../harness';
import { useHostedOperations } from '../support/host-operation';
import { useShortPauses } from '../support/pauses';
import { queues, useProxiedService } from '../support/proxied-service';
import { byId, runOperation } from '../support/run-operation';
import { byName, textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, run, edit, requestNames, before } = useUpdates();
const proxied = useProxiedService(service);
const hosted = useHostedOperations();

const INVOICE_ADD =
	'<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef><RefNumber>U-1</RefNumber><Memo>Before</Memo><InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef><Quantity>1</Quantity><Rate>10.00</Rate></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>';

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

function die(carriedOut: boolean, request = 'InvoiceModRq'): void {
	service
		.faults(connectionId)
		.add({ fault: 'unanswered', silent: false, times: 1, request, carried_out: carriedOut });
}

const theyChange = (fields: string) => () => {
	edit(
		connectionId,
		`<InvoiceModRq><InvoiceMod><TxnID>${txnId}</TxnID><EditSequence>${invoice().EditSequence}</EditSequence>${fields}</InvoiceMod></InvoiceModRq>`,
	);
};

const memo = { additionalFields: { memo: 'After' } };
const addition = {
	lineMode: 'add',
	specifyLines: 'form',
	lines: { line: [{ itemListId: byName('Trim'), quantity: '3', rate: '1.00' }] },
};
const form = (filledIn: IDataObject) => ({ txnId: { ...byId(txnId) }, ...filledIn });
const update = async (filledIn: IDataObject) =>
	await run('invoice.update', connectionId, form(filledIn));
const items = () =>
	invoice().InvoiceLineRet.map(({ ItemRef, Quantity }) => `${ItemRef?.FullName} ${Quantity}`);
const writes = async () =>
	(await requestNames(connectionId)).filter((name) => name === 'InvoiceModRq').length;

describe('nobody knows whether the change was carried out', () => {
	test.each([
		['a field', memo],
		['a line that is added', addition],
		['both', { ...memo, ...addition }],
	])(
		'%s, and it was: the item goes on with the record, and nothing is written twice',
		async (_what, filledIn) => {
			die(true);
			const done = await update(filledIn);
			if ('lineMode' in filledIn) {
				// Lines have no names by which one could tell whose they are.
				expect(done.error?.message).toMatch(/nobody can tell whether the lines were added/);
				const again = await retry(done);
				expect(again.error?.message).toBe(done.error?.message);
				expect(items()).toEqual(['Design 1', 'Trim 3']);
			} else {
				expect(done.error).toBeUndefined();
				expect(done.items[0].json).toMatchObject({
					Memo: 'After',
					changed: true,
					changes: [{ field: 'Memo', from: 'Before', to: 'After' }],
				});
			}
			expect(await writes()).toBe(1);
		},
	);

	test.each([
		['a field', memo],
		['a line that is added', addition],
	])('%s, and it was not: certainly so, and Retry writes it', async (_what, filledIn) => {
		die(false);
		const failed = await update(filledIn);
		expect(failed.error?.message).toBe(
			'The connection to the desktop broke off, and the invoice was certainly not changed.',
		);
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({ changed: true });
		expect(items()).toEqual('lineMode' in filledIn ? ['Design 1', 'Trim 3'] : ['Design 1']);
		expect(await writes()).toBe(2);
	});

	test('a line that is added, while somebody changes a field: certainly not added, and Retry adds it', async () => {
		die(false);
		before(connectionId, 'InvoiceQueryRq', () => undefined);
		before(connectionId, 'InvoiceQueryRq', theyChange('<Memo>Theirs</Memo>'), 2);
		const failed = await update(addition);
		expect(failed.error?.message).toMatch(/certainly not added|certainly not changed/);
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(items()).toEqual(['Design 1', 'Trim 3']);
		expect(invoice()).toMatchObject({ Memo: 'Theirs' });
	});

	/** Somebody changes something right before the record is read again. */
	const atTheSecondLook = (change: () => void): void => {
		let looks = 0;
		before(connectionId, 'InvoiceQueryRq', () => ((looks += 1) === 2 ? change() : undefined), 2);
	};

	test.each<[string, IDataObject, string]>([
		['a field', memo, 'Memo is not "After"'],
		[
			'a line that is changed',
			{
				lineMode: 'change',
				specifyLines: 'form',
				lines: { line: [{ itemListId: byName('Design'), quantity: '4' }] },
			},
			'Line 1, Quantity is not "4"',
		],
		[
			'lines that are replaced',
			{
				lineMode: 'replace',
				specifyLines: 'form',
				lines: { line: [{ itemListId: byName('Trim'), quantity: '3', rate: '1.00' }] },
			},
			'New Line 1, Item is not "Trim"',
		],
	])(
		'%s, and it was not, while somebody changes something else: not a success, and Retry writes it',
		async (_what, filledIn, missing) => {
			die(false);
			atTheSecondLook(theyChange('<PONumber>Theirs</PONumber>'));
			const failed = await update(filledIn);
			expect(failed.error).toMatchObject({
				message:
					'The connection to the desktop broke off, and the invoice is not as you wanted it.',
				description: expect.stringContaining(missing),
			});
			const again = await retry(failed);
			expect(again.error).toBeUndefined();
			expect(again.items[0].json).toMatchObject({ changed: true });
			expect(invoice()).toMatchObject({ PONumber: 'Theirs' });
			const third = await update(filledIn);
			expect(third.items[0].json).toMatchObject({ changed: false });
		},
	);

	test('a field, and it was, while somebody changes it again: not a success', async () => {
		die(true);
		atTheSecondLook(theyChange('<Memo>Theirs</Memo>'));
		const failed = await update(memo);
		expect(failed.error?.message).toBe(
			'The connection to the desktop broke off, and the invoice is not as you wanted it.',
		);
		expect(invoice()).toMatchObject({ Memo: 'Theirs' });
	});

	test('a custom field: the rest stands, and Retry sets what is missing', async () => {
		die(true, 'DataExtModRq');
		const failed = await update({
			...memo,
			customFields: { field: [{ name: 'Project Code', value: 'P-1' }] },
		});
		expect(failed.error?.message).toMatch(
			/^The custom field "Project Code" of the invoice may not have been set/,
		);
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(await writes()).toBe(1);
		expect(again.items[0].json).toMatchObject({ Memo: 'After', changed: true });
	});
});

describe('n8n dies between the steps', () => {
	test.each([
		['a field', memo],
		['a line that is added', addition],
	])('after the change was written, %s: Retry takes it over', async (_what, filledIn) => {
		const first = await update(filledIn);
		expect(first.error).toBeUndefined();
		const again = await retryAfterCrash(first);
		expect(again.error).toBeUndefined();
		expect(await writes()).toBe(1);
		expect(again.items[0].json).toMatchObject({ TxnID: txnId });
		expect(items()).toEqual('lineMode' in filledIn ? ['Design 1', 'Trim 3'] : ['Design 1']);
	});

	test('after the record was read: Retry begins anew', async () => {
		let calls = 0;
		proxied.meddle((call) => Promise.resolve(queues(call) && ++calls === 2 ? 'drop' : undefined));
		const first = await runOperation(
			proxied,
			'invoice.update',
			{ connection: { ...byId(connectionId) }, result: 'waitPolling', ...form(addition) },
			{ mode: 'trigger' },
		);
		proxied.meddle(() => Promise.resolve(undefined));
		const again = await retryAfterCrash(first);
		expect(again.error).toBeUndefined();
		expect(items()).toEqual(['Design 1', 'Trim 3']);
		expect(await writes()).toBe(1);
	});

	test('after it broke off, with lines that may have been added: they are not added twice', async () => {
		die(true);
		const first = await update(addition);
		const again = await retryAfterCrash(first);
		expect(again.error?.message).toMatch(/nobody can tell whether the lines were added/);
		const third = await retry(again);
		expect(third.error?.message).toBe(again.error?.message);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
		expect(await writes()).toBe(1);
	});
});

describe('an answer does not say what became of the record', () => {
	/** Changes what the service shows of the answers to requests of a name. */
	const inAnswersTo = (request: string, [shown, instead]: [shown: RegExp, instead: string]) => {
		proxied.meddle(async ({ method, forward }) => {
			const answer = await forward();
			const body = answer.body.toString();
			if (method !== 'GET' || !body.includes(request)) return answer;
			const { 'content-type': type } = answer.headers;
			return {
				status: answer.status,
				headers: { 'content-type': type },
				body: Buffer.from(body.replaceAll(shown, instead)),
			};
		});
	};
	const updateThroughProxy = async (filledIn: IDataObject) =>
		await runOperation(
			proxied,
			'invoice.update',
			{ connection: { ...byId(connectionId) }, result: 'waitPolling', ...form(filledIn) },
			{ mode: 'trigger' },
		);

	test.each<[string, [shown: RegExp, instead: string]]>([
		['it can be read, but has no record', [/InvoiceRet(?=[>" ])/g, 'OtherThing']],
		['it can not be read', [/"response_(xml|json)":/g, '"elsewhere_$1":']],
	])('%s: lines are not added twice', async (_what, change) => {
		inAnswersTo('InvoiceModRs', change);
		const failed = await updateThroughProxy(addition);
		expect(failed.error).toBeDefined();
		const again = await retry(failed);
		expect(again.error?.message).toBe(failed.error?.message);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
		expect(await writes()).toBe(1);
	});

	test('it can not be read: the record is read, and shows that the change was carried out', async () => {
		inAnswersTo('InvoiceModRs', [/"response_(xml|json)":/g, '"elsewhere_$1":']);
		const { error, items: out } = await updateThroughProxy(memo);
		expect(error).toBeUndefined();
		expect(out[0].json).toMatchObject({
			Memo: 'After',
			changed: true,
			changes: [{ field: 'Memo', from: 'Before', to: 'After' }],
		});
		expect(await writes()).toBe(1);
	});

	test('the look afterwards is refused: lines are not added twice', async () => {
		die(true);
		before(connectionId, 'InvoiceModRq', () => {
			service
				.faults(connectionId)
				.add({ fault: 'refused', times: 1, status_code: 3260, status_message: 'Not allowed.' });
		});
		const failed = await update(addition);
		expect(failed.error?.message).toMatch(/nobody can tell whether the lines were added/);
		const again = await retry(failed);
		expect(again.error?.message).toBe(failed.error?.message);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
		expect(await writes()).toBe(1);
	});

	test('it shows no XML: that nothing was added is only said where it is certain', async () => {
		die(true);
		inAnswersTo('InvoiceQueryRs', [/"response_xml":/g, '"elsewhere":']);
		const failed = await updateThroughProxy(addition);
		expect(failed.error?.message).toMatch(/nobody can tell whether the lines were added/);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
	});

	test('it shows no EditSequence: nothing is written', async () => {
		inAnswersTo('InvoiceQueryRs', [/EditSequence/g, 'Sequence']);
		const { error } = await updateThroughProxy(memo);
		expect(error?.message).toBe(
			"The invoice can't be changed: the desktop's answer doesn't show its EditSequence.",
		);
		expect(await writes()).toBe(0);
	});
});

test('the service is away between the steps: the change is written once', async () => {
	let calls = 0;
	proxied.meddle((call) => {
		if (queues(call)) calls += 1;
		return Promise.resolve(calls === 2 && queues(call) ? 'drop' : undefined);
	});
	const { error } = await runOperation(
		proxied,
		'invoice.update',
		{ connection: { ...byId(connectionId) }, result: 'waitPolling', ...form(addition) },
		{ mode: 'trigger' },
	);
	expect(error).toBeUndefined();
	expect(items()).toEqual(['Design 1', 'Trim 3']);
});

test('sleeps through both steps while the desktop is off', async () => {
	const off = await service.newConnectionTurnedOff();
	const { host, start } = await hosted(service, 'invoice.update', {
		connection: { ...byId(off) },
		result: 'waitSuspended',
		txnId: byName('={{ $json.number }}'),
		...memo,
		...addition,
	});
	const numbers = ['1001', '1002', '1001'];
	const asleep = await start(numbers.map((number) => ({ number })));
	expect(asleep.status).toBe('waiting');
	expect(await requestNames(off)).toEqual(['InvoiceQueryRq', 'InvoiceQueryRq']);
	await service.turnOn(off);
	const done = await host.lastRun();
	expect(done.error).toBeUndefined();
	expect(done.items.map(({ json }) => [json.RefNumber, json.Memo, json.changed])).toEqual(
		numbers.map((number) => [number, 'After', true]),
	);
	const trims = service
		.company(off)
		.invoices.slice(0, 3)
		.map(({ InvoiceLineRet: lines }) =>
			lines.filter(({ ItemRef }) => ItemRef?.FullName === 'Trim'),
		);
	expect(trims.map((found) => found.filter(({ Quantity }) => Quantity === '3').length)).toEqual([
		...[2, 1, 0],
	]);
});

describe('Retry pressed twice on the same execution', () => {
	test.each([
		['a field', memo],
		['a line that is added', addition],
	])('%s, one after the other: it is written once', async (_what, filledIn) => {
		die(false);
		const failed = await update(filledIn);
		expect(failed.error).toBeDefined();
		const first = await retry(failed);
		expect(first.error).toBeUndefined();
		const second = await retry(failed);
		expect(second.error).toBeUndefined();
		expect(second.items[0].json).toMatchObject({ TxnID: txnId });
		expect(items()).toEqual('lineMode' in filledIn ? ['Design 1', 'Trim 3'] : ['Design 1']);
	});

	test('a line that is added, both at once: it is added once', async () => {
		die(false);
		const failed = await update(addition);
		const both = await Promise.all([retry(failed), retry(failed)]);
		expect(both.map(({ error }) => error?.message)).toEqual([undefined, undefined]);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
	});
});

describe('after a crash', () => {
	const withField = {
		...addition,
		customFields: { field: [{ name: 'Project Code', value: 'P-1' }] },
	};

	test('lines and a custom field that were written are not written again, whoever presses Retry', async () => {
		const again = await retryAfterCrash(await update(withField));
		await retry(again);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
	});

	const projectCodeIn = ({ DataExtRet = [] }: ReturnType<typeof invoice>) =>
		DataExtRet.find(({ DataExtName }) => DataExtName === 'Project Code')?.DataExtValue;
	const coded = (value: string) => ({
		customFields: { field: [{ name: 'Project Code', value }] },
	});
	/** n8n dies when the change is written, and before it queues the next write. */
	const dieAfterTheChange = async (filledIn: IDataObject) => {
		let calls = 0;
		proxied.meddle(({ method }) =>
			Promise.resolve(
				method === 'POST' && ++calls > 2
					? {
							status: 422,
							headers: { 'content-type': 'application/json' },
							body: Buffer.from('{"error":{"code":"invalid_request","message":"No."}}'),
						}
					: undefined,
			),
		);
		const crashed = await runOperation(
			proxied,
			'invoice.update',
			{ connection: { ...byId(connectionId) }, result: 'waitPolling', ...form(filledIn) },
			{ mode: 'trigger' },
		);
		expect(crashed.error).toBeDefined();
		proxied.meddle(() => Promise.resolve(undefined));
		return crashed;
	};

	test.each([
		['set', '', 'P-1'],
		['changed', 'P-0', 'P-1'],
		['emptied', 'P-0', ''],
	])('a custom field is %s that was still to come', async (_what, before, after) => {
		if (before) await update(coded(before));
		const again = await retryAfterCrash(await dieAfterTheChange({ ...memo, ...coded(after) }));
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({ TxnID: txnId, Memo: 'After', changed: true });
		expect(projectCodeIn(invoice()) ?? '').toBe(after);
		expect(await writes()).toBe(1);
	});

	test.each([
		['a field', memo],
		['a line that is added', addition],
		['nothing else', {}],
	])('%s and a custom field, all written: the item goes on', async (_what, filledIn) => {
		await update(coded('P-0'));
		for (const value of ['P-1', '']) {
			const first = await update({ ...filledIn, ...coded(value) });
			expect(first.error).toBeUndefined();
			const again = await retryAfterCrash(first);
			expect(again.error).toBeUndefined();
			expect(again.items[0].json).toMatchObject({
				TxnID: txnId,
				EditSequence: invoice().EditSequence,
				changed: true,
				changes: [],
			});
		}
	});

	test.each([
		['a field', memo],
		['a field and a custom field', { ...memo, ...coded('P-1') }],
	])('%s, and it broke off when it was written: it counts as written', async (_what, filledIn) => {
		die(true);
		const again = await retryAfterCrash(await dieAfterTheChange(filledIn));
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({ Memo: 'After', changed: true, changes: [] });
		expect(projectCodeIn(invoice())).toBe('customFields' in filledIn ? 'P-1' : undefined);
		expect(await writes()).toBe(1);
	});

	test('it broke off before it was written: an error, and Retry writes it', async () => {
		die(false);
		const again = await retryAfterCrash(await dieAfterTheChange({ ...memo, ...coded('P-1') }));
		expect(again.error?.message).toMatch(/broke off, and the invoice is not as you wanted it/);
		const third = await retry(again);
		expect(third.error).toBeUndefined();
		expect(third.items[0].json).toMatchObject({ Memo: 'After', changed: true });
		expect(projectCodeIn(invoice())).toBe('P-1');
		expect(await writes()).toBe(2);
	});

	const byNumber = { txnId: byName('U-1') };

	test('another record that has the old number by now is not taken for the one that was changed', async () => {
		const renumbered = { ...coded('P-1'), ...byNumber, additionalFields: { refNumber: 'U-2' } };
		const first = await update(renumbered);
		expect(first.error).toBeUndefined();
		for (const theyDo of [
			() => undefined,
			async () => {
				edit(connectionId, INVOICE_ADD);
				await update({ ...coded('P-1'), ...byNumber });
			},
		]) {
			await theyDo();
			const again = await retryAfterCrash(first);
			expect(again.error).toBeUndefined();
			expect(again.items[0].json).toMatchObject({ TxnID: txnId, RefNumber: 'U-2', changed: true });
		}
	});

	test('a record that has another number by now is found, if the change of it broke off', async () => {
		die(true);
		const renumbered = { ...byNumber, additionalFields: { refNumber: 'U-2' } };
		const again = await retryAfterCrash(await dieAfterTheChange(renumbered));
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({ TxnID: txnId, RefNumber: 'U-2', changed: true });
		expect(await writes()).toBe(1);
	});

	test("a colleague's value of the custom field stays", async () => {
		const first = await update({ ...addition, ...coded('P-1') });
		await update(coded('Theirs'));
		const again = await retryAfterCrash(first);
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({ changed: true, changes: [] });
		expect(projectCodeIn(invoice())).toBe('Theirs');
	});

	test.each([
		['everything else was written', { ...addition, ...coded('P-1') }, false],
		['a custom field was still to come', { ...memo, ...coded('P-1') }, true],
	])('the record can not be read, and %s', async (_what, filledIn, isToCome) => {
		const first = await (isToCome ? dieAfterTheChange(filledIn) : update(filledIn));
		service.faults(connectionId).add({
			...{ fault: 'refused', status_code: 3260, times: 1, request: 'InvoiceQueryRq' },
		});
		const again = await retryAfterCrash(first);
		const message = again.error?.message ?? '';
		expect(message).toMatch(isToCome ? /^$/ : /crashed before it could be read again/);
		expect(projectCodeIn(invoice())).toBe('P-1');
		expect(await writes()).toBe(1);
	});

	test('lines are not added again if the custom field has broken off', async () => {
		die(true, 'DataExtModRq');
		const again = await retryAfterCrash(await update(withField));
		expect(again.error?.message).toBeTruthy();
		await retry(again);
		expect(items()).toEqual(['Design 1', 'Trim 3']);
	});

	test('another form ends in an error, however often somebody presses Retry, until it is as it was', async () => {
		const filledIn = { additionalFields: { memo: '={{ $json.memo }}' } };
		const first = await run('invoice.update', connectionId, form(filledIn), [{ memo: 'A' }]);
		const message = 'The original execution queued this item with other values.';
		const other = await retryAfterCrash(first, [{ json: { memo: 'B' } }]);
		expect([other.error?.message, (await retry(other)).error?.message]).toEqual([message, message]);
		const same = await retryAfterCrash(first, [{ json: { memo: 'A' } }]);
		expect(same.error).toBeUndefined();
		expect(same.items[0].json).toMatchObject({ changed: true, changes: [], Memo: 'A' });
		expect(invoice().Memo).toBe('A');
	});
});
