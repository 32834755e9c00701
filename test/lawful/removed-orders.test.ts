import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { byId } from '../engine/support/run-operation';
import type { Reading } from './service';
import { at, invoiceForm, type Place } from './support/place';
import { timesWritten } from './support/verdict';

/** Many services work at once, on a machine that may be busy. */
const options = { waitLimit: 5 };
const order: IDataObject = { ...invoiceForm, orderNumber: '={{ $json.number }}', options };

async function writeOrder({ write }: Place, number: string): Promise<IDataObject> {
	const { error, items } = await write([number], { form: order });
	expect(error).toBeUndefined();
	return items[0].json;
}

async function remove({ run }: Place, id: unknown): Promise<void> {
	const form = { txnId: byId(String(id)), result: 'waitPolling', options };
	expect((await run('invoice.delete', form)).error).toBeUndefined();
}

/** Requests that stand before and behind what is looked for. */
async function queueOthers({ write }: Place, count: number): Promise<void> {
	const numbers = Array.from({ length: count }, (_, index) => `O-${index}`);
	const form = { ...invoiceForm, result: 'queuedRequest' };
	expect((await write(numbers, { form })).error).toBeUndefined();
}

const services: ReadonlyArray<readonly [string, Partial<Reading>]> = [
	['a plain one', {}],
	['whose search finds nothing', { searchLooks: 'nowhere' }],
	['whose search filters nothing', { searchLooks: 'ignored' }],
	['whose search looks at the answer', { searchLooks: 'at the answer' }],
	['whose search finds single words', { searchLooks: 'at single words' }],
	['whose search reaches the newest 20 only', { searchLooks: 'at the newest 20' }],
	['whose lists show only id and state', { listShows: 'id and state' }],
	['whose lists show no inserted_at', { listShows: 'no inserted_at' }],
	['which shows requests as JSON only', { requestShown: 'json' }],
	['which gives answers as XML only', { responseJson: 'absent' }],
	['whose clock is three years behind', { clockAhead: -3 * 365 * 86_400_000 }],
	['whose times are in whole seconds, in any order', { resolution: 'seconds', ties: 'shuffled' }],
	['with identifiers in upper case in lists', { idCase: 'upper in lists' }],
];

describe.each([
	['in a short queue', 0],
	['in a queue with a page behind it', 120],
])('%s', (_queue, others) => {
	test.concurrent.each(services)(
		'an order whose invoice was deleted is written anew, once: a service %s',
		async (_, reading) => {
			await at(reading, async (place) => {
				const { service } = place;
				const first = await writeOrder(place, 'R-1');
				const kept = await writeOrder(place, 'R-2');
				await remove(place, first.TxnID);
				await queueOthers(place, others);
				await service.desktop.run();
				const anew = await writeOrder(place, 'R-1');
				expect(anew).toMatchObject({ already_existed: false, earlier_was_removed: true });
				expect(anew.TxnID).not.toBe(first.TxnID);
				const again = [await writeOrder(place, 'R-1'), await writeOrder(place, 'R-2')];
				expect(again).toMatchObject([
					{ already_existed: true, TxnID: anew.TxnID },
					{ already_existed: true, TxnID: kept.TxnID },
				]);
				expect([timesWritten(service, 'R-1'), timesWritten(service, 'R-2')]).toEqual([2, 1]);
			});
		},
	);
});
