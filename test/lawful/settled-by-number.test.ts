import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import type { Reading } from './service';
import { at, invoiceForm, type Place } from './support/place';

const order: IDataObject = { ...invoiceForm, orderNumber: '={{ $json.number }}' };

const settle = async ({ run }: Place, value: string) =>
	await run('books.settle', {
		queuedRequest: { __rl: true, mode: 'name', value },
		result: 'waitPolling',
		options: { waitLimit: 20 },
	});

/** An invoice and a payment for the same order, with so many requests between them. */
async function writeBoth(place: Place, between: number): Promise<unknown> {
	const { error, items } = await place.write(['R-1'], { form: order });
	expect(error).toBeUndefined();
	const numbers = Array.from({ length: between }, (_, index) => `R-1${index}`);
	const form = { ...invoiceForm, result: 'queuedRequest' };
	expect((await place.write(numbers, { form })).error).toBeUndefined();
	const payment = await place.run('receivePayment.create', {
		customerListId: invoiceForm.customerListId,
		totalAmount: '5.00',
		orderNumber: 'R-1',
		result: 'waitPolling',
		options: { waitLimit: 20 },
	});
	expect(payment.error).toBeUndefined();
	return items[0].json.TxnID;
}

const services: ReadonlyArray<readonly [string, Partial<Reading>]> = [
	['a plain one', {}],
	['whose search finds nothing', { searchLooks: 'nowhere' }],
	['whose search filters nothing', { searchLooks: 'ignored' }],
	['whose search finds single words', { searchLooks: 'at single words' }],
	['whose search reaches the newest 20 only', { searchLooks: 'at the newest 20' }],
	['whose lists show only id and state', { listShows: 'id and state' }],
];

test.concurrent.each(services)(
	'the number of an order is never taken for its payment alone: a service %s',
	async (_, reading) => {
		await at(reading, async (place) => {
			const TxnID = await writeBoth(place, 30);
			const several = await settle(place, 'R-1');
			expect(several.error?.message).toBe(
				'Several records were written under "R-1": receivePayment:R-1, invoice:R-1.',
			);
			const invoice = await settle(place, 'invoice:R-1');
			expect(invoice.items).toMatchObject([{ json: { outcome: 'carriedOut', record: { TxnID } } }]);
			const none = await settle(place, '-1');
			expect(none.error?.message).toContain('There is no request "-1"');
		});
	},
);

test('where no identifiers are shown, that is said', async () => {
	await at({ identifier: 'nowhere' }, async (place) => {
		await place.write(['R-1'], { form: order });
		const { error } = await settle(place, 'R-1');
		expect(error).toMatchObject({
			message: expect.stringContaining('can\'t tell which request is called "R-1"'),
			description: 'Choose the request from the list, or enter its ID.',
		});
		const compared = await place.run('books.compare', {
			transactionDateFrom: '2026-01-01',
			transactionDateTo: '2026-01-31',
			matchBy: 'orderNumber',
			number: 'R-1',
			result: 'waitPolling',
			options: { waitLimit: 20 },
		});
		expect(compared.error?.message).toContain('can\'t tell what was written for order "R-1"');
	});
});

test('what was refused is not taken for the last word while another may wait', async () => {
	await at({ identifier: 'requestID once carried out' }, async (place) => {
		const { desktop } = place.service;
		desktop.refuse(() => true);
		expect((await place.write(['R-1'], { form: order })).error).toBeDefined();
		desktop.refuse(() => false);
		desktop.turnOff();
		const form = { ...order, result: 'queuedRequest' };
		expect((await place.write(['R-1'], { form })).error).toBeUndefined();
		expect((await settle(place, 'R-1')).error?.message).toContain(
			'can\'t tell which request is called "R-1"',
		);
		const compared = await place.run('books.compare', {
			transactionDateFrom: '2026-01-01',
			transactionDateTo: '2026-01-31',
			matchBy: 'orderNumber',
			number: 'R-1',
			result: 'queuedRequest',
		});
		expect(compared.error?.message).toContain('can\'t tell what was written for order "R-1"');
		desktop.turnOn();
		await desktop.run();
		expect(await settle(place, 'R-1')).toMatchObject({
			items: [{ json: { outcome: 'carriedOut' } }],
		});
	});
});
