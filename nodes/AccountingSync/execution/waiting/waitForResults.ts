import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { adviceByApplicationStatus, otherWarning } from '../../../../queue/calls/advice';
import { reasonOf, ServiceError } from '../../../../queue/calls/errors';
import { settled } from '../../../../queue/calls/settled';
import {
	existedBefore,
	type JournalEvent,
	knownFrom,
	note,
	type Queued as QueuedBefore,
} from '../../../../queue/once/journal';
import type { LeftOut } from '../../../../queue/once/leftOut';
import { writesByItem } from '../../../../queue/once/writesByItem';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import { errorOfOutcome, type Outcome } from '../../../../queue/reader/outcomes';
import { findRequest } from '../../../../queue/reader/queuedRequests';
import { stepPositionOfSlot } from '../../../../queue/requests/identifiers';
import { wroteNothing } from '../../../../queue/requests/queuedRecord';
import {
	mayWrite,
	type Words,
	wordsSent,
	wordsShown,
} from '../../../../queue/requests/requestWords';
import { type LastSyncs, readLastSyncs } from '../../../../queue/words/lastSyncs';
import { leftOutHints } from '../../../../queue/words/limitHints';
import {
	alsoQueued,
	alsoRead,
	dryRunHint,
	named,
	nothingFoundHint,
	TEST_QUEUED,
	TEST_WROTE,
	writtenBeforeHints,
} from '../../../../queue/words/runHints';
import {
	asleepHint,
	awakeHint,
	checkingHint,
	queuedHint,
	shortenedHint,
} from '../../../../queue/words/waitingHints';
import { distinctWarnings, type Warning } from '../../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';
import { hint } from '../../../shared/n8nInternals/asHtml';
import { canceledError, isCanceled } from '../../../shared/n8nInternals/cancellation';
import type { Woken } from '../../../shared/n8nInternals/execution';
import { clock, readerOf } from '../../../shared/transport/clock';
import { serviceOf } from '../../../shared/transport/service';
import { originOf, shownError } from '../../../shared/transport/shownError';
import { givesItemIfNothingFound } from '../../operations/fields/nothingFound';
import { aboutOrder, orderIn, orderNumber } from '../../operations/fields/orderNumber';
import type { QueueingOperation } from '../../operations/queueingOperation';
import { upToLimit } from '../outcomes/limited';
import { allRecords, resultsOf } from '../outcomes/results';
import { warningsOn, withWarnings } from '../outcomes/warnings';
import { showHints } from '../queueing/job';
import { loadKnowledge } from '../queueing/qbxmlKnowledge';
import type { Queued } from '../queueing/queueJobs';
import { breather } from '../run/breather';
import { failedItem, inOrder, setAside } from '../run/failures';
import { noteAnswered } from '../run/repetition';
import { runOf } from '../run/run';
import type { RunJournal } from '../run/runJournal';
import type { ResultSettings } from '../run/runSettings';
import type { Awaited, Sleep } from '../run/sleep';
import { endsIn, failureOf, goOn, refusalsOf, type Rounds, stepsOf, toRead } from '../steps/rounds';
import { sendLockedAgain } from '../steps/sendLockedAgain';
import { byItem, groupedByItem, itemsOfSteps } from '../steps/turns';
import { Explanations } from './explanations';
import { poll, type Waiting } from './poll';
import { removalCheck } from './removedSince';
import { hasNudgeUnderway, putToSleep, takeSleep } from './suspend';
import { ONLY_READS, timeoutData, timeoutError, timeoutMessage } from './timeout';
import { resumeUrlOf, type WaitStrategy } from './waitStrategy';

/** A run whose requests are queued. */
export interface QueuedRun {
	awaited: readonly Awaited[];
	/** With their records, if nothing is waited for. */
	queued: readonly Queued[];
	rounds: Rounds;
	settings: ResultSettings;
	strategy: WaitStrategy;
}

