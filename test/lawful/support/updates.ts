import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { retry, retryAfterCrash, type WorkflowRun } from '../../engine/harness';
import type { Fate } from '../service';
import { type Place, queues, toCall } from './place';
import { notAsSent, type Situation, woken } from './situations';
import { judgeFound, judgeUpdates, type Verdict } from './verdict';

/** The invoices that are changed, by their places in the books. */
const changed = [3, 7, 11];

export const changedIds = ({ service, connectionId }: Place): string[] =>
	changed.map((index) => service.company(connectionId).id('Invoice', index));

export const itemsOfUpdate = (ids: readonly string[]): INodeExecutionData[] =>
	ids.map((id) => ({ json: { id } }));

/** Each invoice gets a memo and one line more: the second must not happen twice. */
export const updateForm: IDataObject = {
	txnId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	additionalFields: { memo: 'Changed' },
	lineMode: 'add',
	specifyLines: 'json',
	linesJson: '[{ "ItemRef.ListID": "80020001-1700000001", "Desc": "Added", "Quantity": "1" }]',
	result: 'waitPolling',
	options: { waitLimit: 5 },
};

export const update = async (place: Place, more: object = {}): Promise<WorkflowRun> =>
	await place.run('invoice.update', updateForm, {
		items: itemsOfUpdate(changedIds(place)),
		...more,
	});

const judge = (place: Place, run: WorkflowRun): Verdict =>
	judgeUpdates(place.service, place.connectionId, run, changedIds(place));

/** Each update asks before it writes, so that the writes are the fourth to the sixth call. */
export const FIRST_WRITE = 4;
const SECOND_WRITE = FIRST_WRITE + 1;

/** More than a call is repeated. */
const CALLS_LOST = 6;

const unreadable = [
	'a completed record has no answer',
	'a completed record has an empty answer',
	'response_json is a flat list of records, and there is no XML',
	'response_json has no attributes, and there is no XML',
];

const unreadableAnswer = [unreadable, /could not be read completely/] as const;

/** Requests that have been dropped can't be waited for. */
const dropped = [
	['only the newest three completed records are kept'],
	/(no longer knows|does not know) the request/,
] as const;

/** The other Retry has queued the write, and what came of it was dropped before this one could read it. */
const droppedMeanwhile = [dropped[0], /nobody can tell whether the lines were added/] as const;

const unclearRetry = [notAsSent, /^It is unknown what the original execution queued/] as const;

const inSpiteOf = (name: string, fate: Fate, loud: Situation['loud'] = []): Situation => ({
	name,
	concerns: ['requests', 'answers'],
	loud: [unreadableAnswer, ...loud],
	async play(place) {
		toCall(place.service, SECOND_WRITE, fate);
		const run = await update(place);
		await place.service.takeLate();
		await place.service.desktop.run();
		return judge(place, run);
	},
});

const unknownOutcome = [notAsSent, /^It is unknown whether this request was queued/] as const;

