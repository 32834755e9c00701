/** How much is measured. */
export interface Plan {
	items: number;
	deliveries: number;
	rounds: number;
	resumes: number;
	memoryRounds: number;
	/** How often calls are measured, which take the longest. */
	callRounds: number;
	/** Of one run. */
	manyItems: number;
}

/** A look at where things stand: about three minutes. */
export const quick: Plan = {
	items: 200,
	deliveries: 24,
	rounds: 3,
	resumes: 5,
	memoryRounds: 1,
	callRounds: 2,
	manyItems: 1000,
};

/** What `docs/performance.md` is written from: about twenty minutes. */
export const full: Plan = {
	items: 1000,
	deliveries: 48,
	rounds: 5,
	resumes: 15,
	memoryRounds: 3,
	callRounds: 3,
	manyItems: 10_000,
};
