import type { Existing, Progress } from '../../../../queue/once/decide';
import { type Journal, knownFrom } from '../../../../queue/once/journal';
import type { Look } from '../../../../queue/reader/recognise';
import { isUnclear } from '../../../../quickbooks/qbxml/certainty';
import type { Execution, State } from './state';

const names = new WeakMap<object, string>();

/** What counts of a journal is what is known from it. */
function nameOfJournal(journal: Journal): string {
	const before = names.get(journal.events);
	if (before !== undefined) return before;
	const { cursors, begunOn, looks, queued, unanswered, refused, replacements, own, round } =
		knownFrom(journal);
	const name = JSON.stringify([
		[...cursors.values()].map(({ ids }) => ids),
		[...begunOn],
		[...looks],
		[...queued.values()].map(({ slot, key, record, execution, earlier }) => [
			slot,
			key,
			record.id,
			record.state,
			execution,
			earlier,
		]),
		[...unanswered],
		[...refused.values()].flat().map(({ slot, id, execution }) => [slot, id, execution]),
		[...replacements],
		[...own.keys()],
		round,
	]);
	names.set(journal.events, name);
	return name;
}

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
		return [...facts, nameOfJournal(saved)];
	}
	return [
		...facts,
		execution.try,
		nameOfJournal(journal),
		nameOfJournal(saved),
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
