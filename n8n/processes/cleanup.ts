/** What has to be undone at the end, last things first, however the end comes. */
export class Cleanup {
	private readonly steps: Array<() => Promise<void>> = [];

	private running?: Promise<void>;

	/** Adds something to undo. */
	add(step: () => Promise<void>): void {
		this.steps.push(step);
	}

	/** Undoes everything; called again, it waits for the same. A step that fails does not keep the others from running. */
	async run(): Promise<void> {
		this.running ??= this.undo();
		await this.running;
	}

	private async undo(): Promise<void> {
		const failures: unknown[] = [];
		for (const step of this.steps.reverse()) {
			await step().catch((error: unknown) => failures.push(error));
		}
		if (failures.length > 0)
			throw new AggregateError(failures, 'Not everything could be tidied up');
	}
}
