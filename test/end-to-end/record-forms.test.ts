import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { startStack } from '../../n8n/stack/start';
import { resources } from '../../nodes/AccountingSync/resources/registry';
import { useStack } from '../support/use-stack';
import { chainOf, SYNC, syncNode } from '../support/workflows';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';

const stack = useStack(async () => await startStack({ service: { simulate: 'at-once' } }));
let chrome: Awaited<ReturnType<typeof startChromium>>;
let editor: Editor;

beforeAll(async () => {
	chrome = await startChromium({ viewport: { width: 1280, height: 1180 }, colorScheme: 'light' });
	editor = await openEditor(stack.n8n, chrome.browser);
	await editor.logIn();
});

afterAll(async () => {
	await chrome?.stop();
});

/** Opens a node with these parameters in a workflow of its own. */
async function openNode(parameters: INodeParameters): Promise<void> {
	const { id } = await stack.n8n.client.importWorkflow(chainOf('Form', syncNode(parameters)), [
		stack.credential,
	]);
	await editor.openWorkflow(id);
	await editor.page.getByTestId('canvas-node').filter({ hasText: SYNC }).dblclick();
	await editor.panel.waitFor();
}

/** The fields that a collection offers, by the labels in its list. */
async function offered(button: string): Promise<string[]> {
	await editor.panel
		.getByPlaceholder(button, { exact: true })
		.or(editor.panel.getByRole('button', { name: button, exact: true }))
		.last()
		.click();
	const entries = editor.page
		.getByRole('option')
		.or(editor.page.getByRole('menuitem'))
		.filter({ visible: true });
	await entries.first().waitFor();
	const labels = await entries.allInnerTexts();
	await editor.page.keyboard.press('Escape');
	return labels.map((label) => label.trim()).filter((label) => label !== '');
}

/** What an operation's collection holds for a form, before operations are shown in one description. */
function ownLabels(resource: string, operation: string, collection: string, variant: IDataObject) {
	const { properties = [] } =
		resources
			.find(({ value }) => value === resource)
			?.operations.find(({ value }) => value === operation) ?? {};
	const { options = [] } = properties.find(({ name }) => name === collection) ?? {};
	return (options as INodeProperties[])
		.filter(({ displayOptions }) =>
			Object.entries(variant).every(
				([name, value]) => displayOptions?.show?.[`/${name}`]?.includes(value as string) ?? true,
			),
		)
		.map(({ displayName }) => displayName);
}

it.each<[resource: string, operation: string, collection: string, button: string, IDataObject]>([
	['invoice', 'create', 'additionalFields', 'Add Field', {}],
	['item', 'create', 'additionalFields', 'Add Field', { itemType: 'inventory' }],
	['customer', 'query', 'filters', 'Add Filter', {}],
	['estimate', 'query', 'filters', 'Add Filter', {}],
	['queuedRequest', 'getAll', 'filters', 'Add Filter', {}],
])(
	'%s: %s offers its own %s, and those of no other operation',
	async (resource, operation, collection, button, variant) => {
		await openNode({ resource, operation, ...variant } as INodeParameters);
		expect(await offered(button)).toEqual(ownLabels(resource, operation, collection, variant));
		await editor.picture(`form-${resource}-${operation}-${collection}`);
	},
);
