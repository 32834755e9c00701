import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type BrowserContext, type Locator, type Page, selectors } from 'playwright-core';

import { repositoryFolder } from '../../../n8n/files';
import type { RunningN8n } from '../../../n8n/stack/n8n-process';
import { until } from '../../../n8n/until';
import { filmed } from './film';

/** Where the pictures go: beside the other output of tests, or where `npm run generate -- screenshots` wants them. */
const picturesFolder =
	process.env.SCREENSHOTS_FOLDER ?? join(repositoryFolder, 'test-output', 'editor');

/** Whether the pictures are for the pages. */
export const isForPages = process.env.SCREENSHOTS_FOLDER !== undefined;

const PATIENCE_MILLISECONDS = 60_000;

/** n8n's editor, handled as a person would. */
export interface Editor {
	page: Page;
	/** The panel that a node opens in. */
	panel: Locator;
	logIn(): Promise<void>;
	/** Opens a new workflow. */
	newWorkflow(): Promise<void>;
	openWorkflow(id: string): Promise<void>;
	/** Opens the panel of a node on the canvas. */
	openNode(name: string): Promise<void>;
	/** Types into the panel of nodes, and waits until that finds a node. */
	findNode(typed: string, node: string): Promise<void>;
	/** Opens the list of what a found node can do. */
	openActions(node: string): Promise<void>;
	/** Drags one of them onto the canvas; its panel opens. */
	dragAction(action: string): Promise<void>;
	/** Puts the trigger that is started by hand into an empty workflow. */
	addManualTrigger(): Promise<void>;
	/** Chooses an entry that contains the text from the list of a field. */
	choose(field: string, text: string): Promise<void>;
	/** Opens the list of a field; the entries that are shown. */
	openList(field: string): Promise<string[]>;
	fill(field: string, value: string): Promise<void>;
	/** Executes the node in the open panel and waits until its output is there. */
	executeStep(): Promise<void>;
	/** Shows the node's output in one of its views, and waits until that holds the texts. */
	showOutput(view: 'Schema' | 'Table' | 'JSON', texts: readonly string[]): Promise<void>;
	closePanel(): Promise<void>;
	/** Keeps a picture of what is to be seen. */
	picture(name: string): Promise<void>;
	/** Does something, and keeps a film of it. */
	film(name: string, work: () => Promise<void>): Promise<void>;
}

/** Opens the editor in a browser; nobody is logged in yet. */
export async function openEditor(
	{ address, owner }: Pick<RunningN8n, 'address' | 'owner'>,
	browser: BrowserContext,
): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	await mkdir(picturesFolder, { recursive: true });
	const page = await browser.newPage();
	page.setDefaultTimeout(PATIENCE_MILLISECONDS);
	const panel = page.getByTestId('ndv');
	const found = page.getByTestId('node-creator-item-name');
	const shown = (id: string) => page.getByTestId(id).filter({ visible: true });
	const locator = (field: string) => panel.getByTestId(`resource-locator-${field}`).last();

	const openList = async (field: string) => {
		await locator(field).getByTestId('rlc-input').click();
		await shown('rlc-item').first().waitFor();
		return await shown('rlc-item').allInnerTexts();
	};

	/** Follows a link of the editor's own: what the browser has loaded of it stays loaded. */
	const follow = async (to: string) => {
		await page.evaluate(
			`history.pushState(null, '', '${to}'); dispatchEvent(new PopStateEvent('popstate'));`,
		);
	};

	// A picture with half a menu in it shows nobody anything.
	const picture = async (name: string) => {
		const path = join(picturesFolder, `${name}.png`);
		await page.screenshot({ path, animations: 'disabled' });
	};

	const closePanel = async () => {
		await page.getByTestId('ndv-close-button').click();
		await panel.waitFor({ state: 'hidden' });
	};

	return {
		page,
		panel,
		openList,
		closePanel,
		async logIn() {
			await page.goto(`${address}/signin`);
			await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
			await page.locator('input[name="password"]').fill(owner.password);
			await page.getByTestId('form-submit-button').click();
			await page.waitForURL(/\/home\//);
		},
		async newWorkflow() {
			await page.goto(`${address}/workflow/new`);
			await page.getByTestId('canvas-add-button').waitFor();
		},
		async openWorkflow(id) {
			const canvas = page.getByTestId('canvas-wrapper');
			// An open panel may open again in the next workflow, for its node of the same name.
			if (await panel.isVisible()) await closePanel();
			// From a list of executions, the editor goes back to the workflow that they are of.
			if ((await canvas.isVisible()) && !page.url().includes('/executions')) {
				// What is seen of the workflow before it has to be gone first.
				await follow('/home/workflows');
				await canvas.waitFor({ state: 'hidden' });
				await follow(`/workflow/${id}`);
			} else {
				await page.goto(`${address}/workflow/${id}`);
			}
			await page.getByTestId('canvas-node').first().waitFor();
		},
		async openNode(name) {
			const node = page.getByTestId('canvas-node').filter({ hasText: name });
			// While the canvas moves to show the whole workflow, a double click may be none; and a panel may open late.
			await until(
				async () => {
					if (!(await panel.isVisible())) {
						await Promise.allSettled([node.dblclick({ timeout: 5_000 })]);
					}
					return await panel.isVisible();
				},
				(isOpen) => isOpen,
				{ timeout: PATIENCE_MILLISECONDS, every: 500 },
			);
		},
		async findNode(typed, node) {
			const search = page.getByTestId('node-creator-search-bar');
			const plus = page.getByTestId('node-creator-plus-button');
			// The panel may still be opening; on an empty canvas, there is no such button then.
			await search.or(plus).first().waitFor();
			if (!(await search.isVisible())) await plus.click();
			// What was found before has to be gone first.
			await search.fill('');
			await found.filter({ hasText: node }).first().waitFor({ state: 'hidden' });
			await search.fill(typed);
			await found.filter({ hasText: node }).first().waitFor();
		},
		async openActions(node) {
			await found.filter({ hasText: node }).first().click();
			await page.getByTestId('node-creator-category-item').first().waitFor();
		},
		async dragAction(action) {
			await found
				.filter({ hasText: action })
				.first()
				.dragTo(page.getByTestId('canvas-wrapper'), { targetPosition: { x: 740, y: 560 } });
			await panel.waitFor();
		},
		async addManualTrigger() {
			await page.getByTestId('canvas-add-button').click();
			await found.filter({ hasText: 'Trigger manually' }).click();
			await page.getByTestId('canvas-handle-plus-wrapper').waitFor();
		},
		async choose(field, text) {
			await openList(field);
			await shown('rlc-item').filter({ hasText: text }).first().click();
			await shown('rlc-item').first().waitFor({ state: 'hidden' });
		},
		async fill(field, value) {
			const input = panel.getByTestId(`parameter-input-${field}`).last().locator('input');
			await input.fill(value);
			await input.press('Tab');
		},
		async executeStep() {
			await panel.getByTestId('node-execute-button').click();
			await panel.getByTestId('node-run-status-success').waitFor();
		},
		async showOutput(view, texts) {
			const output = panel.getByTestId('output-panel');
			const views = output.getByTestId('ndv-run-data-display-mode');
			await views.getByText(view, { exact: true }).click();
			const data = output.getByTestId('ndv-data-container');
			for (const text of texts) await data.getByText(text).first().waitFor();
		},
		picture,
		async film(name, work) {
			await filmed(page, join(picturesFolder, `${name}.webp`), work);
		},
	};
}
