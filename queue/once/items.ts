import type { Unclear } from '../../quickbooks/qbxml/certainty';
import type { Identified } from '../reader/history';
import {
	firstSlotIn,
	readRoundOf,
	STEP_WORDS_LENGTH,
	stepPositionIn,
	stepPositionOfSlot,
} from '../requests/identifiers';
import { wroteNothing } from '../requests/queuedRecord';
import { externalGuidIn } from '../requests/requestId';
import { changedIn } from '../requests/shownRequest';
import type { Write } from '../requests/write';
import type { RunFacts } from './decide';
import type { JournalEvent, Known, Queued, Standing } from './journal';
import { orderChanged } from './learn';
import { type ItemWrites, type StepWrite, writesByItem } from './writesByItem';

/** An item of several steps, as it is asked for now. */
export interface AskedItem {
	/** Its name in the journal. */
	item: string;
	/** Stands for its form. */
	formHash: string;
	/**
	 * What the identifier of its write for a step may end in now, before the mark of the execution. Undefined if the form alone does not
	 * tell that.
	 * @param step The number of the step.
	 */
	wordsAt: (step: number) => readonly string[] | undefined;
}

/** Stands for the form of an item of which only the queue tells. */
const UNKNOWN_FORM = '';

/** A run with how its identifiers begin. */
type NamedRun = Pick<RunFacts, 'execution' | 'isRetry'> & { prefix: string };

/** Where an item of several steps goes on. */
export type Place =
	/** With its first requests. */
	| { at: 'beginning' }
	/** In the same way, whatever it was about before: its form is another one. */
	| { at: 'beginning anew' }
	/** With what comes of the requests that it has in the queue. `planned` if the journal does not say so yet. */
	| { at: 'step'; queued: readonly Queued[]; planned?: JournalEvent }
	/** Nowhere: its form was changed after it had written something. */
	| { at: 'end'; written: Queued };

/**
 * Where items go on that an earlier try of the run may have left on their way. What they had only read, a Retry reads again: the books
 * may have changed since.
 * @param looksFirst Whether the first step sees in the books what was written before, so that an item may begin anew all the same.
 */
export function placesOf(
	known: Known,
	run: NamedRun,
	asked: ReadonlyArray<AskedItem & Pick<Queued, 'connectionId'>>,
	{ looksFirst = false, steps: names = [] }: { looksFirst?: boolean; steps?: readonly string[] },
): Place[] {
	const { first, later, steps } = writesByItem(known);
	// Where only the queue tells of an item, what it has written there tells whether the form is still the same.
	const isChanged = ({ item, formHash }: Standing, now: (typeof asked)[number]) =>
		formHash === UNKNOWN_FORM
			? (steps.get(item) ?? []).some(({ identifier, connectionId, position: { slot, step } }) => {
					const words = now.wordsAt(step);
					const isOne = (one: string) => identifier.startsWith(`${run.prefix}${slot}-${one}`);
					const isElsewhere = connectionId !== now.connectionId;
					return isElsewhere || (words !== undefined && !words.some(isOne));
				})
			: formHash !== now.formHash;
	const isRead = (slot: string): boolean => readRoundOf(run.prefix, slot) !== undefined;
	const writtenBy = ({ item, slots }: Standing): Queued | undefined => {
		const begun = slots.find((slot) => !isRead(slot)) ?? '';
		return later.get(item) ?? first.get(begun)?.standing;
	};
	return asked.map((one): Place => {
		const { item: name } = one;
		const item = known.items.get(name);
		if (!item) return { at: 'beginning' };
		const isFailed = item.failedIn !== undefined && item.failedIn !== run.execution;
		if (run.isRetry && isChanged(item, one)) {
			const written = isFailed ? undefined : writtenBy(item);
			return written && written.execution !== run.execution
				? { at: 'end', written }
				: { at: 'beginning anew' };
		}
		const queued = item.slots.flatMap((slot) => known.queued.get(slot) ?? []);
		const isStale =
			run.isRetry &&
			item.slots.every(isRead) &&
			(looksFirst || !(first.has(name) || later.has(name)));
		if (isFailed || isStale) return { at: 'beginning' };
		const [unplanned] = (steps.get(name) ?? [])
			.filter(({ position: { round, part } }) => part === '' && round > roundOf(item, run))
			.sort((one, other) => other.position.round - one.position.round);
		if (unplanned) return foundAt(unplanned, item, names);
		return queued.length < item.slots.length ? { at: 'beginning' } : { at: 'step', queued };
	});
}

