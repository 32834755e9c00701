import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { median } from '../support/statistics';

/** What a run compares, and in which windows the books are read for it: all at once unless said. */
export interface ComparedCase {
	orders: number;
	window?: string;
}

/** What one run came to. */
export interface Round {
	/** Processor time, that of n8n's engine and of the played service too. */
	seconds: number;
	/** By how much the process grew at most. */
	megabytes: number;
	/** How many requests were queued. */
	requests: number;
	/** The XML of all answers together. */
	answerMegabytes: number;
}

export type MeasuredCase = ComparedCase & Round;

export const ROUNDS = 3;

const cases: readonly ComparedCase[] = [
	{ orders: 1_000 },
	{ orders: 10_000 },
	{ orders: 10_000, window: 'month' },
	{ orders: 10_000, window: 'week' },
];

async function roundOf({ orders, window }: ComparedCase): Promise<Round> {
	const child = fork(join(__dirname, 'run-case.ts'), [String(orders), ...(window ? [window] : [])]);
	const ended = once(child, 'exit').then(([code]: unknown[]) => {
		throw new Error(`The process of ${orders} orders has ended with ${String(code)}.`);
	});
	const [round] = (await Promise.race([once(child, 'message'), ended])) as [Round];
	ended.catch(() => {});
	return round;
}

async function measureCase(one: ComparedCase): Promise<MeasuredCase> {
	const rounds: Round[] = [];
	for (let round = 0; round < ROUNDS; round++) rounds.push(await roundOf(one));
	return {
		...one,
		...rounds[0],
		seconds: median(rounds.map(({ seconds }) => seconds)),
		megabytes: median(rounds.map(({ megabytes }) => megabytes)),
	};
}

/** Measures what Compare takes in n8n's engine, beside a service that answers at once. */
export async function measureComparison(say: (line: string) => void): Promise<MeasuredCase[]> {
	const measured: MeasuredCase[] = [];
	for (const one of cases) {
		const figures = await measureCase(one);
		say(`compare: ${JSON.stringify(figures)}`);
		measured.push(figures);
	}
	return measured;
}
