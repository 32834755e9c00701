import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { retry, retryAfterCrash, type WorkflowRun } from '../engine/harness';
import { changeForm } from '../engine/support/updates';
import type { Reading } from './service';
import { at, itemsOf, type Place, toCall } from './support/place';
import { timesWritten } from './support/verdict';

const numbers = ['R-1', 'R-2', 'R-3', 'R-4'];
const asNumbered: IDataObject = { orderNumber: '={{ $json.number }}' };

/** The third item fails, after two have been queued. */
async function failAtThird({ service, write }: Place, form: IDataObject): Promise<WorkflowRun> {
	toCall(service, 3, { status: 422, error: { code: 'invalid_request', message: 'Not now.' } });
	const failed = await write(numbers, { form });
	expect(failed.status).toBe('error');
	service.meddle(() => undefined);
	return failed;
}

const afterCrash = async (failed: WorkflowRun) => await retryAfterCrash(failed, itemsOf(numbers));

const changes: ReadonlyArray<readonly [what: string, before: IDataObject, changed: IDataObject]> = [
	['removed', asNumbered, { orderNumber: '' }],
	['added', {}, asNumbered],
	['changed', asNumbered, { orderNumber: '=A-{{ $json.number }}' }],
	[
		'removed, with a new memo,',
		asNumbered,
		{ orderNumber: '', additionalFields: { refNumber: '={{ $json.number }}', memo: 'New' } },
	],
];

const services: ReadonlyArray<readonly [name: string, reading: Partial<Reading>]> = [
	['that shows everything', {}],
	['whose search finds nothing', { searchLooks: 'nowhere' }],
	['whose lists show only id and state', { listShows: 'id and state' }],
	['that shows no identifiers', { identifier: 'nowhere' }],
];

describe.each(changes)('an Order Number that was %s before Retry', (_what, before, changed) => {
	test.concurrent.each(services)('writes nothing twice, after a crash: %s', async (_, reading) => {
		await at(reading, async (place) => {
			const failed = await failAtThird(place, before);
			changeForm(failed, changed);
			const again = await afterCrash(failed);
			await place.service.desktop.run();
			const times = numbers.map((number) => timesWritten(place.service, number));
			expect([again.status, times]).toEqual(['error', [1, 1, 0, 0]]);
			expect(again.error?.message).toMatch(/^(The original execution queued|This service|It is)/);
		});
	});
});

const asListed = (orders: readonly string[]): IDataObject => ({
	orderNumber: `={{ ${JSON.stringify(orders)}[$itemIndex] }}`,
});

function goOnAfterErrors(failed: WorkflowRun): void {
	const node = Object.values(failed.prepared.workflow.nodes).find(({ name }) => name !== 'Source');
	Object.assign(node ?? {}, { onError: 'continueRegularOutput' });
}

/** How often each number is in the books after a Retry that goes on after errors, and which items end in one. */
async function timesAfter(place: Place, failed: WorkflowRun, given: readonly string[] = numbers) {
	goOnAfterErrors(failed);
	const again = await retryAfterCrash(failed, itemsOf(given));
	await place.service.desktop.run();
	return {
		times: given.map((number) => timesWritten(place.service, number)),
		failed: again.items.flatMap(({ json, pairedItem }) =>
			json.error === undefined ? [] : [(pairedItem as { item: number }).item],
		),
	};
}

test.concurrent.each<[what: string, before: IDataObject, changed: IDataObject]>([
	['an item that was not sent', asNumbered, asListed(['R-3', 'R-2', 'R-1', 'R-4'])],
	['the next item', asNumbered, asListed(['R-2', 'R-3', 'R-4', 'R-1'])],
])('the number of an item that was sent, given to %s', async (_what, before, changed) => {
	await at({}, async (place) => {
		const failed = await failAtThird(place, before);
		changeForm(failed, changed);
		const { times, failed: items } = await timesAfter(place, failed);
		expect(times.filter((one) => one > 1)).toEqual([]);
		expect(items).toContain(0);
	});
});

test.concurrent.each([['R-0', ...numbers], [...numbers].reverse()])(
	'the same orders in another order, with %s first, are each written once',
	async (...given) => {
		await at({}, async (place) => {
			const failed = await failAtThird(place, asNumbered);
			expect(await timesAfter(place, failed, given)).toEqual({
				times: given.map(() => 1),
				failed: [],
			});
		});
	},
);

test.concurrent.each<[reading: Partial<Reading>, changed: IDataObject]>([
	[{ requestXml: 'reformatted' }, { orderNumber: '' }],
	[{ requestXml: 'reformatted with amounts' }, { orderNumber: '' }],
	[{ requestXml: 'reformatted' }, { orderNumber: '=A-{{ $json.number }}' }],
	[{ identifier: 'requestID cut off' }, { orderNumber: '' }],
	[{ identifier: 'own text' }, { orderNumber: '=A-{{ $json.number }}' }],
])('a service of %j, and the number is changed to %j', async (reading, changed) => {
	await at(reading, async (place) => {
		const failed = await failAtThird(place, { orderNumber: '=ORDER-LONG-{{ $json.number }}' });
		changeForm(failed, changed);
		const { times } = await timesAfter(place, failed);
		expect(times.filter((one) => one > 1)).toEqual([]);
	});
});

test('others have queued hundreds of requests since', async () => {
	await at({}, async (place) => {
		const failed = await failAtThird(place, asNumbered);
		const others = Array.from({ length: 400 }, (_, index) => `G-${index}`);
		await place.write(others, { form: { ...asNumbered, result: 'queuedRequest' } });
		changeForm(failed, { orderNumber: '' });
		const { times } = await timesAfter(place, failed);
		expect(times).toEqual([1, 1, 1, 1]);
	});
});

test('of hundreds of items, those that were sent and no others end in the error', async () => {
	const many = Array.from({ length: 290 }, (_, index) => `M-${index}`);
	await at({}, async (place) => {
		toCall(place.service, 200, { status: 422, error: { code: 'invalid_request', message: 'No.' } });
		const failed = await place.write(many, { form: asNumbered });
		place.service.meddle(() => undefined);
		changeForm(failed, { orderNumber: '=A-{{ $json.number }}' });
		const { times, failed: items } = await timesAfter(place, failed, many);
		expect(times).toEqual(many.map(() => 1));
		expect(items).toEqual(many.slice(0, 199).map((_, index) => index));
	});
});

test('what was refused is written under the new number', async () => {
	await at({}, async (place) => {
		place.service.desktop.refuse(() => true);
		const failed = await failAtThird(place, asNumbered);
		await place.service.desktop.run();
		place.service.desktop.refuse(() => false);
		changeForm(failed, { orderNumber: '=A-{{ $json.number }}' });
		expect(await timesAfter(place, failed)).toEqual({ times: [1, 1, 1, 1], failed: [] });
	});
});

test('after an error that n8n has passed on, too, and by each Retry', async () => {
	await at({}, async (place) => {
		const failed = await failAtThird(place, asNumbered);
		changeForm(failed, asListed(['R-3', 'R-2', 'R-1', 'R-4']));
		goOnAfterErrors(failed);
		for (const again of [await retry(failed), await retry(failed)]) {
			expect(again.items[0].json.error).toMatch(/^The original execution queued this item/);
		}
		await place.service.desktop.run();
		const times = numbers.map((number) => timesWritten(place.service, number));
		expect(times.filter((one) => one > 1)).toEqual([]);
	});
});
