import { startStack } from '../../n8n/stack/start';
import { type Office, openOffice } from '../support/office';
import { useStack } from '../support/use-stack';
import { chainOf, createInvoice, itemsNode, ordersOf, SYNC, syncNode } from '../support/workflows';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';

const stack = useStack(async () => await startStack());
let office: Office;
let chrome: Awaited<ReturnType<typeof startChromium>>;
let editor: Editor;

beforeAll(async () => {
	office = await openOffice(stack.service, 'Office');
	chrome = await startChromium({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });
	editor = await openEditor(stack.n8n, chrome.browser);
	await editor.logIn();
});

afterAll(async () => {
	await office?.turnOff();
	await chrome?.stop();
});

describe('whoever opens the node', () => {
	const output = () => editor.panel.getByTestId('output-panel');
	const hint = async () => (await output().getByTestId('node-hint').innerText()).trim();

	it('while it waits, reads what it waits for, and that nobody has to do anything', async () => {
		const { page } = editor;
		const workflow = await stack.n8n.client.importWorkflow(
			chainOf('Wait', itemsNode(ordersOf(3)), syncNode(createInvoice(office.connectionId))),
			[stack.credential],
		);
		await editor.openWorkflow(workflow.id);
		await page.getByTestId('execute-workflow-button').click();
		await page.locator('[data-test-id=canvas-default-node].waiting').waitFor();
		await editor.picture('waiting-canvas');
		await page.getByTestId('canvas-node').filter({ hasText: SYNC }).dblclick();
		await output().getByText('No input is needed from you').waitFor();
		expect(await hint()).toMatch(
			/^Waiting for the desktop since .*: 3 requests\. Office hasn't been set up yet: .* sleeps and resumes automatically\. It waits until .*\.$/,
		);
		await editor.picture('waiting-panel');
	});

	it('when it is done, reads from when to when it waited, above the invoices', async () => {
		await office.turnOn();
		await output().getByText('N-003').first().waitFor();
		expect(await hint()).toMatch(
			/^Waited for the desktop from .* to .*\. The workflow slept and resumed automatically\.$/,
		);
		await editor.picture('waited-panel');
	});
});
