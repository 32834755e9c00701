import type { IExecuteFunctions } from 'n8n-workflow';

/** How often the node has run before in its execution. An expression would have n8n set up its sandbox for it. */
export const runIndexOf = (context: IExecuteFunctions): number =>
	Number(context.getWorkflowDataProxy(0).$runIndex);

/** Tells the runs of a node apart: it runs once for each batch of items in a loop, with the same context. */
export const runOf = (context: IExecuteFunctions): string =>
	`${context.getExecutionId()} ${runIndexOf(context)}`;