const MINUTE = 60_000;
const standardLimit = { polling: 5 * MINUTE, suspended: 24 * 60 * MINUTE };

/** How long a run looks before it goes to sleep. A desktop that is on answers within this time. */
const BRIEFLY = 1_500;

/** How long a woken run looks before it goes back to sleep. */
const WHILE_AWAKE = 2_500;

function endIfCanceled(rounds: Rounds, { awaited, outcomes }: Waiting): void {
	const { context } = rounds.run;
	if (!isCanceled(context)) return;
	const missing = awaited.filter(({ id }) => !outcomes.has(id));
	const more = missing.some(toRead(rounds, outcomes)) ? ` ${ONLY_READS}` : '';
	throw canceledError(context, ` while it waited for ${missing.length} results`, {
		description: `The requests stay in the queue and will be carried out.${more}`,
	});
}

/** The order that a request was made for. Undefined if it was made for none. */
const orderOf = ({ run, operation }: Rounds, { slot }: Awaited): string | undefined =>
	orderIn(knownFrom(run.journal).queued.get(slot)?.identifier, operation.orderScope);

/** The places of the requests that went out, as far as events say. What another execution has queued is taken instead. */
const slotsSent = (events: readonly JournalEvent[]): Set<string> =>
	new Set(events.flatMap((event) => (event.event === 'sent' ? [event.slot] : [])));

/** Whether an agent asks again for a write, and this call has sent nothing of it. */
function isRepeated(
	{ run, operation, isTool, begunAt }: Rounds,
	{ slot, item }: Pick<Awaited, 'item' | 'slot'>,
): boolean {
	if (!isTool || operation.isQuery) return false;
	const isOwn = (sent: string): boolean =>
		sent === slot || (item !== undefined && stepPositionOfSlot(sent)?.item === item);
	return ![...slotsSent(run.journal.events.slice(begunAt))].some(isOwn);
}

/** What the output says of what was written before, also by an agent that asks for the same write again. */
const aboutEarlier = (
	rounds: Rounds,
	one: Pick<Awaited, 'earlier' | 'item' | 'slot'>,
): IDataObject => ({
	...aboutOrder(one.earlier),
	...(isRepeated(rounds, one) && { already_existed: true }),
});

/** Whether a request certainly writes nothing. */
const onlyReads = (words: Words | undefined): boolean =>
	words !== undefined && words.elements.length > 0 && !mayWrite(words.elements);

/**
 * Whether asking again writes nothing twice: reading, and what begins with reading and writes only what differs. An agent that asks again
 * then sees the books as they are.
 */
function mayBeAskedAnew({ run, operation, forms }: Rounds): boolean {
	const { isQuery, steps, settles, goesOn } = operation;
	if (isQuery) return true;
	if (!steps) return run.writes.every(({ request }) => onlyReads(wordsSent(request)));
	if (settles || goesOn) return false;
	return ![...forms.values()].some((form) =>
		Object.values(steps).some(({ isOnceOnly }) => isOnceOnly?.(form)),
	);
}

/** Says which orders were there already, and which were once. */
function showWrittenBefore(rounds: Rounds, awaited: readonly Awaited[]): void {
	const { context, journal } = rounds.run;
	const { queued } = knownFrom(journal);
	const orders = awaited
		.filter(({ earlier }) => existedBefore(earlier) || earlier === 'removed')
		.flatMap((one) => {
			const order = orderOf(rounds, one);
			const at = Date.parse(String(queued.get(one.slot)?.record.inserted_at));
			return order === undefined ? [] : [{ order, at, earlier: one.earlier }];
		});
	showHints(context, [{ hints: writtenBeforeHints(orders, readerOf(context)) }]);
}

/** The items that requests belong to, counted from 1. */
const numbersOf = (requests: ReadonlyArray<Pick<Awaited, 'itemIndex'>>): string[] =>
	[...groupedByItem(requests).keys()].map((itemIndex) => `${itemIndex + 1}`);

