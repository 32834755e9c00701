import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { median } from '../support/statistics';

/** How many orders a run compares. */
const ORDERS = 10_000;

/** What one run came to. */
export interface Round {
	/** Processor time, that of n8n's engine and of the played service too. */
	seconds: number;
	/** By how much the process grew at most. */
	megabytes: number;
}

/** What the runs came to in which the books were read in such windows. */
export interface MeasuredCase extends Round {
	window: string;
}

export const ROUNDS = 3;

/** The window that is as long as the whole period, and shorter ones. */
const windows = ['year', 'month', 'week'] as const;

async function roundOf(window: string): Promise<Round> {
	const child = fork(join(__dirname, 'run-case.ts'), [String(ORDERS), window]);
	const ended = once(child, 'exit').then(([code]: unknown[]) => {
		throw new Error(`The process with windows of a ${window} has ended with ${String(code)}.`);
	});
	const [round] = (await Promise.race([once(child, 'message'), ended])) as [Round];
	ended.catch(() => {});
	return round;
}

async function measureCase(window: string): Promise<MeasuredCase> {
	const rounds: Round[] = [];
	for (let round = 0; round < ROUNDS; round++) rounds.push(await roundOf(window));
	return {
		window,
		seconds: median(rounds.map(({ seconds }) => seconds)),
		megabytes: median(rounds.map(({ megabytes }) => megabytes)),
	};
}

/** Measures what Compare takes in n8n's engine, beside a service that answers at once. */
export async function measureComparison(say: (line: string) => void): Promise<MeasuredCase[]> {
	const measured: MeasuredCase[] = [];
	for (const window of windows) {
		const figures = await measureCase(window);
		say(`compare: ${JSON.stringify(figures)}`);
		measured.push(figures);
	}
	return measured;
}
