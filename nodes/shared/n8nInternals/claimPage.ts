import type { IExecuteFunctions } from 'n8n-workflow';

import { insertRow, removeRow } from './processedItems';

/**
 * Claims a page for this execution, in n8n's database. If the page has started several executions, in any process,
 * exactly one of them gets it. That one also gets it again if n8n reruns it after a worker died, or only seemed to.
 * @param page Its mark.
 * @returns false if another execution has it. An n8n without such a table can't tell, and says so in its log. There, a
 * page is recognised within one process only (see `knownAs`).
 * @throws the database's error if it can't tell. The execution fails, and its Retry gets the page.
 */
export const claimPage = async (context: IExecuteFunctions, page: string): Promise<boolean> =>
	await insertRow(context, page, `execution ${context.getExecutionId()}`, (because) => {
		context.logger.warn(
			`${context.getNode().name}: n8n can't tell whether another execution has this page: ${because}`,
		);
	});

/** Removes the rows of pages that are too old to come again. */
export async function forgetPages(
	context: IExecuteFunctions,
	pages: readonly string[],
): Promise<void> {
	for (const page of pages) await removeRow(context, page);
}