/** What is to be known of the items that have been written beside one that failed. */
function othersWritten(rounds: Rounds, ended: readonly Awaited[]): string {
	const items = numbersOf(ended);
	const orders = [...new Set(ended.flatMap((one) => orderOf(rounds, one) ?? []))];
	const retry = `Retry on this execution gives ${items.length === 1 ? 'its' : 'their'} results and writes nothing twice`;
	if (orders.length === items.length) {
		return `Written: ${named(orders)}. ${retry}; nor does running the workflow again, because they have an Order Number.`;
	}
	const isOne = items.length === 1;
	const which = `${isOne ? 'Item' : 'Items'} ${named(items)} (counted from 1)`;
	if (rounds.operation.orderScope === undefined) {
		return `${which} ${isOne ? 'is' : 'are'} done. ${retry}, but running the workflow again does ${isOne ? 'it' : 'them'} again.`;
	}
	return `${which} ${isOne ? 'has' : 'have'} been written. ${retry}, but running the workflow again writes ${isOne ? 'it' : 'them'} again. With ${orderNumber.displayName} filled in, nothing is written twice either way.`;
}

/** The error of one item. It also says which others are queued, so that nobody queues them again. */
export function withQueued(
	error: NodeApiError | NodeOperationError,
	queued: ReadonlyArray<Pick<Awaited, 'itemIndex'>>,
): typeof error {
	const others = numbersOf(queued.filter((one) => one.itemIndex !== error.context.itemIndex));
	if (others.length > 0) error.description = `${error.description ?? ''} ${alsoQueued(others)}`;
	return error;
}

/** The error of one item. It also says what became of the others, so that they are not lost with it. */
function withOthers(
	error: NodeApiError | NodeOperationError,
	rounds: Rounds,
	ended: readonly Awaited[],
): typeof error {
	if (ended.length === 0) return error;
	const { isQuery } = rounds.operation;
	const said = isQuery ? alsoRead(ended.length) : othersWritten(rounds, ended);
	error.description = `${error.description ?? ''} ${said}`;
	return error;
}

/** How the answers to an item become its output. Undefined for the whole queued requests. */
function outputOf(
	{ output }: QueueingOperation,
	simplify: boolean,
	{ form }: Awaited,
): ((answers: readonly AnswerElement[]) => IDataObject[]) | undefined {
	if (!simplify) return undefined;
	return output && form ? (answers) => output(answers, form) : allRecords;
}

/** Everything needed to make the results. */
interface Awaiting {
	rounds: Rounds;
	waiting: Waiting;
	simplify: boolean;
	/** The output for an item that has not come to its end, or its error. */
	unfinished: (one: Awaited) => INodeExecutionData;
}

/** What QuickBooks warned of about one item, in the steps before and now. */
function warningsOfItem(
	{ run: { journal } }: Rounds,
	{ outcomes }: Waiting,
	requests: readonly Awaited[],
): Warning[] {
	const { warnings = [] } = knownFrom(journal).items.get(requests[0].item ?? '') ?? {};
	return distinctWarnings([...warnings, ...warningsOn(requests, outcomes)]);
}

/** More would hide the output. */
const MOST_WARNINGS_SHOWN = 5;

/** Says on the node what QuickBooks warned of, and what to do about it. */
function showWarnings(rounds: Rounds, waiting: Waiting): void {
	const { context } = rounds.run;
	const warnings = byItem(waiting.awaited).flatMap((requests) =>
		warningsOfItem(rounds, waiting, requests),
	);
	const distinct = distinctWarnings(warnings);
	for (const { code, message } of distinct.slice(0, MOST_WARNINGS_SHOWN)) {
		const { todo } = adviceByApplicationStatus[code] ?? otherWarning;
		hint(context, `QuickBooks warns: ${message} (${code || 'no code'}) ${todo}`, 'warning');
	}
	const more = distinct.length - MOST_WARNINGS_SHOWN;
	if (more > 0) {
		const [word, show] = more === 1 ? ['warning', 'item shows'] : ['warnings', 'items show'];
		hint(context, `QuickBooks has ${more} more ${word}. The ${show} them.`, 'warning');
	}
}

