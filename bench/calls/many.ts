import { setTimeout as delay } from 'node:timers/promises';

import { growthOf } from '../support/memory';
import type { Road, Setting } from '../support/setting';
import { accountingSync } from './contestants';
import { runOnce } from './rates';

/** One run that writes many items, in an n8n that has just been started. */
export interface ManyItems {
	items: number;
	milliseconds: number;
	/** By how many megabytes n8n grew at most. */
	growth: number;
	/** How long n8n took at most to answer what the editor asks it, in milliseconds, while the node was at work. */
	slowestAnswer: number;
}

const BETWEEN_QUESTIONS = 50;

/** Asks n8n again and again, until some work is done. */
async function slowestDuring(address: string, work: Promise<unknown>): Promise<number> {
	let isDone = false;
	void work.catch(() => undefined).finally(() => (isDone = true));
	let slowest = 0;
	while (!isDone) {
		const asked = performance.now();
		await (await fetch(`${address}/rest/settings`)).arrayBuffer();
		slowest = Math.max(slowest, performance.now() - asked);
		await delay(BETWEEN_QUESTIONS);
	}
	return slowest;
}

/** Runs this node with a tenth of many items and with all of them. */
export async function measureManyItems(
	setting: Setting,
	road: Road,
	most: number,
	say: (line: string) => void,
): Promise<ManyItems[]> {
	const measured: ManyItems[] = [];
	const run = async (items: number) =>
		await runOnce(setting, road, accountingSync, 'writes', items);
	for (const items of [most / 10, most]) {
		let [milliseconds, slowestAnswer] = [0, 0];
		const growth = await growthOf(
			setting,
			async () => void (await run(1)),
			async () => {
				const work = run(items);
				slowestAnswer = await slowestDuring(setting.n8n.address, work);
				milliseconds = await work;
			},
		);
		measured.push({ items, milliseconds, growth, slowestAnswer });
		say(
			`${items} writes: ${milliseconds} ms, ${growth.toFixed(0)} MB, ${slowestAnswer.toFixed(0)} ms`,
		);
	}
	return measured;
}
