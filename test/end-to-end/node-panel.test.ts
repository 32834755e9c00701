import type { INode } from 'n8n-workflow';

import { bookkeepersWords } from '../support/bookkeepers-words';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const NODE = 'Accounting Sync';

const stack = usePlaceInSharedN8n({ simulate: 'at-once' });
let chrome: Awaited<ReturnType<typeof startChromium>>;
let editor: Editor;

beforeAll(async () => {
	chrome = await startChromium({ viewport: { width: 1280, height: 1400 }, colorScheme: 'light' });
	editor = await openEditor(stack.n8n, chrome.browser);
	await editor.logIn();
});

afterAll(async () => {
	await chrome?.stop();
});

const entries = () => editor.page.getByTestId('node-creator-item-name');

/** What n8n's own words and ours find, and where the node then stands in the list. n8n puts nodes with a word in their name first. */
const typed: ReadonlyArray<[words: string, place: number]> = [
	['quickbooks', 2],
	['quickbooks desktop', 1],
	['new customers', 1],
	['changed invoice', 1],
	['changed invoices', 1],
	['record payment', 1],
	['create invoice', 1],
	['find customer', 1],
];

/** The places in the list that are seen at a glance. */
const seenAtAGlance = [1, 2, 3];

/** What the trigger offers, and what its form then says. */
const sentences: ReadonlyArray<[sentence: string, form: Record<string, string>]> = [
	[
		'On new or changed records',
		{ triggerOn: 'On New or Changed Records', queriedResource: 'Customer' },
	],
	['On completed request', { triggerOn: 'On Completed Request' }],
	['On new customers', { triggerOn: 'On New or Changed Records', queriedResource: 'Customer' }],
	[
		'On new or changed invoices',
		{ triggerOn: 'On New or Changed Records', queriedResource: 'Invoice' },
	],
	['On new bills', { triggerOn: 'On New or Changed Records', queriedResource: 'Bill' }],
];

/** Where the node stands in the list for these words, from one; 0 if it isn't there. */
async function placeFor(words: string): Promise<number> {
	await editor.findNode(words, NODE);
	const names = await entries().allInnerTexts();
	return names.findIndex((name) => name.startsWith(NODE)) + 1;
}

describe("n8n's node panel", () => {
	beforeAll(async () => {
		await editor.newWorkflow();
		await editor.addManualTrigger();
	});

	it.each(typed)('for %j, has the node as number %d', async (words, place) => {
		expect(await placeFor(words)).toBe(place);
	});

	it.each(bookkeepersWords)('for %j, has the node among the first three', async (words) => {
		expect(seenAtAGlance).toContain(await placeFor(words));
	});

	it('lists Create an invoice first, which the key Enter takes', async () => {
		const { page, panel } = editor;
		await editor.findNode('create invoice', NODE);
		await page.keyboard.press('Enter');
		await page.getByTestId('node-creator-category-item').first().waitFor();
		// While the list slides in, the one before is there too, and has the keys.
		await entries().filter({ hasText: NODE }).waitFor({ state: 'hidden' });
		expect((await entries().allInnerTexts())[0]).toBe('Create an invoice');
		await editor.picture('panel-most-used');
		await page.keyboard.press('Enter');
		await panel.waitFor();
		const chosen = async (field: string) =>
			await panel.getByTestId(`parameter-input-${field}`).locator('input').inputValue();
		expect([await chosen('resource'), await chosen('operation')]).toEqual(['Invoice', 'Create']);
		await editor.closePanel();
	});

	it('says that it works with QuickBooks Desktop', async () => {
		await editor.findNode('quickbooks', NODE);
		await editor.picture('panel-quickbooks');
		await editor.openActions(NODE);
		await editor.picture('panel-actions');
		await editor.page.getByText('Works with QuickBooks Desktop').first().waitFor();
	});
});

describe("the trigger's sentences", () => {
	it.each(sentences)('%s', async (sentence, form) => {
		const { page, panel } = editor;
		await editor.newWorkflow();
		await page.getByTestId('canvas-add-button').click();
		await editor.findNode('new customers', NODE);
		await editor.openActions(NODE);
		await editor.picture('panel-triggers');
		await entries()
			.filter({ hasText: new RegExp(`^${sentence}$`) })
			.click();
		await panel.waitFor();
		await editor.picture(`panel-${sentence.toLowerCase().replaceAll(' ', '-')}`);
		for (const [field, value] of Object.entries(form)) {
			const chosen = panel.getByTestId(`parameter-input-${field}`).locator('input');
			expect(await chosen.inputValue()).toBe(value);
		}
		const onlyNew = panel.getByTestId('parameter-input-onlyNew').getByRole('switch');
		if ('queriedResource' in form)
			expect(await onlyNew.isChecked()).toBe(
				sentence.startsWith('On new ') && !sentence.includes('changed'),
			);
		await editor.closePanel();
		const [saved] = await Promise.all([
			page.waitForResponse(
				(response) =>
					response.url().includes('/rest/workflows') &&
					['POST', 'PATCH'].includes(response.request().method()),
			),
			page.keyboard.press('Control+s'),
		]);
		const { data } = (await saved.json()) as { data: { nodes: INode[] } };
		const [{ parameters }] = data.nodes;
		expect(parameters).toHaveProperty('triggerOn');
		expect(parameters).not.toHaveProperty('resource');
		expect(parameters).not.toHaveProperty('operation');
	});
});
