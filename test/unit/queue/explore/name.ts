import { hash } from 'node:crypto';

import type { Existing, Progress } from '../../../../queue/once/decide';
import { type Journal, knownFrom, type Queued } from '../../../../queue/once/journal';
import type { Look } from '../../../../queue/reader/recognise';
import { isUnclear } from '../../../../quickbooks/qbxml/certainty';
import type { Execution, State } from './state';

const names = new WeakMap<object, string>();

/** What stands for something that stays as it is, by all that counts of it. */
export function nameOnce<Thing extends object>(
	thing: Thing,
	whatCounts: (thing: Thing) => unknown = (all) => all,
): string {
	const before = names.get(thing);
	if (before !== undefined) return before;
	const name = hash('md5', JSON.stringify(whatCounts(thing)), 'base64url');
	names.set(thing, name);
	return name;
}

/**
 * What counts of a journal is what is known from it.
 * @param besides What else counts of a request that is in the queue.
 */
export function nameOfJournal(
	journal: Journal,
	besides: (queued: Queued) => unknown = () => undefined,
): string {
	return nameOnce(journal.events, (events) => {
		const { cursors, begunOn, looks, queued, unanswered, refused, lost, replacements, ...known } =
			knownFrom(journal);
		return [
			events.length > 0,
			[...cursors.values()].map(({ ids }) => ids),
			[...begunOn],
			[...looks],
			[...queued.values()].map((one) => [
				one.slot,
				one.key,
				one.record.id,
				one.execution,
				besides(one),
			]),
			[...unanswered],
			[...refused.values()].flat().map(({ slot, id, execution }) => [slot, id, execution]),
			[...lost.keys()],
			[...replacements],
			[...known.items.values()],
			[...known.own.keys()],
			[...known.stepWrites.values()].map((own) => [...own.keys()]),
			[...known.sentInTurn],
			known.round,
		];
	});
}

/** What is known of what became of a request. */
const standing = ({ record, earlier }: Queued): unknown => [record.state, earlier];

function nameOfSight(seen: Existing | Look): unknown {
	if (isUnclear(seen)) return [seen.because];
	if (seen.is === 'found') return [seen.is, seen.record.id, seen.record.state];
	return [seen.is, 'without' in seen && seen.without?.id];
}

function nameOfProgress({ calls, failure, looks, look, existing }: Progress): unknown {
	return [
		calls,
		failure && [failure.isUnknown, failure.isTurnedAway],
		looks,
		look && nameOfSight(look),
		existing && nameOfSight(existing),
	];
}

function nameOfExecution(execution: Execution): unknown {
	const { plan, form, phase, journal, saved, items, at, progress, decisions, isDisturbed } =
		execution;
	const facts = [plan, form, phase, isDisturbed, items];
	if (phase === 'succeeded') return facts;
	if (phase === 'failed' || phase === 'crashed' || phase === 'stopped') {
		return [...facts, nameOfJournal(saved, standing)];
	}
	return [
		...facts,
		execution.try,
		nameOfJournal(journal, standing),
		nameOfJournal(saved, standing),
		at,
		nameOfProgress(progress),
		decisions,
	];
}

/** The same for states from which the same follows. */
export const nameOf = ({
	queue,
	late,
	books,
	executions,
	happened,
	retries,
	untruth,
}: State): string =>
	JSON.stringify([
		queue.map(({ id, sentAs, words, idempotencyKey, state, isUndone }) => [
			id,
			sentAs,
			words,
			idempotencyKey,
			state,
			isUndone,
		]),
		late.map(({ id }) => id),
		books,
		executions.map(nameOfExecution),
		happened,
		retries,
		untruth,
	]);
