import type { Page } from 'playwright-core';

/** What somebody does with their hands: the presses of the mouse, and the keys that go down. */
export interface Count {
	clicks: number;
	keys: number;
}

export interface Effort {
	/** What something costs that is done in the page. */
	of(work: () => Promise<void>): Promise<Count>;
}

/** The sum of several counts. */
export const inAll = (counts: readonly Count[]): Count =>
	counts.reduce(
		(sum, { clicks, keys }) => ({ clicks: sum.clicks + clicks, keys: sum.keys + keys }),
		{ clicks: 0, keys: 0 },
	);

/**
 * Counts what reaches a page from mouse and keyboard, across its navigations. Every key counts, those of typed text too: a
 * test has to type, since text that is put into a field is counted as nothing.
 */
export async function countEffort(page: Page): Promise<Effort> {
	const spent: Count = { clicks: 0, keys: 0 };
	await page.exposeFunction('countEffort', (kind: keyof Count) => {
		spent[kind] += 1;
	});
	const listening = `
		for (const [event, kind] of [['pointerdown', 'clicks'], ['keydown', 'keys']]) {
			addEventListener(event, ({ isTrusted }) => { if (isTrusted) countEffort(kind); }, true);
		}`;
	await page.addInitScript(listening);
	await page.evaluate(listening);
	return {
		async of(work) {
			const before = { ...spent };
			await work();
			return { clicks: spent.clicks - before.clicks, keys: spent.keys - before.keys };
		},
	};
}