/** Records that are read and then changed. */
export const updates: readonly Situation[] = [
	{
		name: 'three invoices are changed, polling',
		concerns: ['requests', 'answers'],
		loud: [unreadableAnswer],
		play: async (place) => judge(place, await update(place)),
	},
	inSpiteOf('the answer breaks off after a change was taken', { lose: 'after', answer: 'break' }, [
		unknownOutcome,
	]),
	inSpiteOf('502, and a change is taken a little later', { late: 2, answer: 502 }, [
		unknownOutcome,
	]),
	{
		name: 'the service is away for a while when some of the changes are queued',
		concerns: ['requests', 'answers'],
		loud: [unreadableAnswer],
		async play(place) {
			let calls = 0;
			place.service.meddle((call) => {
				if (!queues(call)) return undefined;
				calls += 1;
				const isAway = calls >= SECOND_WRITE && calls < SECOND_WRITE + CALLS_LOST;
				return isAway ? { lose: 'before', answer: 'break' } : undefined;
			});
			return judge(place, await update(place));
		},
	},
	{
		name: 'Retry after a change that the service refused',
		concerns: ['requests', 'answers'],
		loud: [unreadableAnswer],
		async play(place) {
			toCall(place.service, SECOND_WRITE, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await update(place);
			place.service.meddle(() => undefined);
			if (failed.status !== 'error') return judge(place, failed);
			return judge(place, await retry(failed));
		},
	},
	...(['one after the other', 'at once'] as const).map((how): Situation => ({
		name: `Retry is pressed twice on the same failed changes, ${how}`,
		concerns: ['requests', 'answers'],
		loud: [unreadableAnswer, unclearRetry],
		mayBeLoud: [droppedMeanwhile],
		async play(place) {
			toCall(place.service, SECOND_WRITE, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await update(place);
			place.service.meddle(() => undefined);
			if (failed.status !== 'error') return judge(place, failed);
			const again = async () => await retry(failed);
			const runs = await (how === 'at once'
				? Promise.all([again(), again()])
				: Promise.resolve([await again(), await again()]));
			const verdicts = runs.map((run) => judge(place, run));
			return verdicts.find(({ is }) => is === 'loud') ?? { is: 'whole' };
		},
	})),
	{
		name: 'Retry after nobody could tell whether a change was queued',
		concerns: ['requests', 'answers'],
		loud: [unreadableAnswer, unclearRetry],
		async play(place) {
			const { service } = place;
			let calls = 0;
			service.meddle((call) => {
				if (queues(call)) calls += 1;
				if (calls < SECOND_WRITE) return undefined;
				const isLook = call.method === 'GET' && call.path.includes('queued_requests');
				return isLook || (queues(call) && calls === SECOND_WRITE)
					? { lose: 'after', answer: 'break' }
					: undefined;
			});
			const failed = await update(place);
			service.meddle(() => undefined);
			if (failed.status !== 'error') return judge(place, failed);
			return judge(place, await retry(failed));
		},
	},
	{
		name: 'new customers are found or created once, in spite of a lost answer',
		concerns: ['requests', 'answers'],
		loud: [
			unreadableAnswer,
			unknownOutcome,
			[['a query that finds nothing is an error'], /^Nothing matches the query/],
		],
		async play(place) {
			const names = ['Newcomer A', 'Newcomer B', 'Newcomer A', 'Customer 05'];
			let additions = 0;
			place.service.meddle((call) => {
				if (!JSON.stringify(call.body ?? '').includes('CustomerAddRq')) return undefined;
				additions += 1;
				return additions === 2 ? { lose: 'after', answer: 'break' } : undefined;
			});
			const run = await place.run(
				'customer.findOrCreate',
				{ name: '={{ $json.name }}', result: 'waitPolling', options: { waitLimit: 5 } },
				{ items: names.map((name) => ({ json: { name } })) },
			);
			return judgeFound(place.service, place.connectionId, run, names);
		},
	},
	{
		name: 'Retry of an execution that crashed between its changes',
		concerns: ['requests', 'answers'],
		loud: [unreadableAnswer, unclearRetry],
		async play(place) {
			toCall(place.service, SECOND_WRITE, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const crashed = await update(place);
			place.service.meddle(() => undefined);
			return judge(place, await retryAfterCrash(crashed, itemsOfUpdate(changedIds(place))));
		},
	},
	{
		name: 'three invoices are changed, asleep while the desktop is off',
		concerns: ['requests', 'answers', 'deliveries'],
		loud: [unreadableAnswer, dropped],
		async play(place) {
			place.service.desktop.turnOff();
			const host = await place.host('invoice.update', { ...updateForm, result: 'waitSuspended' });
			const sleeping = await host.start(itemsOfUpdate(changedIds(place))).finished;
			if (sleeping.status !== 'waiting') return judge(place, sleeping);
			return judge(place, await woken(place, host, sleeping));
		},
	},
];
