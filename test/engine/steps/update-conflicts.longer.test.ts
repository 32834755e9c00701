import type { IDataObject } from 'n8n-workflow';

import { retry } from '../harness';
import { useShortPauses } from '../support/pauses';
import { byId } from '../support/run-operation';
import { byName, changeForm, textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, run, edit, requestNames, before } = useUpdates();

let connectionId: string;
let customerId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
	customerId = textIn(
		edit(
			connectionId,
			'<CustomerAddRq><CustomerAdd><Name>Known</Name><Phone>1</Phone><Email>a@example.com</Email></CustomerAdd></CustomerAddRq>',
		),
		'ListID',
	);
});

function customer() {
	const found = service.company(connectionId).customers.find(({ ListID }) => ListID === customerId);
	if (!found) throw new Error('The customer is gone.');
	return found;
}

/** Somebody at the desktop changes the customer. */
const theyChange = (fields: string) => () => {
	const { EditSequence } = customer();
	edit(
		connectionId,
		`<CustomerModRq><CustomerMod><ListID>${customerId}</ListID><EditSequence>${EditSequence}</EditSequence>${fields}</CustomerMod></CustomerModRq>`,
	);
};

const update = async (filledIn: IDataObject, ...more: [items?: IDataObject[], more?: object]) =>
	await run(
		'customer.update',
		connectionId,
		{ listId: { ...byId(customerId) }, ...filledIn },
		...more,
	);

const toTwo = { additionalFields: { phone: '2' } };
const descriptionOf = (error: unknown) => (error as { description?: string }).description;

describe('somebody else changes the record between reading and writing', () => {
	test('another field: both are kept', async () => {
		before(connectionId, 'CustomerModRq', theyChange('<Email>theirs@example.com</Email>'));
		const { error, items } = await update(toTwo);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			changed: true,
			changes: [{ field: 'Phone', from: '1', to: '2' }],
			Phone: '2',
			Email: 'theirs@example.com',
		});
		expect(await requestNames(connectionId)).toEqual([
			...['CustomerQueryRq', 'CustomerModRq', 'CustomerQueryRq', 'CustomerModRq'],
		]);
	});

	test('the same field: an error with both values, nothing is written, and Retry writes over it', async () => {
		before(connectionId, 'CustomerModRq', theyChange('<Phone>3</Phone>'));
		const failed = await update(toTwo);
		expect(failed.error?.message).toBe(
			'Someone has changed Phone of the customer in the meantime.',
		);
		expect(descriptionOf(failed.error)).toMatch(/it was "1".*changed it to "3".*you want "2"/);
		expect(customer()).toMatchObject({ Phone: '3' });
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(again.items[0].json).toMatchObject({
			changes: [{ field: 'Phone', from: '3', to: '2' }],
		});
		expect(customer()).toMatchObject({ Phone: '2' });
	});

	test('the same field, to what is wanted: nothing is left to change', async () => {
		before(connectionId, 'CustomerModRq', theyChange('<Phone>2</Phone>'));
		const { error, items } = await update(toTwo);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ Phone: '2', changed: false });
	});

	test('again and again: it gives up in the end', async () => {
		let number = 0;
		const change = () => theyChange(`<Email>${String((number += 1))}@example.com</Email>`)();
		before(connectionId, 'CustomerModRq', change, 100);
		const { error } = await update(toTwo);
		expect(error).toMatchObject({ context: { code: '3200' } });
		expect(number).toBe(5);
		expect(customer()).toMatchObject({ Phone: '1' });
	});

	test('Retry with a form that was changed writes what it says now', async () => {
		before(connectionId, 'CustomerModRq', theyChange('<Phone>3</Phone>'));
		const failed = await update(toTwo);
		changeForm(failed, { additionalFields: { phone: '4' } });
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(customer()).toMatchObject({ Phone: '4' });
	});

	test('with Continue, the other items are written, and each is paired', async () => {
		before(connectionId, 'CustomerModRq', theyChange('<Phone>3</Phone>'));
		const { items } = await run(
			'customer.update',
			connectionId,
			{ listId: '={{ $json.record }}', ...toTwo },
			[
				{ record: byId(customerId) },
				{ record: byName('Nobody') },
				{ record: byName(service.company(connectionId).customers[0].FullName) },
			],
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ error: expect.stringContaining('Someone has changed Phone') as string },
			{ error: expect.stringContaining('has no customer "Nobody"') as string },
			{ Phone: '2', changed: true },
		]);
	});
});

