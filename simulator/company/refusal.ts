/** Thrown when the company file does not allow a write. What has been changed until then is undone. */
export class Refusal extends Error {
	readonly values: readonly string[];

	/** @param values what fills in the placeholders of the status's message */
	constructor(
		readonly code: RefusalCode,
		...values: string[]
	) {
		super(`${code}: ${values.join(', ')}`);
		this.values = values;
	}
}

/** The statuses that only a company file can answer with. */
export type RefusalCode =
	| 3100
	| 3101
	| 3120
	| 3130
	| 3140
	| 3150
	| 3151
	| 3160
	| 3161
	| 3162
	| 3170
	| 3171
	| 3175
	| 3176
	| 3180
	| 3190
	| 3200
	| 3210
	| 3260
	| 3290;
