import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import { retry } from '../engine/harness';
import { byId } from '../engine/support/run-operation';
import { at, invoiceForm, itemsOf, LONG_ENOUGH, type Place, toCall } from './support/place';
import { changedIds, FIRST_WRITE, update } from './support/updates';
import { judgeUpdates, judgeWrites, timesWritten, type Verdict } from './support/verdict';

// As if each execution ran in a process of its own: nothing is kept apart within this one.
jest.mock('../../queue/calls/turns', () => ({
	inTurn: async (_key: string, work: () => Promise<unknown>) => await work(),
}));

/** None of these services honours keys. */
const services = [
	['that shows everything', {}],
	['that shows identifiers only once a request was carried out', { identifierShownFrom: 'ended' }],
	['whose search finds nothing', { searchLooks: 'nowhere' }],
	['whose times are in whole seconds, in any order', { resolution: 'seconds', ties: 'shuffled' }],
	['that picks up the newest first', { picksUp: 'newest first' }],
] as const;

const numbers = ['R-1', 'R-2', 'R-3', 'R-4'];

/** Each once in the books, or nothing of it and an error; and at least one of the runs tells everything. */
async function expectOnce(
	{ service }: Place,
	runs: Array<Promise<Parameters<typeof judgeWrites>[1]>>,
) {
	const ended = await Promise.all(runs);
	await service.desktop.run();
	const written = service.ledger.filter(({ kind }) => kind === 'InvoiceAdd');
	expect(written.map(({ refNumber }) => refNumber).sort()).toEqual(numbers);
	const verdicts: Verdict[] = ended.map((run) => judgeWrites(service, run, numbers));
	expect(verdicts).toContainEqual({ is: 'whole' });
	return verdicts;
}

describe.each(services)('at a service %s', (_name, reading) => {
	test('a failed execution is retried in two processes at once', async () => {
		await at(reading as object, async (place) => {
			toCall(place.service, 3, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await place.write(numbers);
			expect(failed.status).toBe('error');
			place.service.meddle(() => undefined);
			await expectOnce(place, [retry(failed), retry(failed)]);
		});
	});

	test('two executions write the same orders in two processes at once', async () => {
		await at(reading as object, async (place) => {
			const form: IDataObject = { orderNumber: '={{ $json.number }}' };
			const run = async () => await place.write(numbers, { form });
			await expectOnce(place, [run(), run(), run()]);
		});
	});

	test('n8n runs one execution in two processes, since the first one seems dead', async () => {
		await at(reading as object, async (place) => {
			const run = async () =>
				await place.run('invoice.create', invoiceForm, {
					items: itemsOf(numbers),
					executionId: '77',
					resumeToken: 'token-77',
				});
			await expectOnce(place, [run(), run()]);
		});
	});

	test('lines are added once, though the execution is retried in two processes at once', async () => {
		await at(reading as object, async (place) => {
			toCall(place.service, FIRST_WRITE, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await update(place);
			expect(failed.status).toBe('error');
			place.service.meddle(() => undefined);
			const runs = await Promise.all([retry(failed), retry(failed)]);
			await place.service.desktop.run();
			const { service, connectionId } = place;
			const verdicts = runs.map((run) =>
				judgeUpdates(service, connectionId, run, changedIds(place)),
			);
			expect(verdicts).toContainEqual({ is: 'whole' });
		});
	});

	test('what is missing is written once, though two processes settle it at once', async () => {
		await at(reading as object, async (place) => {
			const { service, connectionId } = place;
			service.desktop.die(({ kinds }) => (kinds.includes('InvoiceAdd') ? 'before' : undefined));
			await place.write(['R-1'], { form: { orderNumber: '={{ $json.number }}' } });
			service.desktop.die();
			const lost = service.records(connectionId).at(-1)?.id ?? '';
			const settle = async () =>
				await place.run('books.settle', {
					queuedRequest: { ...byId(lost) },
					writeIfAbsent: true,
					result: 'waitPolling',
					options: { waitLimit: LONG_ENOUGH },
				});
			const runs = await Promise.all([settle(), settle()]);
			await service.desktop.run();
			expect(timesWritten(service, 'R-1')).toBe(1);
			expect(runs.some(({ status }) => status === 'success')).toBe(true);
		});
	});
});
