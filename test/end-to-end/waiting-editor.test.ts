import type { INodeParameters } from 'n8n-workflow';

import { type Office, openOffice } from '../support/office';
import {
	byId,
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const stack = usePlaceInSharedN8n();
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
	const hint = async () => (await output().getByTestId('node-hint').first().innerText()).trim();

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
		await editor.openNode(SYNC);
		await output().getByText('No input is needed from you').waitFor();
		expect(await hint()).toMatch(
			/^3 requests have been waiting for the desktop since .*\. Office hasn't been set up yet: .* sleeps and resumes automatically\. It waits until .*\.$/,
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

it('the list of requests says what each does, for whom, when, and how it stands', async () => {
	await office.turnOff();
	const ask = async (item: object, further: INodeParameters) =>
		await stack.n8n.client.runWorkflow(
			await stack.n8n.client.importWorkflow(
				chainOf(
					'Queue',
					itemsNode([item]),
					syncNode({ ...further, result: 'queuedRequest' } as INodeParameters),
				),
				[stack.credential],
			),
			START,
		);
	const nobody = { customerListId: '8000FFFF-1' };
	await ask({ refNumber: 'N-404' }, createInvoice(office.connectionId, nobody));
	await office.turnOn();
	await office.turnOff();
	await ask({ refNumber: 'N-004' }, createInvoice(office.connectionId));
	await ask(
		{},
		{ resource: 'customer', operation: 'query', connection: byId(office.connectionId) },
	);
	const workflow = await stack.n8n.client.importWorkflow(
		chainOf(
			'Look',
			syncNode({
				resource: 'queuedRequest',
				operation: 'get',
				connection: byId(office.connectionId),
				queuedRequest: { __rl: true, mode: 'list', value: '' },
			}),
		),
		[stack.credential],
	);
	await editor.closePanel();
	await editor.openWorkflow(workflow.id);
	await editor.openNode(SYNC);
	const lines = await editor.openList('queuedRequest');
	await editor.picture('requests-list');
	const TIME = '(today|yesterday) \\d\\d:\\d\\d';
	expect(lines.map((line) => line.trim())).toEqual(
		[
			`Find customers · waiting for the desktop · ${TIME}`,
			`Create invoice N-004 · Abercrombie & Daugh… · waiting for the desktop · ${TIME}`,
			`Create invoice N-404 · refused · ${TIME}`,
			`Wake-up call for a sleeping workflow · done · ${TIME}`,
			...['N-003', 'N-002', 'N-001'].map(
				(number) => `Create invoice ${number} · Abercrombie & Daugh… · done · ${TIME}`,
			),
		].map((line) => expect.stringMatching(`^${line}$`) as string),
	);
});
