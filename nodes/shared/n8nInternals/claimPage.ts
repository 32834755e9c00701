import type { DeduplicationMode, IExecuteFunctions, INode } from 'n8n-workflow';

/** No page has this mark. */
const NO_PAGE = 'none';

/** When the last work on a row through a node is over. Executions that a trigger has started itself share its node. */
const turns = new WeakMap<INode, Promise<unknown>>();

/**
 * Works on a page's row in n8n's table of processed items. n8n keeps one row per node ID, and reads the ID from the
 * running node. So we change the node's ID while we work on the row, one row after the other.
 */
async function atRowOf<Result>(
	context: IExecuteFunctions,
	page: string,
	act: (helpers: IExecuteFunctions['helpers']) => Promise<Result>,
): Promise<Result> {
	const { node } = context.getExecuteData();
	const own = (turns.get(node) ?? Promise.resolve()).then(
		async () => await withRow(context, node, page, act),
	);
	turns.set(
		node,
		own.catch(() => undefined),
	);
	return await own;
}

async function withRow<Result>(
	context: IExecuteFunctions,
	node: INode,
	page: string,
	act: (helpers: IExecuteFunctions['helpers']) => Promise<Result>,
): Promise<Result> {
	const { id } = node;
	node.id = `${id}:${page}`;
	try {
		return await act(context.helpers);
	} finally {
		node.id = id;
	}
}

const hasRow = async (context: IExecuteFunctions, page: string): Promise<boolean> =>
	await atRowOf(
		context,
		page,
		async (helpers) => (await helpers.getProcessedDataCount('node', { mode: 'entries' })) > 0,
	);

const hasTable = ({ helpers }: IExecuteFunctions): boolean =>
	typeof helpers.checkProcessedAndRecord === 'function' &&
	typeof helpers.getProcessedDataCount === 'function';

const warn = (context: IExecuteFunctions, because: string): void =>
	context.logger.warn(
		`${context.getNode().name}: n8n can't tell whether another execution has this page: ${because}`,
	);

/**
 * Claims a page for this execution, in n8n's database. If the page has started several executions, in any process,
 * exactly one of them gets it. That one also gets it again if n8n reruns it after a worker died, or only seemed to.
 * @param page Its mark.
 * @returns false if another execution has it. An n8n without such a table can't tell, and says so in its log. There, a
 * page is recognised within one process only (see `knownAs`).
 * @throws the database's error if it can't tell. The execution fails, and its Retry gets the page.
 */
export async function claimPage(context: IExecuteFunctions, page: string): Promise<boolean> {
	const execution = context.getExecutionId();
	if (!hasTable(context)) {
		warn(context, 'it has no table of processed items');
		return true;
	}
	// The row is inserted only once, because its key is unique. Later calls succeed only with the mode that it was
	// inserted with, and otherwise change nothing. So the mode says who owns the row.
	const record = async () =>
		await atRowOf(
			context,
			page,
			async (helpers) =>
				await helpers.checkProcessedAndRecord([execution], 'node', {
					mode: `execution ${execution}` as DeduplicationMode,
				}),
		);
	try {
		// The first call fails also for the row of this very execution: if n8n runs it twice at once, as it does where a busy
		// worker seems dead, or if the database's answer is lost. The second one then finds it.
		await record().catch(record);
		return true;
	} catch (error) {
		// A row for no page would exist only if n8n did not keep the pages apart.
		if ((await hasRow(context, page)) && !(await hasRow(context, NO_PAGE))) return false;
		warn(context, (error as Error).message);
		return true;
	}
}

/** Removes the rows of pages that are too old to come again. */
export async function forgetPages(
	context: IExecuteFunctions,
	pages: readonly string[],
): Promise<void> {
	if (!hasTable(context)) return;
	for (const page of pages) {
		await atRowOf(
			context,
			page,
			async (helpers) => await helpers.clearAllProcessedItems('node', { mode: 'entries' }),
		);
	}
}
