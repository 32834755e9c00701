import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { WorkflowFile } from '../../n8n/clients/n8n';
import { readWorkflow, workflowFiles } from '../../n8n/demo/example-workflows';
import { repositoryFolder } from '../../n8n/files';
import type { Operation } from '../../nodes/AccountingSync/operations/operation';
import { resources } from '../../nodes/AccountingSync/resources/registry';

const NOTE = 'n8n-nodes-base.stickyNote';

const isCreationForOrders = ({ value, properties }: Operation): boolean =>
	value === 'create' && properties.some(({ name }) => name === 'orderNumber');

let workflows: Map<string, WorkflowFile>;

beforeAll(async () => {
	const files = await workflowFiles();
	workflows = new Map(
		await Promise.all(files.map(async (file) => [file, await readWorkflow(file)] as const)),
	);
});

const page = (...names: string[]) => readFileSync(path.join(repositoryFolder, ...names), 'utf8');

describe('the workflows to import', () => {
	it('name credentials and connections, and hold none', () => {
		for (const [file, { nodes }] of workflows) {
			const held = nodes.flatMap(({ credentials = {}, parameters }) => {
				const { connection } = parameters as { connection?: { value: string } };
				const ids = Object.values(credentials).map(({ id }) => id);
				// A connection that the workflow itself has made or found is an expression.
				return [...ids, ...(connection?.value.startsWith('=') ? [] : [connection?.value ?? ''])];
			});
			expect([file, held.filter((id) => id !== '')]).toEqual([file, []]);
		}
	});

	it('begin with a note that is headed by the name and names only nodes that are there', () => {
		for (const [file, { name, nodes }] of workflows) {
			const [note, ...others] = nodes.filter(({ type }) => type === NOTE);
			const content = String(note?.parameters.content);
			expect([file, content.split('\n')[0], others]).toEqual([file, `## ${name}`, []]);
			const fields = nodes.map((node) => node.name);
			const steps = content.match(/^\d\. In .*?,/gm)?.join() ?? '';
			const named = [...steps.matchAll(/\*\*(.+?)\*\*/g)].map(([, bold]) => bold);
			expect(named.filter((bold) => !fields.includes(bold) && bold !== 'Accounting Sync')).toEqual(
				[],
			);
		}
	});

	it('have node IDs and webhook addresses of their own', () => {
		const nodes = [...workflows.values()].flatMap((workflow) => workflow.nodes);
		for (const ids of [
			nodes.map(({ id }) => id),
			nodes.flatMap(({ webhookId }) => webhookId ?? []),
		])
			expect(new Set(ids).size).toBe(ids.length);
	});

	it('write under an ID of the business, which is not queued twice', () => {
		const ofBusiness = expect.stringMatching(/^=\{\{.*\b(?:bill|number)\b.*\}\}$/);
		const records = new Map(
			resources.map(({ value, operations }) => [value, operations.find(isCreationForOrders)]),
		);
		for (const [file, { nodes }] of workflows) {
			for (const { parameters } of nodes) {
				const { resource, operation, requestFormat, options } = parameters;
				if (operation === 'create' && records.get(String(resource))) {
					expect([file, parameters.orderNumber]).toEqual([file, ofBusiness]);
				}
				if (requestFormat !== 'xml') continue;
				expect([file, options]).toEqual([
					file,
					expect.objectContaining({
						customRequestId: ofBusiness,
						ifAlreadyQueued: 'returnExisting',
					}),
				]);
			}
		}
	});

	it('have a page each, with a picture, that the list of recipes links to', () => {
		const list = page('docs', 'recipes.md');
		for (const [file, { name }] of workflows) {
			const base = file.replace(/\.json$/, '');
			expect(list).toContain(`[${name}](recipes/${base}.md)`);
			const text = page('docs', 'recipes', `${base}.md`);
			expect(text.split('\n')[0]).toBe(`# ${name}`);
			expect(text).toContain(`(../../workflows/${file})`);
			expect(text).toContain(`(../screenshots/recipe-${base}.png)`);
			const picture = path.join(repositoryFolder, 'docs', 'screenshots', `recipe-${base}.png`);
			expect(existsSync(picture)).toBe(true);
		}
	});
});
