import { type PositionedSlot, stepPositionOfSlot } from '../requests/identifiers';
import type { Known, Queued } from './journal';

/** A write of a later step, with its place. */
export interface StepWrite extends Queued {
	position: PositionedSlot;
}

/** What a run has written of its items, by item, but for what an agent asked for first. */
export interface ItemWrites {
	/** What items began with, if that was a write. `standing` is it, if it may have been carried out. */
	first: ReadonlyMap<string, { standing?: Queued }>;
	/** The writes of later steps that may have been carried out. */
	steps: ReadonlyMap<string, readonly StepWrite[]>;
	/** The last of these. */
	later: ReadonlyMap<string, Queued>;
}

/** Sorts what a run has written by item. */
export function writesByItem({ queued, refused }: Known): ItemWrites {
	const first = new Map<string, { standing?: Queued }>();
	const steps = new Map<string, StepWrite[]>();
	const later = new Map<string, Queued>();
	for (const slot of refused.keys()) first.set(slot, {});
	for (const one of queued.values()) {
		const isRefused = refused.get(one.slot)?.some(({ id }) => id === one.record.id) ?? false;
		const position = stepPositionOfSlot(one.slot);
		if (!position) {
			first.set(one.slot, isRefused ? {} : { standing: one });
		} else if (!isRefused) {
			const { item } = position;
			steps.set(item, [...(steps.get(item) ?? []), { ...one, position }]);
			later.set(item, one);
		}
	}
	return { first, steps, later };
}

/**
 * Whether an item has a write in the queue that leads to a step and may have been carried out, whichever try has queued it.
 * @param wordsNow What its key may end in now: what was written with another form does not count. Undefined if the form does not tell.
 */
export function mayHaveWritten(
	{ stepWrites }: Pick<Known, 'stepWrites'>,
	{ item, step }: Pick<PositionedSlot, 'item' | 'step'>,
	wordsNow: () => readonly string[] | undefined,
): boolean {
	const keys = [...(stepWrites.get(item)?.values() ?? [])]
		.filter((one) => one.step === step)
		.map(({ key }) => key);
	const words = keys.length > 0 ? wordsNow() : [];
	return keys.some((key) => words?.some((one) => key.includes(`-${one}`)) ?? true);
}
