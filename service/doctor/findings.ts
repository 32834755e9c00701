/** What is looked at, in the order of the report. */
export const checks = [
	'database',
	'disk',
	'service',
	'address',
	'certificate',
	'proxy',
	'clock',
	'keys',
	'deliveries',
	'connectors',
] as const;

export type Check = (typeof checks)[number];

/** Something that was found out, or that could not be. */
export interface Finding {
	readonly status: 'well' | 'wrong' | 'not_checked';
	/** In plain English, without secrets. */
	readonly message: string;
	/** What to do about it. */
	readonly advice?: string;
	/** Whether it would have been checked if nothing had been in the way. */
	readonly isHindered?: true;
}

export const well = (message: string): Finding => ({ status: 'well', message });

export const wrong = (message: string, advice: string): Finding => ({
	status: 'wrong',
	message,
	advice,
});

/** There is nothing to check here, because of how the service is set up. */
export const notChecked = (message: string): Finding => ({ status: 'not_checked', message });

/** It would have been checked, and nobody knows how it is. */
export const hindered = (message: string): Finding => ({
	status: 'not_checked',
	message,
	isHindered: true,
});

/** The sentence of an error, and of those within it. */
export function reasonOf(error: unknown): string {
	if (error instanceof AggregateError && error.message === '')
		return error.errors.map(reasonOf).join('; ');
	return error instanceof Error ? error.message : String(error);
}

/** What is wrong; if nothing is, what is well. */
export const orWell = (found: readonly Finding[], message: string): readonly Finding[] =>
	found.length > 0 ? found : [well(message)];

/** A count with its noun: `1 request`, `2 requests`. */
export const counted = (count: number, noun: string, several = `${noun}s`): string =>
	`${count.toLocaleString('en')} ${count === 1 ? noun : several}`;

/** At most so many names, and how many more there are. */
export function listed(names: readonly string[], most = 5): string {
	const more = names.length - most;
	return [...names.slice(0, most), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** A moment as it is written: to the minute, in UTC. */
export const minuteOf = (moment: string | number): string =>
	`${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
