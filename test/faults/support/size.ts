import { env } from 'node:process';

function numberIn(name: string, usual: number): number {
	const given = env[name];
	if (given === undefined || given === '') return usual;
	if (!/^\d{1,9}$/.test(given)) throw new Error(`${name} must be a whole number, not "${given}".`);
	return Number(given);
}

/** How much is tried, and from which seed: each can be set in the environment. */
export const size = {
	seed: numberIn('FAULTS_SEED', 1),
	writes: numberIn('FAULTS_WRITES', 1000),
	pages: numberIn('FAULTS_PAGES', 1000),
	bodies: numberIn('FAULTS_BODIES', 20_000),
	minutes: numberIn('FAULTS_MINUTES', 3),
};
