/** How long each of many calls took, in milliseconds, by what was called. */
export class Tally {
	private readonly times = new Map<string, number[]>();

	/** Whether what begins now counts. */
	isRunning = false;

	add(what: string, milliseconds: number): void {
		const times = this.times.get(what) ?? [];
		this.times.set(what, times);
		times.push(milliseconds);
	}

	/**
	 * Measures one call.
	 * @param due when it should have begun; it counts as late from then on, whatever kept it from beginning
	 */
	async measured<Result>(
		what: string,
		call: () => Promise<Result>,
		due = performance.now(),
	): Promise<Result> {
		const counts = this.isRunning;
		const result = await call();
		if (counts) this.add(what, performance.now() - due);
		return result;
	}

	count(what: string): number {
		return this.times.get(what)?.length ?? 0;
	}

	/** The time within which this share of the calls was answered. */
	within(what: string, share: number): number {
		const times = (this.times.get(what) ?? []).toSorted((one, other) => one - other);
		return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
	}
}