/**
 * The results of one item, if it has come to its end, with what QuickBooks warned of.
 * @throws FormError, QueueError or ServiceError if it has failed.
 */
function resultsOfItem(
	awaiting: Awaiting,
	requests: readonly Awaited[],
): INodeExecutionData[] | undefined {
	const { rounds, waiting } = awaiting;
	const items = plainResultsOfItem(awaiting, requests);
	if (items === undefined) return undefined;
	const warnings = warningsOfItem(rounds, waiting, requests);
	const { isTool } = rounds;
	return withWarnings(items, warnings, requests, { outcomes: waiting.outcomes, isTool });
}

function plainResultsOfItem(
	{ rounds, waiting: { outcomes }, simplify }: Awaiting,
	requests: readonly Awaited[],
): INodeExecutionData[] | undefined {
	const { operation, run } = rounds;
	const [first] = requests;
	const { item: name, itemIndex } = first;
	const about = aboutEarlier(rounds, first);
	const missing = requests.find(({ id }) => !outcomes.has(id));
	if (missing) return undefined;
	if (name !== undefined) {
		const items = itemsOfSteps(knownFrom(run.journal), requests, stepsOf(rounds, outcomes));
		return items?.map((json) => ({
			json: { ...about, ...json },
			pairedItem: { item: itemIndex },
		}));
	}
	const ended = requests.flatMap((one) => {
		const outcome = outcomes.get(one.id);
		return outcome ? [{ awaited: one, outcome }] : [];
	});
	return resultsOf(ended, outputOf(operation, simplify, first), about);
}

/** How many items a run has, also those that have failed. */
const itemsIn = ({ failures }: Rounds, awaited: readonly Awaited[]): number =>
	new Set([...failures.keys(), ...awaited.map(({ itemIndex }) => itemIndex)]).size;

/** Whether somebody tries in the editor what writes to the books. */
const isTest = ({ run: { context }, operation }: Rounds): boolean =>
	context.getMode() === 'manual' && !operation.isQuery;

/**
 * What a run has queued for items and was not refused.
 * @returns Whether there is any for an item of which something holds, by its requests.
 */
function queuedFor({ run: { journal } }: Rounds, isSo: (one: QueuedBefore) => boolean) {
	const { first, later } = writesByItem(knownFrom(journal));
	return (requests: ReadonlyArray<Pick<Awaited, 'item' | 'itemIndex' | 'slot'>>): boolean =>
		requests.some(({ slot, item, itemIndex }) =>
			[
				first.get(item === undefined ? slot : String(itemIndex))?.standing,
				later.get(item ?? ''),
			].some((one) => one && isSo(one)),
		);
}

/** What this execution has queued, as far as the service shows that it writes (see `queuedFor`). */
function writesNow(rounds: Rounds) {
	const { journal, execution } = rounds.run;
	const sent = slotsSent(journal.events);
	return queuedFor(
		rounds,
		(one) =>
			one.execution === execution && sent.has(one.slot) && !onlyReads(wordsShown(one.record)),
	);
}

/** What an item gives besides once it has ended. If the service does not show that, the node says so. */
async function lastItems(
	{ run: { context }, operation }: Rounds,
	{ form, itemIndex }: Awaited,
): Promise<INodeExecutionData[]> {
	if (!form || !operation.readLast) return [];
	const last = await settled(operation.readLast(context, form));
	if (last.status === 'rejected') {
		const because = reasonOf(last.reason);
		hint(context, `Whether anything was queued meanwhile is unknown: ${because}`, 'warning');
		return [];
	}
	return last.value.map((json) => ({ json, pairedItem: { item: itemIndex } }));
}

