import { stepPositionOfSlot } from '../requests/identifiers';
import type { Known, Queued } from './journal';

/** What a run has written of its items, by item, but for what an agent asked for first. */
export interface ItemWrites {
	/** What items began with, if that was a write. `standing` is it, if it may have been carried out. */
	first: ReadonlyMap<string, { standing?: Queued }>;
	/** The last write of a later step that may have been carried out. */
	later: ReadonlyMap<string, Queued>;
}

/** Sorts what a run has written by item. */
export function writesByItem({ queued, refused }: Known): ItemWrites {
	const first = new Map<string, { standing?: Queued }>();
	const later = new Map<string, Queued>();
	for (const slot of refused.keys()) first.set(slot, {});
	for (const one of queued.values()) {
		const isRefused = refused.get(one.slot)?.some(({ id }) => id === one.record.id) ?? false;
		const item = stepPositionOfSlot(one.slot)?.item;
		if (item === undefined) first.set(one.slot, isRefused ? {} : { standing: one });
		else if (!isRefused) later.set(item, one);
	}
	return { first, later };
}