/** The round in which an item has asked for what it waits for. */
export const roundOf = ({ slots }: Standing, { prefix }: Pick<NamedRun, 'prefix'>): number =>
	Math.max(
		...slots.map((slot) => stepPositionOfSlot(slot)?.round ?? readRoundOf(prefix, slot) ?? 0),
	);

/** Where an item goes on that was interrupted when its write was in the queue: what it had kept is not known any more. */
function foundAt(found: StepWrite, { item, kept, formHash }: Standing, names: readonly string[]) {
	const { position, slot } = found;
	const planned: JournalEvent = {
		event: 'planned',
		item,
		step: names[position.step],
		slots: [slot],
		kept: kept.remembered === undefined ? {} : { remembered: kept.remembered },
		formHash,
	};
	return { at: 'step' as const, queued: [found], planned };
}

/**
 * The round in which an item's writes of a step go out. One that went out and gave no answer goes out in the same place again, and
 * never beside it.
 */
export function roundFor(
	{ unanswered, round }: Pick<Known, 'round' | 'unanswered'>,
	item: string,
	step: number,
): number {
	for (const slot of unanswered.keys()) {
		const position = stepPositionOfSlot(slot);
		if (position?.item === item && position.step === step) return position.round;
	}
	return round;
}

/** The items of a run on one connection. */
interface OnConnection {
	connectionId: string;
	asked: ReadonlyArray<Pick<AskedItem, 'item'>>;
	/** The names of the operation's steps. */
	steps: readonly string[];
}

/**
 * What a try learns of items of several steps from the run's own requests in the queue: each stands where its newest write is that
 * may have been carried out. What was refused, and a step with several writes, is left alone: the item begins anew then, and its
 * first step sees what is in the books.
 * @param found Oldest first.
 */
export function placesIn(
	known: Known,
	{ execution, isRetry, prefix }: NamedRun,
	{ connectionId, asked, steps }: OnConnection,
	found: readonly Identified[],
): JournalEvent[] {
	const names = new Set(asked.map(({ item }) => item));
	const events: JournalEvent[] = [];
	const newest = new Map<string, number>();
	let { round: latest } = known;
	for (const { record, identifier } of found) {
		const queuedIn = (slot: string): JournalEvent => ({
			event: 'queued',
			slot,
			key: identifier,
			identifier,
			connectionId,
			record,
			execution: isRetry ? '' : execution,
			externalGuid: externalGuidIn(record),
		});
		const isKnown = known.own.has(record.id.toLowerCase());
		const position = stepPositionIn(prefix, identifier);
		const begun = firstSlotIn(prefix, identifier);
		if (begun !== undefined && !isKnown && !wroteNothing(record)) events.push(queuedIn(begun));
		if (!position) continue;
		const { item, round, part, slot } = position;
		const { [position.step]: step } = steps;
		if (!names.has(item) || step === undefined) continue;
		if (round > latest) events.push({ event: 'turn', round });
		latest = Math.max(latest, round);
		// What n8n has handed down knows more than the queue does.
		if (isKnown || wroteNothing(record)) continue;
		if (part !== '') {
			events.push({ event: 'seen', slot, key: identifier, id: record.id });
			continue;
		}
		events.push(queuedIn(slot));
		if (round < (newest.get(item) ?? 0)) continue;
		newest.set(item, round);
		events.push({
			event: 'planned',
			item,
			step,
			slots: [slot],
			kept: {},
			formHash: UNKNOWN_FORM,
		});
	}
	return events;
}

/**
 * Why it can't be told which items a connection's requests of later steps are of: one has what another item asks for now.
 * @param asked All items of the run, as they are asked for now.
 * @param found The run's own requests there.
 */
