import { parse } from 'flatted';
import type { ExecutionStatus, IRunExecutionData } from 'n8n-workflow';

import type { QueueModeN8n } from '../../../n8n/stack/queue-mode';
import { until } from '../../../n8n/until';
import type { PageItem } from '../../support/trigger-workflow';
import { TRIGGER } from '../../support/trigger-workflow';
import { AFTER } from './stack';

/** An execution that a page has started, as the database has it. */
interface StartedExecution {
	id: number;
	status: ExecutionStatus;
	/** The page's ID; undefined where the execution did not get it, or n8n has kept nothing. */
	page: string | undefined;
	/** Whether it went on after the trigger. */
	wentOn: boolean;
	/** Why it failed. */
	error: string | undefined;
}

interface Row {
	id: number;
	status: ExecutionStatus;
	data: string;
}

/** All executions of a workflow, the oldest first. */
async function executionsOf(
	{ query }: QueueModeN8n,
	workflow: { id: string },
): Promise<StartedExecution[]> {
	const rows = await query<Row>(
		`select e.id, e.status, d.data from execution_entity e join execution_data d on d."executionId" = e.id where e."workflowId" = '${workflow.id}' order by e.id`,
	);
	return rows.map(({ id, status, data }) => {
		const { resultData, executionData } = parse(data) as IRunExecutionData;
		const { runData, error } = resultData;
		// What has not come to its end has its page still before it. Of a crashed execution n8n says that the trigger has
		// run, with an item of its own making, which has no ID.
		const [waiting] = executionData?.nodeExecutionStack ?? [];
		const page = [runData[TRIGGER]?.[0]?.data?.main, waiting?.data.main]
			.map((main) => (main?.[0]?.[0]?.json as Partial<PageItem> | undefined)?.id)
			.find((id) => id !== undefined);
		return { id, status, page, wentOn: AFTER in runData, error: error?.message };
	});
}

const IS_AT_WORK = `status in ('new', 'running', 'waiting')`;

/** Waits until nothing of a workflow is at work, and gives its executions. */
export async function endedExecutions(
	n8n: QueueModeN8n,
	workflow: { id: string },
	timeout?: number,
): Promise<StartedExecution[]> {
	await until(
		async () =>
			await n8n.query<{ id: number; status: string }>(
				`select id, status from execution_entity where "workflowId" = '${workflow.id}' and ${IS_AT_WORK} order by id limit 10`,
			),
		(atWork) => atWork.length === 0,
		{ timeout, every: 250 },
	);
	return await executionsOf(n8n, workflow);
}

/** How many executions have succeeded with each page and gone on after the trigger. */
export function countByPage(executions: readonly StartedExecution[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { page, wentOn, status } of executions) {
		if (page === undefined || !wentOn || status !== 'success') continue;
		counts.set(page, (counts.get(page) ?? 0) + 1);
	}
	return counts;
}
