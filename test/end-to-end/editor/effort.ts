import type { Page } from 'playwright-core';

/** What somebody does with their hands. */
export interface Count {
	/** The presses of the mouse. */
	clicks: number;
	/** The keys that go down. */
	keys: number;
	/** How often the hands go to the keyboard: the runs of keys without a press of the mouse in between. */
	runsOfKeys: number;
}

export interface Effort {
	/** What something costs that is done in the page. */
	of(work: () => Promise<void>): Promise<Count>;
}

const fields = ['clicks', 'keys', 'runsOfKeys'] as const;

const countOf = (valueOf: (field: keyof Count) => number): Count =>
	Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as unknown as Count;

/** The sum of several counts, which begin at the mouse each. */
export const inAll = (counts: readonly Count[]): Count =>
	countOf((field) => counts.reduce((sum, count) => sum + count[field], 0));

/**
 * Counts what reaches a page from mouse and keyboard, across its navigations. Every key counts, those of typed text too: a
 * test has to type, since text that is put into a field is counted as nothing.
 */
export async function countEffort(page: Page): Promise<Effort> {
	const spent = countOf(() => 0);
	let isTyping = false;
	await page.exposeFunction('countEffort', (kind: 'clicks' | 'keys') => {
		spent[kind] += 1;
		if (kind === 'keys' && !isTyping) spent.runsOfKeys += 1;
		isTyping = kind === 'keys';
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
			isTyping = false;
			await work();
			return countOf((field) => spent[field] - before[field]);
		},
	};
}