/**
 * The results of the items whose requests have ended, and the failures, in the order of the items. If one of several
 * requests of an item fails, so does the item: a part of its records would look like all of them.
 */
async function results(awaiting: Awaiting): Promise<INodeExecutionData[]> {
	const { rounds, waiting, unfinished } = awaiting;
	const { run, operation, failures } = rounds;
	const { context, journal } = run;
	const { awaited, outcomes } = waiting;
	const items = [...failures.values()];
	const errors: Array<NodeApiError | NodeOperationError> = [];
	const leftOut = new Map<number, LeftOut>();
	const foundNothing: number[] = [];
	const [finished, underWay]: [Awaited[], Awaited[]] = [[], []];
	let [wrote, queues, isUnfinished] = [false, false, false];
	const hasWrite = isTest(rounds) ? writesNow(rounds) : () => false;
	const hasQueued = queuedFor(rounds, () => true);
	const asFound = { finds: operation.finds, isRaw: !awaiting.simplify, isTool: rounds.isTool };
	const execution = endsIn(rounds);
	for (const event of refusalsOf(rounds, awaited, outcomes, execution)) note(journal, event);
	const explanations = new Explanations(context, operation);
	const refuseRemoved = removalCheck(run, (one) => isRepeated(rounds, one));
	const breathe = breather();
	for (const requests of byItem(awaited)) {
		await breathe();
		const [first] = requests;
		const { itemIndex } = first;
		if (failures.has(itemIndex)) continue;
		let isFinished = true;
		try {
			await refuseRemoved(requests, outcomes);
			const own = resultsOfItem(awaiting, requests);
			if (!own && !operation.isQuery && hasQueued(requests)) underWay.push(...requests);
			isFinished = own !== undefined;
			own?.push(...(await lastItems(rounds, first)));
			const missing = requests.find(({ id }) => !outcomes.has(id)) ?? first;
			const { items: shown, left } = own
				? upToLimit(own, requests, outcomes, asFound)
				: { items: [unfinished(missing)] };
			if (left) leftOut.set(itemIndex, left);
			wrote ||= own !== undefined && hasWrite(requests);
			queues ||= own === undefined && hasWrite(requests);
			isUnfinished ||= own === undefined;
			if (own && (operation.isQuery || hasQueued(requests))) finished.push(...requests);
			if (own?.length === 0 && operation.finds !== undefined) {
				if (first.form && givesItemIfNothingFound(first.form)) {
					items.push({ json: { found: false }, pairedItem: { item: itemIndex } });
				} else foundNothing.push(itemIndex + 1);
			}
			// One item may have more results than a call takes arguments.
			for (const item of shown) items.push(item);
		} catch (error) {
			const shown = shownError(context, error, itemIndex);
			const about = { error, execution };
			const known = knownFrom(journal);
			const failure = isFinished ? failureOf(rounds, known, requests, outcomes, about) : [];
			for (const event of failure) note(journal, event);
			// Without continuing, only the first error is thrown. It may be another item's, which could not be queued.
			if (context.continueOnFail() || errors.length === 0) {
				const isOf = ({ itemIndex: one }: Awaited) => one === shown.context.itemIndex;
				const own = shown === error ? (awaited.find(isOf) ?? first) : first;
				await explanations.added(own, shown);
				const order = orderOf(rounds, own);
				if (order !== undefined) shown.message = `Order ${order}: ${shown.message}`;
			}
			errors.push(shown);
			if (context.continueOnFail()) items.push(failedItem(context, shown, itemIndex));
		}
	}
	showWarnings(rounds, waiting);
	showWrittenBefore(rounds, awaited);
	hint(context, dryRunHint(items.map(({ json }) => json)));
	if (wrote || queues) hint(context, wrote ? TEST_WROTE : TEST_QUEUED);
	if (rounds.isTool && errors.length + failures.size === 0 && !isUnfinished) {
		noteAnswered(context, mayBeAskedAnew(rounds));
	}
	hint(context, nothingFoundHint(foundNothing, itemsIn(rounds, awaited)));
	const isAlone = byItem(awaited).length === 1;
	showHints(context, [{ hints: leftOutHints(operation.finds ?? '', leftOut, isAlone) }]);
	const [first] = errors;
	if (first && !context.continueOnFail()) {
		throw withQueued(withOthers(first, rounds, finished), underWay);
	}
	return inOrder(items);
}

