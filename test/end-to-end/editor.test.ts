import { type Connection, recordsOf } from '../../n8n/clients/service';
import { readWorkflow, workflowFiles } from '../../n8n/demo/example-workflows';
import { startStack } from '../../n8n/stack/start';
import { untilExecutions } from '../support/trigger-workflow';
import { useStack } from '../support/use-stack';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';

/** Readable where the README shows it. */
const size = { width: 1280, height: 860 };

const stack = useStack(async () => await startStack({ service: { simulate: 'at-once' } }));
let connection: Connection;
let chrome: Awaited<ReturnType<typeof startChromium>>;
let editor: Editor;

beforeAll(async () => {
	connection = await stack.service.createConnection('End to End');
	// Whoever comes to n8n for the first time has none.
	await stack.n8n.client.call('DELETE', `/credentials/${stack.credential.id}`);
	chrome = await startChromium({ viewport: size, colorScheme: 'light' });
	editor = await openEditor(stack.n8n, chrome.browser);
});

afterAll(async () => {
	await chrome?.stop();
});

describe('somebody who is new to the package', () => {
	it('logs in', async () => {
		await editor.logIn();
		await editor.picture('logged-in');
	});

	it('begins a workflow', async () => {
		await editor.newWorkflow();
		await editor.addManualTrigger();
	});

	it.each(['create invoice', 'quickbooks desktop', 'web connector', 'qbxml', 'accounting'])(
		'finds it by typing %j',
		async (typed) => {
			await editor.findNode(typed, 'Accounting Sync');
			await editor.picture(`find-${typed.replace(' ', '-')}`);
		},
	);

	it('drags Create an invoice onto the canvas, and the node says what it does', async () => {
		await editor.findNode('create invoice', 'Accounting Sync');
		await editor.openActions('Accounting Sync');
		await editor.picture('actions');
		await editor.dragAction('Create an invoice');
		const { panel, page } = editor;
		const chosen = async (field: string) =>
			await panel.getByTestId(`parameter-input-${field}`).locator('input').inputValue();
		expect([await chosen('resource'), await chosen('operation')]).toEqual(['Invoice', 'Create']);
		await editor.closePanel();
		const node = page.getByTestId('canvas-node').filter({ hasText: 'Create an invoice' });
		expect(await node.innerText()).toMatch(/create: invoice/);
		await editor.picture('dragged');
	});
});

describe("the README's first workflow, step by step", () => {
	const { page, panel } = { page: () => editor.page, panel: () => editor.panel };

	it('begins with a manual trigger and Create an invoice behind it', async () => {
		await editor.newWorkflow();
		await editor.addManualTrigger();
		await page().getByTestId('canvas-handle-plus-wrapper').click();
		await editor.findNode('create invoice', 'Accounting Sync');
		await editor.openActions('Accounting Sync');
		await page()
			.getByTestId('node-creator-item-name')
			.filter({ hasText: 'Create an invoice' })
			.click();
		await panel().waitFor();
	});

	it('shows red for a wrong key, and green for the right one', async () => {
		const modal = page().getByTestId('editCredential-modal');
		const fill = async (name: string, value: string) =>
			await modal.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
		const save = async () => await modal.getByTestId('credential-save-button').click();
		await page().getByText('Connect to Accounting Sync').click();
		await fill('baseUrl', stack.service.baseUrl);
		await fill('apiKey', 'wrong-key');
		await save();
		await modal.getByText('Couldn’t connect with these settings').waitFor();
		await modal.getByText('More details').click();
		await modal
			.getByText('The address is right, but the service does not accept this API key.')
			.waitFor();
		await editor.picture('credential-refused');

		await fill('apiKey', stack.service.apiKey);
		await save();
		await modal.waitFor({ state: 'hidden' });
		await page().getByTestId('credential-edit-button').click();
		await modal.getByText('Connection tested successfully').waitFor();
		await editor.picture('credential-tested');
		await modal.getByLabel('Close this dialog').click();
	});

	it('has customer and item chosen from their lists, which are there', async () => {
		await editor.openList('customerListId');
		await editor.picture('customers');
		await page().getByTestId('rlc-search').filter({ visible: true }).fill('abercrombie');
		await page()
			.getByTestId('rlc-item')
			.filter({ visible: true, hasText: 'Abercrombie & Daughters' })
			.first()
			.click();
		await editor.choose('itemListId', 'Design');
		await editor.fill('quantity', '2');
		await editor.picture('create-invoice-filled');
	});

	it('gives the invoice in the output', async () => {
		await editor.executeStep();
		await editor.showOutput('Table', ['TxnID', 'CustomerName']);
		await editor.picture('create-invoice-table');
		await editor.showOutput('JSON', ['"TxnID"', '"Abercrombie & Daughters"']);
		await editor.picture('create-invoice-json');
		await editor.showOutput('Schema', ['TxnID', 'Abercrombie & Daughters']);
		await editor.picture('create-invoice');
		await editor.closePanel();
		await editor.picture('create-invoice-canvas');
		const answer = await stack.service.queryInvoices(connection.id, '2026-01-01', '2100-01-01');
		const written = recordsOf<{ RefNumber: string; Subtotal: string }>(answer, 'InvoiceRet');
		expect(written.filter(({ RefNumber }) => RefNumber === '1301')).toEqual([
			expect.objectContaining({ Subtotal: '170.00' }),
		]);
	});
});

describe('a workflow that starts by itself', () => {
	let workflowId: string;

	it('is built from the trigger, and a test event arrives', async () => {
		await editor.newWorkflow();
		await editor.page.getByTestId('canvas-add-button').click();
		await editor.findNode('accounting sync', 'Accounting Sync');
		await editor.openActions('Accounting Sync');
		await editor.page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: 'On scheduled query' })
			.click();
		await editor.panel.waitFor();
		await editor.choose('connection', connection.name);
		await editor.picture('trigger');
		await editor.executeStep();
		await editor.showOutput('Schema', ['ListID']);
		await editor.picture('trigger-test-event');
		await editor.closePanel();
	});

	it('is published, and its executions are listed', async () => {
		const { page } = editor;
		await page.getByTestId('workflow-open-publish-modal-button').click();
		await page.getByTestId('workflow-publish-button').click();
		await page.getByText('Got it').click();
		workflowId = /\/workflow\/(\w+)/.exec(page.url())?.[1] ?? '';
		const executions = await untilExecutions(stack.n8n, { id: workflowId }, 2);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		await page.getByTestId('radio-button-executions').click();
		await page.getByText('Succeeded in').nth(1).waitFor();
		await editor.picture('trigger-executions');
	});
});

describe('the examples on the canvas', () => {
	it('are photographed for their pages', async () => {
		for (const file of await workflowFiles()) {
			const workflow = await readWorkflow(file);
			const { id } = await stack.n8n.client.importWorkflow(workflow);
			await editor.openWorkflow(id);
			// A busy editor may still show the workflow before it. The note on the canvas begins with the name.
			const [note] = workflow.nodes;
			const [, name] = /^#+ (.+)$/m.exec(String(note.parameters.content)) ?? [];
			await editor.page.getByRole('heading', { name }).first().waitFor();
			await editor.page.getByTestId('zoom-to-fit').click();
			await editor.picture(`recipe-${file.replace(/\.json$/, '')}`);
		}
	});
});
