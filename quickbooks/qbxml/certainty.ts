/** What can't be told, and why: `because` is a clause that follows "since". */
export interface Unclear {
	is: 'unclear';
	because: string;
}

/**
 * What a look into the books or into a queue says: what it looked for is there, is certainly not there, or can't be told.
 * @typeParam Found What is known of what is there.
 * @typeParam Absent What is known where nothing is.
 */
export type Certainty<Found extends object, Absent extends object = object> =
	(Absent & { is: 'absent' }) | (Found & { is: 'found' }) | Unclear;

export const absent = { is: 'absent' } as const;

export const unclear = (because: string): Unclear => ({ is: 'unclear', because });

export const isUnclear = (seen: object): seen is Unclear => 'is' in seen && seen.is === 'unclear';
