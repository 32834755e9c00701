import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** The type name of the node every test workflow starts with; it hands on the items the test gives it. */
export const SOURCE_TYPE = 'test.source';

/** The name that node has in the workflow, for expressions such as `$('Source')`. */
export const SOURCE_NAME = 'Source';

export class SourceNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Source',
		name: 'source',
		group: ['trigger'],
		version: 1,
		description: 'Hands on the items of the test',
		defaults: { name: SOURCE_NAME },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions) {
		return [this.getInputData()];
	}
}
