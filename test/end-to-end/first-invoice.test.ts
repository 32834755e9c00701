import { recordsOf } from '../../n8n/clients/service';
import { type Editor, openEditor } from './editor/editor';
import { type Count, countEffort, type Effort, inAll } from './editor/effort';
import { startChromium } from './support/chromium';
import { usePlaceInSharedN8n } from './support/shared-n8n';

/**
 * The presses of the mouse from an empty workflow to the invoice in the node's output, on the README's way. They were 24, and
 * 20 where n8n had the credential, before lists loaded themselves and the form began with a date, a line and the only
 * connection. Three of those that are gone are keys now: N twice, for the panel of nodes, and Enter.
 */
const most = { withCredential: 12, withoutCredential: 8 };

/** Pauses between keys, in milliseconds. */
const typing = { delay: 20 };

/** In milliseconds. The editor takes over what was typed only after a moment, and shows no sign of it. */
const UNTIL_TAKEN_OVER = 1000;

const stack = usePlaceInSharedN8n({ simulate: 'at-once' });
let chrome: Awaited<ReturnType<typeof startChromium>>;
let editor: Editor;
let effort: Effort;

beforeAll(async () => {
	// Whoever comes to n8n for the first time has none.
	await stack.n8n.client.call('DELETE', `/credentials/${stack.credential.id}`);
	await stack.service.createConnection('Simulated company');
	chrome = await startChromium({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });
	editor = await openEditor(stack.n8n, chrome.browser);
	await editor.logIn();
	effort = await countEffort(editor.page);
});

afterAll(async () => {
	await chrome?.stop();
});

async function dropCreateInvoice() {
	const { page, panel } = editor;
	const found = page.getByTestId('node-creator-item-name');
	const search = page.getByTestId('node-creator-search-bar');
	await page.keyboard.press('n');
	await found.filter({ hasText: 'Trigger manually' }).click();
	await page.getByTestId('canvas-handle-plus-wrapper').waitFor();
	await search.waitFor({ state: 'hidden' });
	await page.keyboard.press('n');
	await search.waitFor();
	await page.keyboard.type('create invoice', typing);
	await found.filter({ hasText: 'Accounting Sync' }).first().waitFor();
	await page.keyboard.press('Enter');
	await found.filter({ hasText: 'Create an invoice' }).first().click();
	await panel.waitFor();
}

async function fillInCredential() {
	const { page } = editor;
	const modal = page.getByTestId('editCredential-modal');
	await page.getByText('Connect to Accounting Sync').click();
	await modal.getByTestId('parameter-input-baseUrl').locator('input').click();
	await page.keyboard.type(stack.service.baseUrl, typing);
	await modal.getByTestId('parameter-input-apiKey').locator('input').click();
	await page.keyboard.type(stack.service.apiKey, typing);
	await page.waitForTimeout(UNTIL_TAKEN_OVER);
	await modal.getByTestId('credential-save-button').click();
	await modal.waitFor({ state: 'hidden' });
}

async function fillInInvoice() {
	const { page, panel } = editor;
	await editor.choose('customerListId', 'Abercrombie & Daughters');
	await editor.choose('itemListId', 'Design');
	await panel.getByTestId('parameter-input-quantity').last().locator('input').click();
	await page.keyboard.press('Control+a');
	await page.keyboard.type('2', typing);
	await editor.executeStep();
}

async function invoices() {
	const [{ id }] = await stack.service.connections();
	const answer = await stack.service.queryInvoices(id, '2026-01-01', '2100-01-01');
	return recordsOf<{ RefNumber: string; TxnDate: string; Subtotal: string }>(answer, 'InvoiceRet');
}

describe('from nothing to the first invoice', () => {
	const spent: Record<string, Count> = {};

	it('begins with a manual trigger and Create an invoice behind it', async () => {
		await editor.newWorkflow();
		spent.node = await effort.of(dropCreateInvoice);
	});

	it('fills in the credential', async () => {
		spent.credential = await effort.of(fillInCredential);
		await editor.picture('first-invoice-form');
	});

	it('fills in the invoice, whose lists, date, line and connection are there, and gets it', async () => {
		spent.invoice = await effort.of(fillInInvoice);
		await editor.showOutput('Table', ['RefNumber', 'Abercrombie & Daughters']);
		await editor.picture('first-invoice-table');
		const columns = await editor.panel.getByTestId('output-panel').locator('th').allInnerTexts();
		expect(columns.slice(0, 6)).toEqual([
			...['RefNumber', 'CustomerName', 'TxnDate'],
			...['TotalAmount', 'BalanceRemaining', 'IsPaid'],
		]);
		const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format();
		const written = (await invoices()).filter(({ RefNumber }) => RefNumber === '1301');
		expect(written).toEqual([expect.objectContaining({ Subtotal: '170.00', TxnDate: today })]);
	});

	it('takes half of the clicks that it took', () => {
		const all = inAll(Object.values(spent));
		expect(all.clicks).toBeLessThanOrEqual(most.withCredential);
		expect(all.clicks - spent.credential.clicks).toBeLessThanOrEqual(most.withoutCredential);
	});
});

describe('while the desktop is asleep', () => {
	it('a list says what goes on; nothing is stored, and nothing turns red', async () => {
		const { page, panel } = editor;
		const [{ id }] = await stack.service.connections();
		stack.desktops.stop(id);
		const field = panel.getByTestId('resource-locator-classListId').last().getByTestId('rlc-input');
		await field.click();
		const message = page.getByTestId('rlc-error-message').filter({ visible: true });
		await message.waitFor();
		expect(await message.innerText()).toMatch(
			/^The list of classes is being loaded from the desktop \(asked today \d\d:\d\d\)\. Last sync: today \d\d:\d\d\. Open this list again after the next sync\.$/,
		);
		await editor.picture('list-on-its-way');
		await panel.getByText('Additional Fields').last().click();
		await message.waitFor({ state: 'hidden' });
		expect(await field.inputValue()).toBe('');
		expect(await panel.getByTestId('parameter-issues').count()).toBe(0);
	});
});
