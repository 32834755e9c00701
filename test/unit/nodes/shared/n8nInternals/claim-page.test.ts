import { setImmediate as turn } from 'node:timers/promises';

import type { IExecuteFunctions } from 'n8n-workflow';

import { claimPage } from '../../../../../nodes/shared/n8nInternals/claimPage';

/** n8n's table of processed items: what reads and what inserts are two calls of the database, and the key is unique. */
class Table {
	private readonly rows = new Map<string, string>();

	/** How many answers of inserts get lost. */
	lostAnswers = 0;

	async record(key: string, mode: string): Promise<void> {
		const found = this.rows.get(key);
		await turn();
		if (found !== undefined) {
			if (found !== mode) throw new Error('saved with another mode');
			return;
		}
		if (this.rows.has(key)) throw new Error('duplicate key value violates unique constraint');
		this.rows.set(key, mode);
		if (this.lostAnswers-- > 0) throw new Error('connection terminated');
	}

	count = (key: string): number => Number(this.rows.has(key));
}

/** An execution in a process of its own. */
function executionIn(table: Table, id: string) {
	const node = { id: 'trigger', name: 'Trigger' };
	const warnings: string[] = [];
	const context = {
		getExecutionId: () => id,
		getExecuteData: () => ({ node }),
		getNode: () => node,
		logger: { warn: (text: string) => warnings.push(text) },
		helpers: {
			checkProcessedAndRecord: async (
				_items: unknown,
				_scope: unknown,
				{ mode }: { mode: string },
			) => {
				await table.record(node.id, mode);
			},
			getProcessedDataCount: async () => await Promise.resolve(table.count(node.id)),
		},
	} as unknown as IExecuteFunctions;
	return { claim: async (page: string) => await claimPage(context, page), warnings };
}

const claims = async (table: Table, ...executions: string[]) =>
	await Promise.all(executions.map(async (id) => await executionIn(table, id).claim('page')));

test('of several executions exactly one gets the page', async () => {
	const got = await claims(new Table(), '1', '2', '3');
	expect(got.filter(Boolean)).toHaveLength(1);
});

test('an execution that n8n runs twice at once gets its page each time', async () => {
	expect(await claims(new Table(), '7', '7')).toEqual([true, true]);
});

test('an execution that n8n runs twice at once gets its page each time, or never, beside another one', async () => {
	const [first, other, again] = await claims(new Table(), '7', '8', '7');
	expect([first, again]).toEqual([!other, !other]);
});

test('an execution gets its page when the answer of the database is lost', async () => {
	const table = new Table();
	table.lostAnswers = 1;
	expect(await claims(table, '7')).toEqual([true]);
	expect(await claims(table, '8', '7')).toEqual([false, true]);
});

test('a database that can not tell is said in the log, and nothing is lost', async () => {
	const table = new Table();
	table.record = async () => await Promise.reject(new Error('no such table'));
	const { claim, warnings } = executionIn(table, '7');
	expect(await claim('page')).toBe(true);
	expect(warnings).toEqual([expect.stringContaining('no such table')]);
});
