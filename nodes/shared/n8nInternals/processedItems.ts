import type { DeduplicationMode, IExecuteFunctions } from 'n8n-workflow';

import { hashOfText } from '../../../queue/calls/shortHash';

/** Whether this n8n has a table of processed items. */
const hasProcessedItems = ({ helpers }: IExecuteFunctions): boolean =>
	typeof helpers.checkProcessedAndRecord === 'function' &&
	typeof helpers.getProcessedDataCount === 'function';

/**
 * Works on a row of our own in n8n's table of processed items. n8n keeps one row per node of a workflow, and reads the node's ID while
 * it is called, before anything else can run. So the node has another ID for that moment.
 */
function atRow<Result>(context: IExecuteFunctions, row: string, act: () => Result): Result {
	const { node } = context.getExecuteData();
	const { id } = node;
	node.id = `${id}:${row}`;
	try {
		return act();
	} finally {
		node.id = id;
	}
}

/** Whether the table has a row. */
const hasRow = async (context: IExecuteFunctions, row: string): Promise<boolean> =>
	(await atRow(
		context,
		row,
		async () => await context.helpers.getProcessedDataCount('node', { mode: 'entries' }),
	)) > 0;

/** No row has this name. */
const NO_ROW = 'none';

/**
 * Inserts a row in the name of an owner. It is inserted only once, because its key is unique; later calls succeed only with the mode that
 * it was inserted with, and otherwise change nothing. So the mode says who owns it.
 * @param warn Is told why n8n can't keep such rows, if it can't: then everybody has every row.
 * @returns Whether the owner has it, now or since before.
 * @throws the database's error if it can't tell.
 */
export async function insertRow(
	context: IExecuteFunctions,
	row: string,
	owner: string,
	warn: (because: string) => void,
): Promise<boolean> {
	if (!hasProcessedItems(context)) {
		warn('it has no table of processed items');
		return true;
	}
	const insert = async () =>
		await atRow(
			context,
			row,
			async () =>
				await context.helpers.checkProcessedAndRecord([owner], 'node', {
					mode: owner as DeduplicationMode,
				}),
		);
	try {
		// The first call fails also for the row of this very owner: if it inserts it twice at once, or if the database's answer
		// is lost. The second one then finds it.
		await insert().catch(insert);
		return true;
	} catch (error) {
		// A row of no name would exist only if n8n did not keep the rows apart.
		if ((await hasRow(context, row)) && !(await hasRow(context, NO_ROW))) return false;
		warn((error as Error).message);
		return true;
	}
}

/** Removes a row, whoever owns it. */
export async function removeRow(context: IExecuteFunctions, row: string): Promise<void> {
	if (!hasProcessedItems(context)) return;
	await atRow(
		context,
		row,
		async () => await context.helpers.clearAllProcessedItems('node', { mode: 'entries' }),
	);
}

/** The name of a row for something whose name may be long. */
export const rowNamed = (name: string): string => hashOfText(22, name);
