import type { IDataObject } from 'n8n-workflow';

import {
	resumeWhenTimeIsUp,
	retry,
	retryAfterCrash,
	type WorkflowHost,
	type WorkflowRun,
} from '../../engine/harness';
import { type Fate, textAt } from '../service';
import type { Concern } from './concerns';
import { invoiceForm, itemsOf, LONG_ENOUGH, type Place, queues, toCall } from './place';
import { judgeDeliveries, judgeQuery, judgeWrites, timesWritten, type Verdict } from './verdict';

/** What a run says where a reading leaves it no way to everything, by readings. */
type Loudness = ReadonlyArray<readonly [readings: readonly string[], says: RegExp]>;

/** Something that happens to people who work with the nodes. */
export interface Situation {
	name: string;
	play(place: Place): Promise<Verdict>;
	/** What may make a difference to it. */
	concerns: readonly Concern[];
	/** Whether it is one of those that stand for the others where time is short. */
	isTypical?: boolean;
	/** The readings with which it is not whole, and what is said then. With all others, everything comes out. */
	loud: Loudness;
	/** The same, if it is so because a call is the first of all. Where several are under way at once, it need not be. */
	loudInOrder?: Loudness;
	/** The readings with which it may be whole or say this. */
	mayBeLoud?: Loudness;
}

/** A completed record has no answer, or none that anybody could read. */
const unreadable: Loudness = [
	[
		[
			'a completed record has no answer',
			'a completed record has an empty answer',
			'response_json is a flat list of records, and there is no XML',
			'response_json has no attributes, and there is no XML',
		],
		/could not be read completely/,
	],
];

/** The pages of a query can't be read, or don't prove that they are all. */
const unprovenPages: Loudness = [
	[
		[
			...unreadable.flatMap(([names]) => names),
			'lists show neither request nor answer',
			'lists show only id and state',
			'lists show only id and state, and the search finds nothing',
			'lists hold only the first page of a request',
			'pages do not say how many records remain',
			'only the newest three completed records are kept',
		],
		/could not be read completely|(no longer knows|does not know) the request|^Still waiting/,
	],
];

const noIdentifier = [
	'a record does not show its request',
	'the identifier is nowhere in the record',
	'the identifier is a field of the record',
	'the identifier is nowhere in the record, and the search finds nothing',
	'the service puts a number of its own into requestID',
	'the service puts a text of its own into requestID',
	'the identifier shows in lower case',
];

/** Where a request is not seen to be the one that was sent. */
export const notAsSent = [...noIdentifier, 'the identifier is cut off after 16 characters'];

/** Where a lost request is not seen to be ours, nobody knows whether it was queued. */
const unknownOutcome: Loudness = [
	...unreadable,
	[notAsSent, /^It is unknown whether this request was queued/],
];

/** Where no request can be seen, nobody knows what another Retry has done. */
const unknownRun: Loudness[number] = [
	['a record does not show its request'],
	/^It is unknown what the original execution queued/,
];

/** Where no identifier tells whose a request is, it may be another Retry's or a colleague's that says the same. */
const unclearRetry: Loudness[number] = [
	notAsSent,
	/^It is unknown what the original execution queued/,
];

/** Requests that have been dropped can't be waited for. */
const dropped: Loudness = [['only the newest three completed records are kept']].map((names) => [
	names,
	/(no longer knows|does not know) the request/,
]);

const numbered = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `R-${index + 1}`);

const three = numbered(3);
const continues = { onError: 'continueRegularOutput' as const };

/** Three invoices, of which the second call meets a fate. */
const writesInSpiteOf = (name: string, fate: Fate, loud = unknownOutcome): Situation => ({
	name,
	isTypical: name.startsWith('the answer breaks off'),
	concerns: ['requests', 'answers'],
	loud,
	async play(place) {
		toCall(place.service, 2, fate);
		const run = await place.write(three);
		await place.service.takeLate();
		await place.service.desktop.run();
		return judgeWrites(place.service, run, three);
	},
});

