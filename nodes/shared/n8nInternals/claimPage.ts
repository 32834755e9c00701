import type { DeduplicationMode, IExecuteFunctions } from 'n8n-workflow';

/** No page has this mark. */
const NO_PAGE = 'none';

/**
 * Works on the row that n8n's table of processed items has for a page. n8n keeps one row for each ID of a node and reads
 * the ID off the node that runs, which therefore has another one meanwhile.
 */
async function atRowOf<Result>(
	context: IExecuteFunctions,
	page: string,
	act: (helpers: IExecuteFunctions['helpers']) => Promise<Result>,
): Promise<Result> {
	const { node } = context.getExecuteData();
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
 * Claims a page for this execution, in n8n's database: of all executions that the page has started, in whatever
 * process, exactly one gets it, and gets it again when n8n runs it again after a worker's death.
 * @param page Its mark.
 * @returns false when another execution has it. An n8n without such a table can't tell, and says so in its log: there, a page
 * is told apart within one process only (see `knownAs`).
 * @throws the database's error when it can't be told: the execution fails, and its Retry has the page.
 */
export async function claimPage(context: IExecuteFunctions, page: string): Promise<boolean> {
	const execution = context.getExecutionId();
	if (!hasTable(context)) {
		warn(context, 'it has no table of processed items');
		return true;
	}
	try {
		// The row is inserted once: its key is unique. Whoever comes later is let through only with the mode that it was
		// inserted with, and changes nothing otherwise. So the mode says whose it is.
		await atRowOf(
			context,
			page,
			async (helpers) =>
				await helpers.checkProcessedAndRecord([execution], 'node', {
					mode: `execution ${execution}` as DeduplicationMode,
				}),
		);
		return true;
	} catch (error) {
		// The row of no page would be there only if n8n did not keep the pages apart.
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
