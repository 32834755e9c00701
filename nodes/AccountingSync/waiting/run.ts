import type { IExecuteFunctions } from 'n8n-workflow';

/** Tells the runs of a node apart: it runs once for each batch of items in a loop, with the same context. */
export const runOf = (context: IExecuteFunctions): string =>
	`${context.getExecutionId()} ${String(context.evaluateExpression('{{ $runIndex }}', 0))}`;
