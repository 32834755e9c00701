import type { Connection } from '../../n8n/clients/service';
import { chainOf, SYNC, syncNode } from '../support/workflows';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const size = { width: 1280, height: 1180 };

const stack = usePlaceInSharedN8n({ simulate: 'at-once' });
let connection: Connection;
let chrome: Awaited<ReturnType<typeof startChromium>>;
let editor: Editor;

beforeAll(async () => {
	connection = await stack.service.createConnection('End to End');
	chrome = await startChromium({ viewport: size, colorScheme: 'light' });
	editor = await openEditor(stack.n8n, chrome.browser);
	await editor.logIn();
});

afterAll(async () => {
	await chrome?.stop();
});

const EXPENSES = `[
 {
  "AccountRef": {
   "FullName": "Rent"
  },
  "Amount": "1250.00",
  "Memo": "January"
 }
]`;

const inField = (id: string) => editor.panel.getByTestId(`parameter-input-${id}`).last();

/** Adds one of the mapper's fields that are not shown from the beginning. */
async function addField(label: string): Promise<void> {
	await editor.panel.getByTestId('add-fields-select').getByRole('button').click();
	await editor.page.getByRole('menuitem', { name: label, exact: true }).click();
}

async function fillJson(id: string, json: string): Promise<void> {
	await inField(id).locator('.cm-content').click();
	await editor.page.keyboard.press('ControlOrMeta+a');
	await editor.page.keyboard.insertText(json);
}

const labels = async () =>
	(await editor.panel.getByTestId('mapping-fields-container').innerText())
		.split('\n')
		.filter((line) => /^[A-Z]/.test(line) && !/^(Fixed|Expression|Fields|Add field)/.test(line));

describe('any request as a form', () => {
	it('asks for the request first', async () => {
		const { id } = await stack.n8n.client.importWorkflow(
			chainOf(
				'Any request',
				syncNode({
					resource: 'queuedRequest',
					operation: 'create',
					requestFormat: 'typed',
				}),
			),
			[stack.credential],
		);
		await editor.openWorkflow(id);
		await editor.openNode(SYNC);
		await editor.choose('connection', connection.name);
		await editor.panel.getByText('Choose a request first: its fields appear here.').waitFor();
	});

	it('finds it among all others by words', async () => {
		expect(await editor.openList('typedRequest')).toHaveLength(229);
		const { page } = editor;
		await page.getByTestId('rlc-search').filter({ visible: true }).fill('bill add');
		const found = page.getByTestId('rlc-item').filter({ visible: true });
		await found.filter({ hasText: 'AccountAddRq' }).waitFor({ state: 'hidden' });
		await found.filter({ hasText: 'BillAddRq' }).waitFor();
		await editor.picture('any-request-list');
		await found.filter({ hasText: 'BillAddRq' }).click();
	});

	it('shows the fields that a bill needs, with examples of its lines', async () => {
		await editor.panel.getByTestId('mapping-fields-container').waitFor();
		expect(await labels()).toEqual([
			...['Vendor: List ID', 'Vendor: Full Name', 'Expense Lines', 'Item Lines'],
		]);
		expect(await inField('ExpenseLineAdd').innerText()).toContain('"FullName": ""');
	});

	it('is filled in', async () => {
		await inField('VendorRef.FullName').locator('input').fill('Lumber & Steel Supply');
		await addField('Transaction Date');
		await inField('TxnDate').locator('input').fill('2026-01-15');
		await addField('Ref Number');
		await inField('RefNumber').locator('input').fill('B-1042');
		await fillJson('ExpenseLineAdd', EXPENSES);
		await editor.panel
			.getByTestId('remove-field-button-ItemLineAdd|ItemGroupLineAdd')
			.click({ force: true });
		await editor.panel.getByTestId('parameter-input-requestFormat').scrollIntoViewIfNeeded();
		await editor.picture('any-request');
	});

	it('keeps what was filled in when the node is opened again', async () => {
		await editor.closePanel();
		await editor.openNode(SYNC);
		await inField('RefNumber').waitFor();
		expect(await inField('RefNumber').locator('input').inputValue()).toBe('B-1042');
		expect(await labels()).toEqual([
			...['Vendor: List ID', 'Vendor: Full Name', 'Transaction Date', 'Ref Number'],
			'Expense Lines',
		]);
	});

	it('is queued as it was filled in', async () => {
		await editor.executeStep();
		await editor.showOutput('JSON', ['"request_xml"']);
		const [{ request_xml: xml }] = await stack.service.queue(connection.id);
		expect(xml).toContain('<VendorRef><FullName>Lumber &amp; Steel Supply</FullName></VendorRef>');
		expect(xml).toContain('<Amount>1250.00</Amount><Memo>January</Memo></ExpenseLineAdd>');
	});
});