/** The output for an unfinished request when the time is up: data, or an error that is thrown. */
function expired(
	rounds: Rounds,
	{ limit, whenTimeIsUp }: Pick<Sleep, 'limit' | 'whenTimeIsUp'>,
	lastSyncs: LastSyncs,
	one: Awaited,
	reads: boolean,
): INodeExecutionData {
	const { context, journal } = rounds.run;
	const message = timeoutMessage(limit, lastSyncs.get(one.connectionId), readerOf(context), reads);
	if (whenTimeIsUp === 'error') throw timeoutError(context, message, one, reads);
	const record = knownFrom(journal).queued.get(one.slot)?.record ?? { id: one.id };
	return { json: timeoutData(message, record), pairedItem: { item: one.itemIndex } };
}

/** Throws a problem that keeps us from looking. */
const rethrow = (reason: unknown) => (): never => {
	throw reason;
};

/** What happens to items that are not complete when the time is up. */
async function whenTimeIsUp(
	rounds: Rounds,
	{ outcomes }: Waiting,
	limits: Pick<Sleep, 'limit' | 'whenTimeIsUp'>,
	hasEnded: boolean,
): Promise<Awaiting['unfinished']> {
	const lastSyncs: LastSyncs = hasEnded
		? new Map()
		: await readLastSyncs(serviceOf(rounds.run.context), clock);
	const isReading = toRead(rounds, outcomes);
	return (one) => expired(rounds, limits, lastSyncs, one, isReading(one));
}

/** The items that go on by themselves while we wait. */
const waitingFor = (rounds: Rounds, awaited: readonly Awaited[]): Waiting => ({
	awaited,
	outcomes: new Map(),
	goOn: async (waiting) =>
		(await sendLockedAgain(rounds, waiting)) || (await goOn(rounds, waiting)),
});

/**
 * The record of a request that was queued. Who asks again gets it as it is now, and may have it sent again if it was refused.
 * @throws QueueError if it is gone, or what it wrote was removed since. ServiceError if the service can't be asked.
 */
async function queuedNow(rounds: Rounds, { record, ...one }: Queued): Promise<IDataObject> {
	if (!isRepeated(rounds, one)) return { ...aboutOrder(one.earlier), ...record };
	const { slot, id } = one;
	const now = await findRequest(serviceOf(rounds.run.context), id);
	if (!now) throw errorOfOutcome(one, { gone: true });
	if (wroteNothing(now)) {
		note(rounds.run.journal, { event: 'refused', slot, id, execution: endsIn(rounds) });
		return { ...now };
	}
	await removalCheck(rounds.run, () => true)([one], new Map([[id, { pages: [now] }]]));
	return { ...aboutEarlier(rounds, one), ...now };
}

/** The records of the requests that were queued, and the failures, in the order of the items. */
async function queuedItems(
	rounds: Rounds,
	queued: readonly Queued[],
): Promise<INodeExecutionData[]> {
	const { run, failures, operation } = rounds;
	const items: INodeExecutionData[] = [];
	for (const one of queued) {
		try {
			items.push({ json: await queuedNow(rounds, one), pairedItem: { item: one.itemIndex } });
		} catch (error) {
			setAside(run.context, failures, error, one.itemIndex);
		}
	}
	if (rounds.isTool && failures.size === 0) {
		noteAnswered(run.context, operation.isQuery === true);
	}
	return inOrder([...failures.values(), ...items]);
}

