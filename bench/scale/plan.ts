/** How many processes take webhooks, and how many run executions. */
export interface Counts {
	processors: number;
	workers: number;
}

export const plan = {
	/** Of one core, for each webhook processor and each worker: eight at work leave a whole core of two to everything else. */
	share: 0.12,
	/** In this order, because processes are stopped and not started in between. */
	steps: [
		{ processors: 4, workers: 8 },
		{ processors: 2, workers: 4 },
		{ processors: 1, workers: 2 },
		{ processors: 1, workers: 1 },
	] satisfies Counts[],
	/** Pages that are delivered before anything is measured. */
	warmUp: 160,
	/** Side by side to each processor. */
	senders: 4,
	/** How long pages are delivered. */
	seconds: 15,
	/** Executions that sleep and are woken, for each worker. */
	waits: 12,
	/** How long everybody may finish before it is looked at how they do nothing. */
	settleSeconds: 5,
	/** How long nothing happens, to see what the processes use by themselves. */
	idleSeconds: 5,
	/** The part of the executions that counts: the last ones leave some workers without work. */
	counted: 0.9,
} as const;