const vendorIds = ({ service, connectionId }: Place): string[] =>
	service
		.company(connectionId)
		.records('Vendor')
		.map((vendor) => String(textAt(vendor, 'ListID')));

const allVendors: IDataObject = {
	filters: { activeStatus: 'All' },
	returnAll: true,
	options: { waitLimit: 3 },
};

const suspended = { ...invoiceForm, result: 'waitSuspended' };

/** The same with writes that need not keep the order of their items. */
const atOnce = ({
	name,
	play,
	loudInOrder = [],
	mayBeLoud = [],
	...situation
}: Situation): Situation => ({
	...situation,
	mayBeLoud: [...mayBeLoud, ...loudInOrder],
	name: `${name}, several at once`,
	isTypical: false,
	play: async (place) =>
		await play({
			...place,
			async write(numbers, more = {}) {
				const options = {
					...(invoiceForm.options as IDataObject),
					...(more.form?.options as IDataObject | undefined),
					keepOrderOfItems: false,
				};
				return await place.write(numbers, { ...more, form: { ...more.form, options } });
			},
		}),
});

/** A run that is resumed by its clock until it ends. */
async function untilItEnds(run: WorkflowRun): Promise<WorkflowRun> {
	while (run.status === 'waiting') run = await resumeWhenTimeIsUp(run);
	return run;
}

/** A sleeping run once the desktop has done its work: woken by a nudge, or by its clock where that did not wake it. */
export async function woken({ service }: Place, host: WorkflowHost, sleeping: WorkflowRun) {
	service.desktop.turnOn();
	await service.desktop.run();
	await service.settled();
	const isWoken = service.deliveries.some(({ answer }) => answer?.includes('Workflow was started'));
	return await untilItEnds(isWoken ? await host.resumedRun() : sleeping);
}

/** What people do all day. */
export const everyDay: readonly Situation[] = [
	{
		loud: unreadable,
		name: 'one invoice, polling',
		isTypical: true,
		concerns: ['requests', 'answers', 'pages', 'deliveries', 'setup'],
		play: async (place) => judgeWrites(place.service, await place.write(['R-1']), ['R-1']),
	},
	{
		loud: [...unreadable, ...dropped],
		name: 'seven invoices, one of which is refused, polling',
		isTypical: true,
		concerns: ['requests', 'answers'],
		async play(place) {
			place.service.desktop.refuse(({ refNumber }) => refNumber === 'R-4');
			const run = await place.write(numbered(7), { node: continues });
			const verdict = judgeWrites(place.service, run, numbered(7), [3]);
			if (run.status === 'success' && verdict.is === 'whole') {
				expect(run.items.filter(({ json }) => json.error)).toHaveLength(1);
			}
			return verdict;
		},
	},
	{
		loud: unprovenPages,
		name: 'a query with pages, polling',
		isTypical: true,
		concerns: ['requests', 'answers', 'pages'],
		async play(place) {
			const form = { ...allVendors, result: 'waitPolling' };
			return judgeQuery(place.service, await place.run('vendor.query', form), vendorIds(place));
		},
	},
	{
		loud: [],
		name: 'seven invoices that are queued and not waited for',
		concerns: ['requests', 'answers'],
		async play(place) {
			const run = await place.write(numbered(7), { form: { result: 'queuedRequest' } });
			await place.service.settled();
			return judgeWrites(place.service, run, numbered(7));
		},
	},
];

