import { byId, chainOf, SYNC, syncNode } from '../support/workflows';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const stack = usePlaceInSharedN8n();
let chrome: Awaited<ReturnType<typeof startChromium>>;
let editor: Editor;

beforeAll(async () => {
	chrome = await startChromium({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });
	editor = await openEditor(stack.n8n, chrome.browser);
	await editor.logIn();
});

afterAll(async () => {
	await chrome?.stop();
});

it('what to do about an error is shown whole, with signs that mean something in HTML', async () => {
	const { id: connection } = await stack.service.createConnection('Errors');
	const { id } = await stack.n8n.client.importWorkflow(
		chainOf(
			'Malformed XML',
			syncNode({
				resource: 'queuedRequest',
				operation: 'create',
				connection: byId(connection),
				requestFormat: 'xml',
				requestXml: '<QBXML><QBXMLMsgsRq><Name>Smith & Sons</Name></QBXMLMsgsRq></QBXML>',
			}),
		),
		[stack.credential],
	);
	await editor.openWorkflow(id);
	await editor.openNode(SYNC);
	await editor.panel.getByTestId('node-execute-button').click();
	const view = editor.panel.getByTestId('output-panel');
	await view.getByTestId('node-error-message').waitFor();
	await editor.picture('error-view');
	expect(await view.getByTestId('node-error-message').innerText()).toContain('not well formed');
	expect(await view.getByTestId('node-error-description').innerText()).toBe(
		'In texts, write &amp; for & and &lt; for <.',
	);
});

it('the headline of an error is ours, and the words of the service are under it', async () => {
	const { id } = await stack.n8n.client.importWorkflow(
		chainOf(
			'Nobody',
			syncNode({
				resource: 'connection',
				operation: 'get',
				connection: byId('9b2f8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b'),
			}),
		),
		[stack.credential],
	);
	await editor.openWorkflow(id);
	await editor.openNode(SYNC);
	await editor.panel.getByTestId('node-execute-button').click();
	const view = editor.panel.getByTestId('output-panel');
	await view.getByTestId('node-error-message').waitFor();
	await editor.picture('error-of-the-service');
	expect(await view.getByTestId('node-error-message').innerText()).toBe(
		'The connection does not exist, was deleted, or belongs to another API key.',
	);
	expect(await view.getByTestId('node-error-description').innerText()).toMatch(
		/^Choose it from the list again.* The service says: The connection was not found\. \(Error code: not_found\)$/,
	);
});
