import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { byId } from '../engine/support/run-operation';
import type { Reading } from './service';
import { at, invoiceForm, type Place } from './support/place';
import { timesWritten } from './support/verdict';

const order: IDataObject = { ...invoiceForm, orderNumber: '={{ $json.number }}' };

/** An invoice for an order, of which nobody knows whether it was written. It was not. */
async function loseInvoice({ service, connectionId, write }: Place): Promise<string> {
	service.desktop.die(({ kinds }) => (kinds.includes('InvoiceAdd') ? 'before' : undefined));
	const run = await write(['R-1'], { form: order });
	expect(run.status).toBe('error');
	service.desktop.die();
	return service.records(connectionId).at(-1)?.id ?? '';
}

const settle = async ({ run }: Place, id: string, more: IDataObject = {}) =>
	await run('books.settle', {
		queuedRequest: { ...byId(id) },
		writeIfAbsent: true,
		result: 'waitPolling',
		options: { waitLimit: 1 },
		...more,
	});

const additions = ({ service, connectionId }: Place): number =>
	service
		.records(connectionId)
		.filter(({ asked: { document } }) => JSON.stringify(document).includes('InvoiceAddRq')).length;

/** Other requests, behind which a search or a short look does not reach. */
async function queueOthers({ write }: Place, count: number): Promise<void> {
	const numbers = Array.from({ length: count }, (_, index) => `O-${index}`);
	const form = { ...invoiceForm, result: 'queuedRequest' };
	expect((await write(numbers, { form })).error).toBeUndefined();
}

const services: ReadonlyArray<readonly [string, Partial<Reading>]> = [
	['a plain one', {}],
	['whose search finds nothing', { searchLooks: 'nowhere' }],
	['whose search reaches the newest 20 only', { searchLooks: 'at the newest 20' }],
	['whose lists show only id and state', { listShows: 'id and state' }],
	[
		'whose lists show only id and state, and whose search finds nothing',
		{ listShows: 'id and state', searchLooks: 'nowhere' },
	],
	[
		'which shows no identifiers, and whose search finds nothing',
		{ identifier: 'nowhere', searchLooks: 'nowhere' },
	],
	[
		'which puts a number of its own into requestID, and whose search finds nothing',
		{ identifier: 'own number', searchLooks: 'nowhere' },
	],
	['which shows requests as JSON only', { requestShown: 'json', searchLooks: 'nowhere' }],
	[
		'whose times are in whole seconds, in any order',
		{ resolution: 'seconds', ties: 'shuffled', searchLooks: 'nowhere' },
	],
	['with identifiers in upper case in lists', { idCase: 'upper in lists', searchLooks: 'nowhere' }],
];

test.concurrent.each(services)(
	'a request is settled again while its first replacement still waits: a service %s',
	async (_, reading) => {
		await at(reading, async (place) => {
			const { service } = place;
			const id = await loseInvoice(place);
			const before = additions(place);
			service.desktop.holdBack(({ kinds }) => kinds.includes('InvoiceAdd'));
			const first = await settle(place, id);
			expect(first.error?.message).toMatch(/^Still waiting/);
			expect(additions(place)).toBe(before + 1);
			await queueOthers(place, 25);
			const all = additions(place);
			const again = await settle(place, id);
			expect(again.error).toBeUndefined();
			expect(again.items).toMatchObject([{ json: { outcome: 'waiting' } }]);
			expect(additions(place)).toBe(all);
			service.desktop.holdBack();
			await service.desktop.run();
			expect(timesWritten(service, 'R-1')).toBe(1);
			const last = await settle(place, id);
			expect(last.items).toMatchObject([{ json: { outcome: 'carriedOut' } }]);
			expect(timesWritten(service, 'R-1')).toBe(1);
		});
	},
);
