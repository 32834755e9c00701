import './support/fast-time';

import { at, invoiceForm } from './support/place';
import { timesWritten } from './support/verdict';

const numbered = (from: number, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `R-${from + index}`);

/** A queue of at most this many requests is read to its beginning when a run begins. */
const SHORT_QUEUE = 300;

test.each([[true], [false]])(
	'an order is found in a queue that has become long during the run, if the search finds nothing; in order: %j',
	async (keepOrderOfItems) => {
		await at({ searchLooks: 'nowhere' }, async (place) => {
			const { service } = place;
			const orders = {
				...invoiceForm,
				orderNumber: '={{ $json.number }}',
				result: 'queuedRequest',
			};
			const before = await place.write(numbered(1, SHORT_QUEUE - 5), {
				form: { ...orders, options: { keepOrderOfItems: false } },
			});
			expect(before.error).toBeUndefined();
			const numbers = [...numbered(SHORT_QUEUE - 4, 10), 'R-2', `R-${SHORT_QUEUE}`];
			const again = await place.write(numbers, {
				form: { ...orders, options: { keepOrderOfItems } },
			});
			expect(again.error).toBeUndefined();
			const [old, own] = again.items.slice(10);
			expect([old, own].map(({ json }) => json.already_existed)).toEqual([true, true]);
			expect(old.json.id).toBe(before.items[1].json.id);
			expect(own.json.id).toBe(again.items[4].json.id);
			await service.desktop.run();
			expect(numbers.filter((number) => timesWritten(service, number) !== 1)).toEqual([]);
		});
	},
);
