/**
 * Lets calls run together, but holds them back while somebody looks at what has become of them. A look into the queue is
 * worth nothing while a call is on its way whose request looks just like the one that is looked for.
 */
export class Lock {
	private readonly together = new Set<Promise<unknown>>();

	/** The last one that works alone or waits to do so. */
	private alone: Promise<unknown> = Promise.resolve();

	/** Does work beside the others, as soon as nobody works alone or waits to do so. */
	async shared<Result>(work: () => Promise<Result>): Promise<Result> {
		for (let awaited; awaited !== this.alone;) {
			awaited = this.alone;
			await awaited;
		}
		const underWay = work();
		this.together.add(underWay);
		try {
			return await underWay;
		} finally {
			this.together.delete(underWay);
		}
	}

	/** Does work alone: after everything that is under way, and before anything that comes later. */
	async exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
		const before = this.alone;
		const own = (async () => {
			await before;
			await Promise.allSettled(this.together);
			return await work();
		})();
		this.alone = Promise.allSettled([own]);
		return await own;
	}
}
