import type { Page } from 'playwright-core';

/** What somebody does with their hands: each press of the mouse, and each key that goes down. */
export interface Effort {
	clicks: number;
	keys: number;
}

/** Counts what reaches a page from mouse and keyboard, from now on and across its navigations. */
export async function countEffort(page: Page): Promise<{ spent(): Effort }> {
	const effort: Effort = { clicks: 0, keys: 0 };
	await page.exposeFunction('countEffort', (kind: keyof Effort) => {
		effort[kind] += 1;
	});
	const listening = `
		for (const [event, kind] of [['pointerdown', 'clicks'], ['keydown', 'keys']]) {
			addEventListener(event, ({ isTrusted }) => { if (isTrusted) countEffort(kind); }, true);
		}`;
	await page.addInitScript(listening);
	await page.evaluate(listening);
	return { spent: () => ({ ...effort }) };
}

/** What was spent between two moments. */
export const effortSince = (before: Effort, after: Effort): Effort => ({
	clicks: after.clicks - before.clicks,
	keys: after.keys - before.keys,
});