describe('a lock', () => {
	test('that goes away costs time, and nothing else', async () => {
		service.company(connectionId).locked[customerId] = { code: 3175, times: 2 };
		const { error, items } = await update(toTwo);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ Phone: '2', changed: true });
	});

	test('that stays is an error, and Retry writes when it is gone', async () => {
		service.company(connectionId).locked[customerId] = 3175;
		const failed = await update(toTwo);
		expect(failed.error).toMatchObject({ context: { code: '3175' } });
		expect(
			(await requestNames(connectionId)).filter((name) => name === 'CustomerModRq'),
		).toHaveLength(5);
		delete service.company(connectionId).locked[customerId];
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(customer()).toMatchObject({ Phone: '2' });
	});
});

describe('custom fields', () => {
	const fields = (...given: Array<[name: string, value: string]>) => ({
		...toTwo,
		customFields: { field: given.map(([name, value]) => ({ name, value })) },
	});
	const set = () =>
		customer().DataExtRet?.map(({ DataExtName, DataExtValue }) => `${DataExtName}=${DataExtValue}`);

	test('are set after the rest, and not again', async () => {
		const { error, items } = await update(fields(['Route', 'North'], ['Contract No.', '7']));
		expect(error).toBeUndefined();
		expect(items[0].json.changes).toMatchObject([
			{ field: 'Phone' },
			{ field: 'Route', from: null, to: 'North' },
			{ field: 'Contract No.', from: null, to: '7' },
		]);
		expect(set()?.sort()).toEqual(['Contract No.=7', 'Route=North']);
		// Each custom field gives the record another one. Only the last of them counts.
		expect(items[0].json.EditSequence).toBe(customer().EditSequence);
		const again = await update(fields(['Route', 'North']));
		expect(again.items[0].json).toMatchObject({ changed: false });
		const emptied = await update(fields(['Route', '']));
		expect(emptied.error).toBeUndefined();
		expect(set()).toEqual(['Contract No.=7']);
		expect(emptied.items[0].json.EditSequence).toBe(customer().EditSequence);
		expect(await requestNames(connectionId)).toContain('DataExtDelRq');
	});

	test('of a record that is gone before it is read again leave out what nobody knows', async () => {
		before(connectionId, 'DataExtModRq', () => {
			before(connectionId, 'CustomerQueryRq', () => {
				const { customers } = service.company(connectionId);
				customers.splice(
					customers.findIndex(({ ListID }) => ListID === customerId),
					1,
				);
			});
		});
		const { error, items } = await update(fields(['Route', 'North']));
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ Phone: '2', changed: true });
		expect(items[0].json).not.toHaveProperty('EditSequence');
	});

	test('that fail leave the rest, say so, and Retry writes only what is missing', async () => {
		const failed = await update(fields(['Route', 'North'], ['Nonsense', '1']));
		expect(failed.error?.message).toMatch(
			/^The custom field "Nonsense" of the customer was not set: ./,
		);
		expect(descriptionOf(failed.error)).toMatch(/^The rest was written: Phone, Route\./);
		changeForm(failed, fields(['Route', 'North'], ['Contract No.', '1']));
		const count = (await requestNames(connectionId)).length;
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect((await requestNames(connectionId)).slice(count)).toEqual([
			'CustomerQueryRq',
			'DataExtModRq',
			'CustomerQueryRq',
		]);
		expect(customer()).toMatchObject({ Phone: '2' });
		expect(set()?.sort()).toEqual(['Contract No.=1', 'Route=North']);
	});
});

test('what can not be cleared says so, and Is Active is a field like any other', async () => {
	const refused = await update({ clearFields: ['isActive'] });
	expect(refused.error?.message).toBe("Is Active can't be cleared: QuickBooks does not allow it.");
	const { error, items } = await update({
		additionalFields: { isActive: false },
		clearFields: ['email'],
	});
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ IsActive: false });
	expect(customer()).toMatchObject({ IsActive: 'false' });
	expect(customer()).not.toHaveProperty('Email');
	// An inactive one is found by its name all the same.
	const active = await update({ listId: byName('Known'), additionalFields: { isActive: true } });
	expect(active.items[0].json).toMatchObject({ IsActive: true, changed: true });
});

test('several transactions with one number are an error that lists them', async () => {
	const [first, second] = service.company(connectionId).invoices;
	second.RefNumber = first.RefNumber;
	const { error } = await run('invoice.update', connectionId, {
		txnId: byName(String(first.RefNumber)),
		additionalFields: { memo: 'Which?' },
	});
	expect(error?.message).toBe(`2 invoices are called "${first.RefNumber}".`);
	expect(descriptionOf(error)).toContain(second.TxnID);
});

test('Simplify switched off gives whole records', async () => {
	const { items } = await update({ ...toTwo, simplify: false });
	expect(items[0].json).toMatchObject({ changed: true, CurrencyRef: { FullName: 'US Dollar' } });
});
