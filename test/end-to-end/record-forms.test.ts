import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { until } from '../../n8n/until';
import { resources } from '../../nodes/AccountingSync/resources/registry';
import { clearableOptions } from '../../quickbooks/filledIn/changeRows';
import { chosenForm } from '../../quickbooks/filledIn/chosenForm';
import type { RecordKind } from '../../quickbooks/records/record';
import { records } from '../../quickbooks/records/registry';
import { named } from '../support/record-forms';
import { chainOf, SYNC, syncNode } from '../support/workflows';
import { type Editor, openEditor } from './editor/editor';
import { startChromium } from './support/chromium';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const stack = usePlaceInSharedN8n({ simulate: 'at-once' });
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

function kindOf(resource: string): RecordKind {
	const kind = records.find(({ value }) => value === resource);
	if (!kind) throw new Error(`There is no record ${resource}.`);
	return kind;
}

/** Opens a node with these parameters in a workflow of its own. */
async function openNode(parameters: INodeParameters): Promise<void> {
	const { id } = await stack.n8n.client.importWorkflow(chainOf('Form', syncNode(parameters)), [
		stack.credential,
	]);
	await editor.openWorkflow(id);
	await editor.openNode(SYNC);
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
	// The list is there a moment before its texts are.
	const labels = await until(
		async () => (await entries.allInnerTexts()).map((label) => label.trim()).filter(Boolean),
		(texts) => texts.length > 0,
	);
	await editor.page.keyboard.press('Escape');
	return labels;
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
	['customer', 'update', 'additionalFields', 'Add Field', {}],
	['item', 'update', 'additionalFields', 'Add Field', { itemType: 'inventory' }],
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

/** A field of the open node that is to be seen. */
const field = (name: string) =>
	editor.panel.getByTestId(`parameter-input-${name}`).filter({ visible: true });

describe('update', () => {
	const invoice = { resource: 'invoice', operation: 'update', txnId: named('1042') };

	it('shows the lines only if they are to change', async () => {
		await openNode({ ...invoice, lineMode: 'keep' } as INodeParameters);
		await field('lineMode').waitFor();
		expect(await field('specifyLines').count()).toBe(0);
		await editor.picture('form-invoice-update');

		const lines = { line: [{ quantity: '2' }] };
		await openNode({ ...invoice, lineMode: 'change', lines } as INodeParameters);
		await field('specifyLines').waitFor();
		await field('txnLineId').waitFor();
		await editor.picture('form-invoice-update-lines');
	});

	it.each<[resource: string, one: string, IDataObject]>([
		['invoice', 'Memo', invoice],
		['item', 'Sales Description', { itemType: 'inventory', listId: named('Window') }],
	])('%s: lists what can be emptied', async (resource, one, parameters) => {
		await openNode({ resource, operation: 'update', ...parameters } as INodeParameters);
		await field('clearFields').click();
		const options = editor.page.getByRole('option').filter({ visible: true });
		await options.filter({ hasText: one }).first().waitFor();
		const offered = await options.allInnerTexts();
		await editor.picture(`form-${resource}-update-clear`);
		const form = chosenForm(kindOf(resource), parameters);
		expect(offered.map((label) => label.trim())).toEqual(
			clearableOptions(form).map(({ name }) => name),
		);
		await editor.page.keyboard.press('Escape');
	});
});
