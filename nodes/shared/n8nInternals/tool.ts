import type { IExecuteFunctions } from 'n8n-workflow';

/** Whether the node runs as a tool of an AI agent: n8n calls the type of a node so then. */
export const isTool = (context: Pick<IExecuteFunctions, 'getNode'>): boolean =>
	context.getNode().type.endsWith('Tool');
