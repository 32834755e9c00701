import type { INodeType, INodeTypeDescription, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { deepCopy, NodeConnectionTypes, NodeHelpers, UserError } from 'n8n-workflow';

/** Gives the engine its node types, and of those that are usable as a tool also the tool (`accountingSyncTool`). */
export class NodeTypes implements INodeTypes {
	constructor(private readonly types: ReadonlyMap<string, INodeType | IVersionedNodeType>) {}

	getByName(nodeType: string): INodeType | IVersionedNodeType {
		const found = this.types.get(nodeType);
		if (!found) throw new UserError(`Unrecognized node type: ${nodeType}`);
		return found;
	}

	getByNameAndVersion(nodeType: string, version?: number): INodeType {
		const direct = this.types.get(nodeType);
		if (direct) return NodeHelpers.getVersionedNodeType(direct, version);
		const node = NodeHelpers.getVersionedNodeType(
			this.getByName(nodeType.replace(/Tool$/, '')),
			version,
		);
		if (!node.description.usableAsTool) {
			throw new UserError(`${nodeType}: the node is not usable as a tool`);
		}
		return asTool(node);
	}

	getKnownTypes() {
		return {};
	}
}

/** The same node with the description n8n gives its tool form: no inputs, one output that an agent plugs in. */
function asTool(node: INodeType): INodeType {
	const description: INodeTypeDescription = {
		...deepCopy(node.description),
		name: `${node.description.name}Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	return Object.create(node, {
		description: { value: description, enumerable: true },
	}) as INodeType;
}
