import { setTimeout as delay } from 'node:timers/promises';

import { growthOf } from '../support/memory';
import type { Road, Setting } from '../support/setting';
import { accountingSync, type Kind } from './contestants';
import { runOnce } from './rates';

/** One run of many items in an n8n that has just been started. */
export interface ManyItems {
	kind: Kind;
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
	const run = async (kind: Kind, items: number) =>
		await runOnce(setting, road, accountingSync, kind, items);
	for (const kind of ['writes', 'reads'] as const) {
		for (const items of [most / 10, most]) {
			let [milliseconds, slowestAnswer] = [0, 0];
			const growth = await growthOf(
				setting,
				async () => void (await run(kind, 1)),
				async () => {
					const work = run(kind, items);
					slowestAnswer = await slowestDuring(setting.n8n.address, work);
					milliseconds = await work;
				},
			);
			measured.push({ kind, items, milliseconds, growth, slowestAnswer });
			say(
				`${items} ${kind}: ${milliseconds} ms, ${growth.toFixed(0)} MB, ${slowestAnswer.toFixed(0)} ms`,
			);
		}
	}
	return measured;
}