/**
 * Returns what the user chose: the queued requests at once, or their results once they are there.
 * @returns The items, or none if the execution goes to sleep.
 * @throws NodeOperationError of the first item that failed or is still waiting, unless the node continues on errors.
 */
export async function waitForResults({
	awaited,
	queued,
	rounds,
	settings,
	strategy,
}: QueuedRun): Promise<INodeExecutionData[]> {
	const { run, failures } = rounds;
	const { context, journal, prefix, execution } = run;
	const known = knownFrom(journal);
	if (strategy.waits === 'not') {
		const lastSyncs = await readLastSyncs(serviceOf(context), clock);
		hint(context, queuedHint(queued, lastSyncs, readerOf(context)));
		showWrittenBefore(rounds, queued);
		if (isTest(rounds) && writesNow(rounds)(queued)) hint(context, TEST_QUEUED);
		return await queuedItems(rounds, queued);
	}
	const { simplify, requestsAtOnce } = settings;
	const wanted = settings.waitLimit ?? standardLimit[strategy.waits];
	const limit = Math.min(wanted, strategy.atMost);
	const waiting = waitingFor(rounds, awaited);
	if (strategy.problem !== undefined) hint(context, checkingHint(strategy.problem));
	if (limit < wanted) {
		hint(context, shortenedHint(clock.now() + limit, readerOf(context)));
	}
	// The time runs out only once in an execution. Its later tries only look.
	const isOver = known.expiredIn === execution;
	const isPolling = strategy.waits === 'polling' || isOver;
	const patience = isOver ? 0 : Math.min(isPolling ? limit : BRIEFLY, limit);
	const incomplete: Sleep['incomplete'] = {};
	const asking = { cursors: known.cursors, requestsAtOnce, incomplete };
	const result = await settled(
		poll(context, waiting, asking, { limit: patience, isFinal: isPolling }),
	);
	endIfCanceled(rounds, waiting);
	if (result.status === 'rejected') {
		return await results({ rounds, waiting, simplify, unfinished: rethrow(result.reason) });
	}
	const hasEnded = result.value;
	// What an agent asks for again, it waits for again.
	if (!hasEnded && isPolling && !rounds.isTool) note(journal, { event: 'expired', execution });
	if (hasEnded || isPolling) {
		const unfinished = await whenTimeIsUp(rounds, waiting, { ...settings, limit }, hasEnded);
		return await results({ rounds, waiting, simplify, unfinished });
	}
	const sleep: Sleep = {
		awaited: [...waiting.awaited],
		failures: [...failures],
		simplify,
		requestsAtOnce,
		whenTimeIsUp: settings.whenTimeIsUp,
		deadline: Date.now() + limit,
		limit,
		resumeUrl: strategy.resumeUrl ?? '',
		execution,
		prefix,
		hasSteps: waiting.awaited.some(({ item }) => item !== undefined),
		ifAlreadyQueued: settings.ifAlreadyQueued,
		times: 0,
		nudges: [],
		incomplete,
	};
	await fallAsleep(context, journal, sleep, waiting.outcomes);
	return [];
}

/** When a run that sleeps began to wait. */
const beginningOf = ({ deadline, limit }: Sleep): number => deadline - limit;

/** Puts the execution to sleep, and says on the node what it waits for. */
async function fallAsleep(
	context: IExecuteFunctions,
	journal: RunJournal,
	sleep: Sleep,
	outcomes: Outcomes,
): Promise<void> {
	const { awaited, deadline } = sleep;
	const wait = {
		awaited,
		open: awaited.filter(({ id }) => !outcomes.has(id)),
		lastSyncs: await readLastSyncs(serviceOf(context), clock),
		reader: readerOf(context),
		since: beginningOf(sleep),
		until: deadline,
	};
	hint(context, asleepHint(wait));
	await putToSleep(context, journal, sleep, outcomes);
}

