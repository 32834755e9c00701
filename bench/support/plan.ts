/** How much is measured. */
export interface Plan {
	items: number;
	deliveries: number;
	rounds: number;
	resumes: number;
	memoryRounds: number;
}

/** A look at where things stand: about three minutes. */
export const quick: Plan = { items: 200, deliveries: 24, rounds: 3, resumes: 5, memoryRounds: 1 };

/** What `docs/performance.md` is written from: about twenty minutes. */
export const full: Plan = { items: 1000, deliveries: 48, rounds: 5, resumes: 20, memoryRounds: 3 };