/** Calls whose answer is lost, or never comes. */
export const lostAnswers: readonly Situation[] = [
	writesInSpiteOf('the answer breaks off after a write was taken', {
		lose: 'after',
		answer: 'break',
	}),
	writesInSpiteOf(
		'the connection breaks before a write arrives',
		{ lose: 'before', answer: 'break' },
		unreadable,
	),
	writesInSpiteOf('500 with an error body after a write was taken', {
		lose: 'after',
		answer: '500 with error body',
	}),
	writesInSpiteOf('502, and the write is taken a little later', { late: 2, answer: 502 }),
	writesInSpiteOf('429 for a write', { status: 429, retryAfter: 1 }, unreadable),
	{
		loud: unknownOutcome,
		name: 'alike invoices, of which an answer is lost',
		concerns: ['requests', 'answers'],
		async play(place) {
			const { service } = place;
			toCall(service, 2, { lose: 'after', answer: 504 });
			const run = await place.write(['SAME', 'SAME', 'SAME'], { node: continues });
			await service.desktop.run();
			const failed = run.items.filter(({ json }) => json.error).length;
			const times = timesWritten(service, 'SAME');
			expect(times).toBeGreaterThanOrEqual(3 - failed);
			expect(times).toBeLessThanOrEqual(3);
			return failed === 0
				? { is: 'whole' }
				: {
						is: 'loud',
						says: String(run.items.find(({ json }) => json.error)?.json.error),
					};
		},
	},
];

