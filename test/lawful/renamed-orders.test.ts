import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { retryAfterCrash, type WorkflowRun } from '../engine/harness';
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
