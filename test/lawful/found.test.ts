import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import type { WorkflowRun } from '../engine/harness';
import { at, type Place, queues } from './support/place';
import { judgeWrites, timesWritten } from './support/verdict';

/** What was found at e2e67a1 by eyes that had not seen the code: each wrote something twice. */

const order = (number: string, options: IDataObject = {}) => ({
	orderNumber: number,
	additionalFields: { refNumber: number },
	options: { waitLimit: 20, ...options },
});

const numbered = (from: number, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `R-${from + index}`);

/** Queues invoices of other numbers, so that the queue is long. */
async function fill(place: Place, count: number, options: IDataObject = {}): Promise<void> {
	const form = { result: 'queuedRequest', options: { keepOrderOfItems: false, ...options } };
	const run = await place.write(numbered(1_000, count), { form });
	expect(run.error).toBeUndefined();
	await place.service.desktop.run();
}

test('an order that a search of the newest requests no longer reaches is not written again', async () => {
	await at({ searchLooks: 'at the newest 20' }, async (place) => {
		const { service } = place;
		const asOrders = (numbers: readonly string[]) =>
			place.write(numbers, {
				form: {
					result: 'queuedRequest',
					orderNumber: '={{ $json.number }}',
					options: {},
				},
			});
		await asOrders(['OLD']);
		// The run's own thirty requests push the old one out of the search's reach.
		const run = await asOrders([...numbered(1, 30), 'OLD']);
		await service.desktop.run();
		expect(timesWritten(service, 'OLD')).toBe(1);
		if (run.status === 'success') {
			expect(run.items.at(-1)?.json.already_existed).toBe(true);
		}
	});
});

test.each([
	['a text of its own', { identifier: 'own text' as const }],
	[
		'the identifier only once it was carried out',
		{ identifier: 'requestID once carried out' as const },
	],
])('a service that shows %s: an order is not written twice', async (_what, reading) => {
	await at(reading, async (place) => {
		const { service } = place;
		await fill(place, 3);
		service.desktop.turnOff();
		const write = async () =>
			await place.write(['A-1'], { form: { ...order('A-1'), result: 'queuedRequest' } });
		await write();
		const second = await write();
		service.desktop.turnOn();
		await service.desktop.run();
		expect(timesWritten(service, 'A-1')).toBeLessThanOrEqual(1);
		if (second.status === 'success') expect(second.items[0].json.already_existed).toBe(true);
		else expect(second.error?.message).toMatch(/can't tell/);
	});
});

test.each([
	['a text of its own', { identifier: 'own text' as const }],
	[
		'the identifier only once it was carried out',
		{ identifier: 'requestID once carried out' as const },
	],
])('a service that shows %s: a lost answer does not write twice', async (_what, reading) => {
	await at(reading, async (place) => {
		const { service } = place;
		let calls = 0;
		service.meddle((call) => {
			if (!queues(call)) return undefined;
			calls += 1;
			return calls === 2 ? { lose: 'after', answer: 'break' } : undefined;
		});
		const run = await place.write(['R-1', 'R-2', 'R-3']);
		await service.desktop.run();
		judgeWrites(service, run, ['R-1', 'R-2', 'R-3']);
	});
});

describe('two executions write the same order, whose request ends in an unknown outcome', () => {
	const form = order('A-1', {
		whenOutcomeUnknown: 'lookInBooks',
		writeIfAbsent: true,
		waitLimit: 2,
	});

	test.each([['one after the other'], ['at once']])('%s', async (how) => {
		await at({}, async (place) => {
			const { service } = place;
			await fill(place, 1);
			let deaths = 0;
			service.desktop.die(({ refNumber }) =>
				refNumber === 'A-1' && ++deaths === 1 ? 'before' : undefined,
			);
			const write = async (): Promise<WorkflowRun> => await place.write(['A-1'], { form });
			const runs =
				how === 'at once' ? await Promise.all([write(), write()]) : [await write(), await write()];
			await service.desktop.run();
			expect(timesWritten(service, 'A-1')).toBe(1);
			for (const run of runs) judgeWrites(service, run, ['A-1']);
		});
	});
});

describe.each([
	['in lower case', { identifier: 'requestID in lower case' as const }],
	['cut off after 16 characters', { identifier: 'requestID cut off' as const }],
])('a service that shows identifiers %s', (_what, reading) => {
	const numbers = ['a-1', 'Order-A-123', '7'];

	/** Judges what was written a second time. */
	function judgeAgain({ service }: Place, { status, items, error }: WorkflowRun): void {
		for (const number of numbers) expect(timesWritten(service, number)).toBeLessThanOrEqual(1);
		if (status === 'success') {
			expect(items.map(({ json }) => json.already_existed)).toEqual(items.map(() => true));
		} else expect(error?.message).toMatch(/can't tell/);
	}

	test('an order is not written again by a later execution', async () => {
		await at(reading, async (place) => {
			const form = {
				result: 'queuedRequest',
				orderNumber: '={{ $json.number }}',
				options: { keepOrderOfItems: false },
			};
			const write = async (all: readonly string[]) => await place.write(all, { form });
			for (const number of numbers) {
				await write([number]);
				await place.service.desktop.run();
				const again = await write([number]);
				await place.service.desktop.run();
				judgeAgain(place, again);
			}
			expect(timesWritten(place.service, numbers[0])).toBe(1);
			judgeAgain(place, await write(numbers));
		});
	});

	test('a Custom Request ID is not written again because another is shown as it was given', async () => {
		await at(reading, async (place) => {
			const form = {
				result: 'queuedRequest',
				options: {
					keepOrderOfItems: false,
					customRequestId: '=my-own-order-{{ $json.number }}',
					ifAlreadyQueued: 'returnExisting',
				},
			};
			const write = async (all: readonly string[]) => await place.write(all, { form });
			await write(['a-1']);
			await write(numbers);
			const again = await write(numbers);
			await place.service.desktop.run();
			expect(numbers.map((number) => timesWritten(place.service, number))).toEqual([1, 1, 1]);
			expect(again.error?.message).toMatch(/can't tell/);
		});
	});
});
