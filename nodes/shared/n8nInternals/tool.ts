import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether the node runs as a tool of an AI agent. The node's type then ends in "Tool". */
export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('Tool');
