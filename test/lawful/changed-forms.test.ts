import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { retry, retryAfterCrash, type WorkflowRun } from '../engine/harness';
import { changeForm } from '../engine/support/updates';
import type { Fate, Reading } from './service';
import { sampleFor } from './support/concerns';
import { at, type Place, queues, toCall } from './support/place';
import { changedIds, FIRST_WRITE, itemsOfUpdate, update, updateForm } from './support/updates';
import { linesAdded, memoOf, timesWritten } from './support/verdict';

const numbers = ['R-1', 'R-2', 'R-3'];

test.concurrent.each(['requestID', 'nowhere', 'own text'] as const)(
	'Retry, and once more with a form that the endpoint does not take, writes nothing twice: identifiers %s',
	async (identifier) => {
		await at({ identifier }, async (place) => {
			toCall(place.service, 1, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await place.write(numbers);
			expect(failed.status).toBe('error');
			place.service.meddle(() => undefined);
			expect((await retry(failed)).status).toBe('success');
			const { workflow } = failed.prepared;
			const node = Object.values(workflow.nodes).at(-1);
			Object.assign(node?.parameters.additionalFields ?? {}, { poNumber: 'P-1' });
			const again = await retry(failed);
			expect(again.error?.message).toMatch(/^(The original|It is unknown what the original)/);
			expect(numbers.map((number) => timesWritten(place.service, number))).toEqual([1, 1, 1]);
		});
	},
);

const HOLDS_TIME = 'the memo holds the time';

/** What somebody has changed in the form when Retry is pressed, or what is different in each try by itself. */
const changes: ReadonlyArray<readonly [what: string, form: IDataObject, changed: IDataObject]> = [
	['Simplify is off', {}, { simplify: false }],
	['Options are others', {}, { options: { waitLimit: 6, requestsAtOnce: 2 } }],
	[HOLDS_TIME, { additionalFields: { memo: '={{ $now.toMillis() }}' } }, {}],
];

const services: ReadonlyArray<readonly [name: string, reading: Partial<Reading>]> = [
	['that shows everything', {}],
	['whose search finds nothing', { searchLooks: 'nowhere' }],
	['that shows no identifiers', { identifier: 'nowhere' }],
	['that puts a number of its own into requestID', { identifier: 'own number' }],
	['that puts a text of its own into requestID', { identifier: 'own text' }],
	[
		'that shows identifiers once a request was carried out',
		{ identifier: 'requestID once carried out' },
	],
	['that shows identifiers in lower case', { identifier: 'requestID in lower case' }],
	['that cuts identifiers off', { identifier: 'requestID cut off' }],
	['that shows no requests', { requestShown: 'not at all' }],
	['whose lists show only id and state', { listShows: 'id and state' }],
	['whose times are in whole seconds, in any order', { resolution: 'seconds', ties: 'shuffled' }],
];

const fates: ReadonlyArray<readonly [what: string, fate: Fate]> = [
	['was taken', { lose: 'after', answer: 'break' }],
	['never arrived', { lose: 'before', answer: 'break' }],
];

/** Lines are added to three invoices, and nobody can tell whether the first of these changes was queued. */
async function failUnclear(place: Place, form: IDataObject, fate: Fate): Promise<WorkflowRun> {
	const { service } = place;
	let calls = 0;
	service.meddle((call) => {
		if (queues(call)) calls += 1;
		if (calls < FIRST_WRITE) return undefined;
		if (queues(call)) return calls === FIRST_WRITE ? fate : undefined;
		const isLook = call.method === 'GET' && call.path.includes('queued_requests');
		return isLook ? { lose: 'before', answer: 'break' } : undefined;
	});
	const failed = await update(place, { form });
	service.meddle(() => undefined);
	await service.desktop.run();
	expect(failed.error?.message).toMatch(/^It is unknown whether this request was queued/);
	return failed;
}

/** Nothing was added twice. What is green is in the books as it says, and what is not says what to do. */
function judge({ service, connectionId }: Place, run: WorkflowRun, ids: readonly string[]): void {
	const times = ids.map((id) => linesAdded(service, connectionId, id));
	expect(times.filter((one) => one > 1)).toEqual([]);
	if (run.status !== 'success') {
		expect(String(run.error?.message)).toMatch(/\w+ \w+/);
		expect(String((run.error as { description?: unknown }).description)).toMatch(/\w+ \w+/);
		return;
	}
	expect(times).toEqual(ids.map(() => 1));
	expect(run.items.map(({ json }) => [json.TxnID, json.Memo])).toEqual(
		ids.map((id) => [id, memoOf(service, connectionId, id)]),
	);
}

const again: Record<string, (place: Place, failed: WorkflowRun) => Promise<WorkflowRun[]>> = {
	'Retry, twice': async (_, failed) => [await retry(failed), await retry(failed)],
	'Retry, and Retry of that': async (_, failed) => {
		const first = await retry(failed);
		return first.status === 'success' ? [first] : [first, await retry(first)];
	},
	'Retry after a crash': async (place, failed) => [
		await retryAfterCrash(failed, itemsOfUpdate(changedIds(place))),
	],
};

describe.each(changes)('lines are added, and %s on Retry', (what, form, changed) => {
	describe.each(fates)('of which the call %s', (_fate, fate) => {
		test.concurrent.each(
			Object.entries(again).flatMap(([how, press]) =>
				sampleFor(`${what}${how}`, services).map(
					([name, reading]) => [how, name, reading, press] as const,
				),
			),
		)('%s: nothing is added twice by a service %s', async (_how, name, reading, press) => {
			await at(reading, async (place) => {
				const failed = await failUnclear(place, { ...updateForm, ...form }, fate);
				changeForm(failed, changed);
				for (const run of await press(place, failed)) {
					judge(place, run, changedIds(place));
					// What the form asks for is the same, so that its request is known again.
					if (name === 'that shows everything' && what !== HOLDS_TIME) {
						expect(run.status).toBe('success');
					}
				}
				await place.service.desktop.run();
				expect(
					changedIds(place).filter((id) => linesAdded(place.service, place.connectionId, id) > 1),
				).toEqual([]);
			});
		});
	});
});