export function whyStepsMoved(
	prefix: string,
	asked: readonly AskedItem[],
	found: readonly Identified[],
): Unclear | undefined {
	const now = new Map(asked.map((one) => [one.item, one]));
	const strays = found.flatMap((one) => {
		const position = stepPositionIn(prefix, one.identifier);
		if (!position || wroteNothing(one.record)) return [];
		const { item, slot, step } = position;
		const words = one.identifier.slice(prefix.length + slot.length + 1);
		const ownWords = now.has(item) ? now.get(item)?.wordsAt(step) : [];
		const isOwn = !ownWords || ownWords.some((word) => words.startsWith(word));
		return isOwn ? [] : [{ ...one, step, words }];
	});
	for (const step of new Set(strays.map((stray) => stray.step))) {
		const asksNow = new Set(asked.flatMap(({ wordsAt }) => wordsAt(step) ?? []));
		const other = strays.find(
			(stray) => stray.step === step && asksNow.has(stray.words.slice(0, STEP_WORDS_LENGTH)),
		);
		if (other) return orderChanged(other);
	}
	return undefined;
}

/** The records that a write changes. Undefined if nobody can tell. */
export const recordsChanged = ({ changed, record }: Queued) => changed ?? changedIn(record);

/** Stands for any record of a connection. */
const ANY = '*';

/**
 * In which round a record was last changed by an item before another one, or may have been, as their requests say. That is later than the
 * other one's own change if the first one had failed, or had nothing to change, before a Retry.
 * @param isRefused Tells what has certainly changed nothing, by the ID of the request.
 */
export function changesBefore({ steps }: ItemWrites, isRefused: (id: string) => boolean) {
	const changes = new Map<string, Array<{ number: number; round: number }>>();
	for (const write of [...steps.values()].flat()) {
		if (isRefused(write.record.id)) continue;
		const one = { number: parseInt(write.position.item, 10), round: write.position.round };
		for (const { value } of recordsChanged(write) ?? [{ value: ANY }]) {
			const name = `${write.connectionId} ${value}`;
			changes.set(name, [...(changes.get(name) ?? []), one]);
		}
	}
	return (connectionId: string, changed: string, item: string): number =>
		[changed, ANY]
			.flatMap((value) => changes.get(`${connectionId} ${value}`) ?? [])
			.filter(({ number }) => number < parseInt(item, 10))
			.reduce((latest, { round }) => Math.max(latest, round), 0);
}

/** An item whose requests have all ended. */
export interface IdleItem {
	item: string;
	/** What it would change with what it asks for next, or what it has read and leaves as it is. */
	changes?: readonly string[];
	/** Whether it has no more to ask for. */
	isDone?: boolean;
	/** Whether it can't begin anew any more: those before it wait for it, too. */
	isBound?: boolean;
	/** What it waits for, if another item changes the same. It begins anew then. */
	waitsFor?: readonly string[];
}

/** Which items go on at this moment. Those that change the same take turns. */
export interface Turns {
	goOn: string[];
	beginAnew: string[];
	deferred: Array<{ item: string; waitsFor: readonly string[] }>;
}

/**
 * Lets the items of a run that have anything to ask for take turns.
 * @param idle In the order of the items.
 */
export function turnsOf(idle: readonly IdleItem[]): Turns {
	const changing = new Set<string>();
	const isTaken = (one: string) => changing.has(one);
	const turns: Turns = { goOn: [], beginAnew: [], deferred: [] };
	const bound = idle.filter(({ isBound }) => isBound);
	for (const one of new Set([...bound, ...idle])) {
		const { item, changes, isDone, isBound, waitsFor } = one;
		if (waitsFor || !changes) continue;
		if (!isBound && changes.some(isTaken)) turns.deferred.push({ item, waitsFor: changes });
		else if (!isDone) turns.goOn.push(item);
		for (const one of isDone ? [] : changes) changing.add(one);
	}
	for (const { item, waitsFor } of idle) {
		if (waitsFor && !waitsFor.some(isTaken)) turns.beginAnew.push(item);
	}
	return turns;
}

/**
 * What an earlier try has written of items that decide by their form whether they read first, if it decided otherwise then. Nothing
 * else would tell that it is the same write: it stands in another place of the run.
 * @param begun What items begin with.
 * @returns The writes, by the numbers of the items.
 */
export function writtenInOtherPlaces(
	known: Known,
	begun: ReadonlyArray<Pick<Write, 'isRead'> & { itemIndex: number }>,
): Map<number, Queued> {
	const { first, later } = writesByItem(known);
	const written = new Map<number, Queued>();
	for (const { itemIndex, isRead } of begun) {
		const item = String(itemIndex);
		const one = isRead ? first.get(item)?.standing : !first.has(item) && later.get(item);
		if (one) written.set(itemIndex, one);
	}
	return written;
}