/** Whether an item that can't go on is the reason, and not the service that can't be asked. */
const isFinal = (reason: unknown): boolean => !(originOf(reason) instanceof ServiceError);

/** The rounds of a run that was asleep. A woken execution can't read its forms any more. */
async function roundsAfterSleep(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	journal: RunJournal,
	{ awaited, failures, prefix, requestsAtOnce, ifAlreadyQueued }: Sleep,
): Promise<Rounds> {
	const forms = new Map(
		awaited.flatMap(({ itemIndex, form }) => (form ? [[itemIndex, form]] : [])),
	);
	return {
		run: runOf(context, journal, { prefix, ifAlreadyQueued, isQuery: operation.isQuery }),
		operation,
		isTool: false,
		begunAt: journal.events.length,
		failures: new Map(failures),
		forms,
		failed: new Map(failures.map(([itemIndex]) => [itemIndex, undefined])),
		requestsAtOnce,
		knowledgeFor: operation.steps
			? await loadKnowledge(context, operation, forms)
			: () => undefined,
	};
}

/**
 * Continues a run that was asleep and has been woken, by a nudge or by its clock. It returns the results, or goes back
 * to sleep if something is missing and there is time left.
 * @param woken What the last nudge has left for it, if one woke it.
 * @throws NodeOperationError of the first item that failed or is still waiting, unless the node continues on errors.
 */
export async function goOnAfterSleep(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	journal: RunJournal,
	woken: Woken | undefined,
): Promise<INodeExecutionData[]> {
	const taken = takeSleep(journal);
	const execution = context.getExecutionId();
	// A repeated execution has another address. The nudges that were queued for the first one would not wake it.
	const sleep =
		taken.execution === execution
			? taken
			: { ...taken, execution, resumeUrl: resumeUrlOf(context), nudges: [] };
	const { simplify, requestsAtOnce, deadline, incomplete } = sleep;
	const rounds = await roundsAfterSleep(context, operation, journal, sleep);
	const waiting = waitingFor(rounds, sleep.awaited);
	for (const [id, outcome] of Object.entries(woken?.found ?? {}))
		waiting.outcomes.set(id, outcome as Outcome);
	const result = await settled(
		poll(
			context,
			waiting,
			{ cursors: knownFrom(journal).cursors, requestsAtOnce, incomplete },
			{ limit: WHILE_AWAKE, isFinal: Date.now() + WHILE_AWAKE >= deadline },
		),
	);
	const { awaited, outcomes } = waiting;
	endIfCanceled(rounds, waiting);
	const isOver = Date.now() >= deadline;
	const hasEnded = result.status === 'fulfilled' && result.value;
	const asleep = { ...sleep, awaited: [...awaited], failures: [...rounds.failures] };
	// The execution may have waited for hours. It must not lose its results because the service is away for a moment.
	const isStopped = result.status === 'rejected' && isFinal(result.reason);
	if (result.status === 'rejected' && !isOver && !isStopped) {
		const { message } = result.reason as Error;
		context.logger.warn(`${context.getNode().name} sleeps on, since it can't look: ${message}`);
	}
	if (!hasEnded && !isOver && !isStopped) {
		await fallAsleep(context, journal, { ...asleep, lingers: false }, outcomes);
		return [];
	}
	const mayLinger = hasEnded && !isOver && !woken && !sleep.lingers;
	if (mayLinger && (await hasNudgeUnderway(serviceOf(context), sleep))) {
		await fallAsleep(context, journal, { ...asleep, lingers: true }, outcomes);
		return [];
	}
	hint(context, awakeHint(beginningOf(sleep), readerOf(context)));
	if (!hasEnded && isOver) note(journal, { event: 'expired', execution });
	const unfinished =
		result.status === 'rejected'
			? rethrow(result.reason)
			: await whenTimeIsUp(rounds, waiting, sleep, hasEnded);
	return await results({ rounds, waiting, simplify, unfinished });
}