/** n8n's buttons, and what people do by hand. */
export const buttons: readonly Situation[] = [
	{
		loud: unknownOutcome,
		name: 'Retry On Fail after a lost answer and a queue that can not be read',
		concerns: ['requests', 'answers'],
		async play(place) {
			const { service } = place;
			let isLost = false;
			let lostLooks = 0;
			service.meddle((call) => {
				if (queues(call) && call.path.includes('invoices') && !isLost) {
					isLost = true;
					return { lose: 'after', answer: 'break' };
				}
				const isLook = isLost && call.method === 'GET' && call.path.includes('queued_requests');
				return isLook && ++lostLooks <= 12 ? { lose: 'before', answer: 'break' } : undefined;
			});
			const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			return judgeWrites(service, await place.write(three, { node }), three);
		},
	},
	{
		loud: [...unreadable, ...dropped],
		name: 'Retry of an execution that failed at its third item',
		isTypical: true,
		concerns: ['requests', 'answers'],
		async play(place) {
			toCall(place.service, 3, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await place.write(numbered(4));
			expect(failed.status).toBe('error');
			place.service.meddle(() => undefined);
			return judgeWrites(place.service, await retry(failed), numbered(4));
		},
	},
	...(['one after the other', 'at once'] as const).map((how): Situation => ({
		loud: [...unreadable, ...dropped, ...(how === 'at once' ? [unknownRun] : [])],
		loudInOrder: how === 'one after the other' ? [unclearRetry] : [],
		mayBeLoud: how === 'at once' ? [unclearRetry] : [],
		name: `Retry is pressed twice on the same failed execution, ${how}`,
		isTypical: how === 'at once',
		concerns: ['requests', 'answers'],
		async play(place) {
			toCall(place.service, 3, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const failed = await place.write(numbered(4));
			expect(failed.status).toBe('error');
			place.service.meddle(() => undefined);
			const again = async () => await retry(failed);
			const runs = await (how === 'at once'
				? Promise.all([again(), again()])
				: Promise.resolve([await again(), await again()]));
			const verdicts = runs.map((run) => judgeWrites(place.service, run, numbered(4)));
			return verdicts.find(({ is }) => is === 'loud') ?? { is: 'whole' };
		},
	})),
	{
		loud: [...unreadable, ...dropped, unclearRetry],
		name: 'Retry of an execution that crashed after two items',
		concerns: ['requests', 'answers'],
		async play(place) {
			toCall(place.service, 3, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const crashed = await place.write(numbered(4));
			place.service.meddle(() => undefined);
			const again = await retryAfterCrash(crashed, itemsOf(numbered(4)));
			return judgeWrites(place.service, again, numbered(4));
		},
	},
	{
		loud: [
			...unreadable,
			[noIdentifier, /^This service can't tell whether a Custom Request ID is already queued/],
		],
		name: 'the same orders again, with Return the Existing One',
		isTypical: true,
		concerns: ['requests', 'answers'],
		async play(place) {
			const options = {
				customRequestId: '=order-{{ $json.number }}',
				ifAlreadyQueued: 'returnExisting',
				waitLimit: LONG_ENOUGH,
			};
			const first = await place.write(three, { form: { options } });
			if (first.status !== 'success') return judgeWrites(place.service, first, three);
			return judgeWrites(place.service, await place.write(three, { form: { options } }), three);
		},
	},
	{
		loud: unreadable,
		name: 'one of three requests is deleted by hand, polling',
		concerns: ['requests', 'answers'],
		async play(place) {
			const { service, connectionId } = place;
			service.desktop.turnOff();
			let removed = false;
			service.meddle(({ method, path }) => {
				const isLook = method === 'GET' && /\/queued_requests\/[^/]+$/.test(path);
				if (isLook && !removed) {
					removed = true;
					service.removeRequest(service.records(connectionId)[1].id);
					service.desktop.turnOn();
				}
				return undefined;
			});
			const run = await place.write(three, { node: continues });
			const verdict = judgeWrites(service, run, three);
			expect(verdict.is).toBe('loud');
			const failed = run.items.filter(({ json }) => json.error);
			expect(failed.map(({ pairedItem }) => pairedItem)).toContainEqual({ item: 1 });
			return failed.length === 1 ? { is: 'whole' } : verdict;
		},
	},
];

/** Executions that sleep. */
export const asleep: readonly Situation[] = [
	{
		loud: [...unreadable, ...dropped],
		name: 'seven invoices, asleep while the desktop is off',
		isTypical: true,
		concerns: ['requests', 'answers', 'deliveries'],
		async play(place) {
			const { service } = place;
			service.desktop.turnOff();
			const host = await place.host('invoice.create', { ...suspended, options: { waitLimit: 1 } });
			const sleeping = await host.start(itemsOf(numbered(7))).finished;
			if (sleeping.status !== 'waiting') return judgeWrites(service, sleeping, numbered(7));
			const run = await woken(place, host, sleeping);
			const verdict = judgeWrites(service, run, numbered(7));
			if (run.status === 'success') judgeDeliveries(service);
			return verdict;
		},
	},
	{
		loud: unreadable,
		name: 'asleep, and the nudge gets lost',
		concerns: ['requests', 'answers', 'deliveries'],
		async play(place) {
			const { service, connectionId } = place;
			service.desktop.turnOff();
			const host = await place.host('invoice.create', { ...suspended, options: { waitLimit: 1 } });
			const sleeping = await host.start(itemsOf(three)).finished;
			if (sleeping.status !== 'waiting') return judgeWrites(service, sleeping, three);
			const nudge = service.records(connectionId).at(-1);
			service.removeRequest(String(nudge?.id));
			await service.desktop.run();
			return judgeWrites(service, await untilItEnds(sleeping), three);
		},
	},
	{
		loud: unprovenPages,
		name: 'a query with pages, asleep',
		concerns: ['requests', 'answers', 'pages', 'deliveries'],
		async play(place) {
			const { service } = place;
			service.desktop.turnOff();
			const form = {
				...allVendors,
				options: { waitLimit: 1 },
				result: 'waitSuspended',
			};
			const host = await place.host('vendor.query', form);
			const sleeping = await host.start([{ json: {} }]).finished;
			if (sleeping.status !== 'waiting') return judgeQuery(service, sleeping, vendorIds(place));
			const run = await woken(place, host, sleeping);
			if (run.status === 'success') judgeDeliveries(service);
			return judgeQuery(service, run, vendorIds(place));
		},
	},
];

const [, sevenInvoices] = everyDay;

/** What may happen to several writes that are under way together. */
export const severalAtOnce: readonly Situation[] = [sevenInvoices, ...lostAnswers, ...buttons].map(
	atOnce,
);
