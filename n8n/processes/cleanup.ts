/** What has to be undone at the end, last things first, however the end comes. */
export class Cleanup {
	private readonly steps: Array<() => unknown> = [];

	private running?: Promise<void>;

	/** Adds something to undo. */
	add(step: () => unknown): void {
		this.steps.push(step);
	}

	/** Undoes everything; called again, it waits for the same. A step that fails does not keep the others from running. */
	async run(): Promise<void> {
		this.running ??= this.undo();
		await this.running;
	}

	private async undo(): Promise<void> {
		const failures: unknown[] = [];
		// What is still being started may add its own step meanwhile.
		for (let step = this.steps.pop(); step; step = this.steps.pop()) {
			try {
				await step();
			} catch (error) {
				failures.push(error);
			}
		}
		if (failures.length > 0)
			throw new AggregateError(failures, 'Not everything could be tidied up');
	}
}
