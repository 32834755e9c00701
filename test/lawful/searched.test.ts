import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { retryAfterCrash } from '../engine/harness';
import { at, itemsOf, toCall } from './support/place';
import { judgeWrites, timesWritten } from './support/verdict';

const numbered = (from: number, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `R-${index + from}`);

/** More than is read of a queue whose search can't be relied on. */
const MANY = 320;

const queued: IDataObject = {
	result: 'queuedRequest',
	options: { keepOrderOfItems: false },
};
const order: IDataObject = { ...queued, orderNumber: '={{ $json.number }}' };

test('an order is found in a long queue whose search takes what stands before a colon for the name of a field', async () => {
	await at({ searchLooks: 'for fields' }, async (place) => {
		expect((await place.write(['X-1'], { form: queued })).error).toBeUndefined();
		const first = await place.write(['R-1'], { form: order });
		expect(first.error).toBeUndefined();
		expect((await place.write(numbered(100, MANY), { form: queued })).error).toBeUndefined();
		const again = await place.write(['R-1', 'R-2'], { form: order });
		expect(again.error).toBeUndefined();
		expect(again.items.map(({ json }) => json.already_existed)).toEqual([true, false]);
		await place.service.desktop.run();
		expect(['R-1', 'R-2'].map((number) => timesWritten(place.service, number))).toEqual([1, 1]);
	});
});

test('Retry after a crash writes nothing twice where the search finds only what is much like the phrase', async () => {
	await at({ searchLooks: 'at what is similar' }, async (place) => {
		const { service } = place;
		const many = numbered(1, 12);
		toCall(service, many.length - 1, {
			status: 422,
			error: { code: 'invalid_request', message: 'Not now.' },
		});
		const crashed = await place.write(many);
		service.meddle(() => undefined);
		const again = await retryAfterCrash(crashed, itemsOf(many));
		expect(judgeWrites(service, again, many)).toEqual({ is: 'whole' });
	});
});
