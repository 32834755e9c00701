import type { INodeProperties } from 'n8n-workflow';

/** What every operation of the node has: its name and its fields. */
export interface OperationFacts {
	/** Workflows store this, so it never changes. */
	value: string;
	name: string;
	/** The sentence in the node panel. */
	action: string;
	description: string;
	properties: INodeProperties[];
}
