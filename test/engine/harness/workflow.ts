import type {
	IConnections,
	ICredentialType,
	IDataObject,
	INode,
	INodeType,
	IVersionedNodeType,
	IWorkflowSettings,
} from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import type { GivenCredentials } from './credentials-helper';
import { CredentialsHelper } from './credentials-helper';
import { NodeTypes } from './node-types';
import { fullTypeName, loadPackageUnderTest } from './package-under-test';
import { SOURCE_NAME, SOURCE_TYPE, SourceNode } from './source-node';

/** A node of the workflow: its parameters, and whatever differs from what the editor would have made. */
export type GivenNode = Partial<INode> & Pick<INode, 'parameters'>;

export interface WorkflowOptions {
	/** The nodes after the source. Type `accountingSync` unless said, named after their type unless said. */
	nodes: GivenNode[];
	/** Default: source → first node → second node → … */
	connections?: IConnections;
	/** Credential data by type; every node that declares a credential of that type gets it. */
	credentials?: GivenCredentials;
	/** More node types a test needs, by their names. */
	nodeTypes?: Record<string, INodeType | IVersionedNodeType>;
	/** Settings of the workflow, for instance `timezone`. */
	settings?: IWorkflowSettings;
	/** What the workflow has kept from earlier runs. */
	staticData?: IDataObject;
	active?: boolean;
	/** Of the workflow. A copy of it has another one. */
	id?: string;
	/** Whether the source stands in front; a trigger needs none. Default true. */
	withSource?: boolean;
}

/** A workflow the engine can run, together with what its nodes need around them. */
export interface PreparedWorkflow {
	workflow: Workflow;
	/** Names of the given nodes, in the order given. */
	nodeNames: string[];
	credentialsHelper: CredentialsHelper;
	credentialTypes: ReadonlyMap<string, ICredentialType>;
}

function chain(names: string[]): IConnections {
	const links = names.slice(0, -1).map((name, index) => [
		name,
		{
			[NodeConnectionTypes.Main]: [
				[{ node: names[index + 1], type: NodeConnectionTypes.Main, index: 0 }],
			],
		},
	]);
	return Object.fromEntries(links) as IConnections;
}

/** Makes a real `Workflow` of given nodes, with the node and credential types of this package. */
export async function prepareWorkflow(options: WorkflowOptions): Promise<PreparedWorkflow> {
	const { nodeTypes: published, credentialTypes } = await loadPackageUnderTest();
	const nodeTypes = new NodeTypes(
		new Map<string, INodeType | IVersionedNodeType>([
			...published,
			[SOURCE_TYPE, new SourceNode()],
			...Object.entries(options.nodeTypes ?? {}),
		]),
	);
	const credentials = options.credentials ?? {};

	const complete = (given: GivenNode, index: number): INode => {
		const type = fullTypeName(given.type ?? 'accountingSync');
		const nodeType = nodeTypes.getByNameAndVersion(type, given.typeVersion);
		const { version, defaults, webhooks, credentials: declared = [] } = nodeType.description;
		const used = declared.filter(({ name }) => name in credentials);
		return {
			id: `node-${index}`,
			webhookId: webhooks ? `webhook-${index}` : undefined,
			name: String(defaults.name ?? type),
			position: [200 * (index + 1), 0],
			credentials: Object.fromEntries(used.map(({ name }) => [name, { id: name, name }])),
			...given,
			typeVersion: given.typeVersion ?? Math.max(...[version].flat()),
			type,
		};
	};
	const nodes = options.nodes.map(complete);
	const source = complete({ type: SOURCE_TYPE, name: SOURCE_NAME, parameters: {} }, -1);
	const nodeNames = nodes.map(({ name }) => name);
	const sources = options.withSource === false ? [] : [source];

	const workflow = new Workflow({
		id: options.id ?? 'engine-test',
		name: 'Engine test',
		nodes: [...sources, ...nodes],
		connections: options.connections ?? chain([...sources, ...nodes].map(({ name }) => name)),
		active: options.active ?? false,
		nodeTypes,
		settings: { executionOrder: 'v1', ...options.settings },
		staticData: options.staticData,
	});
	return {
		workflow,
		nodeNames,
		credentialsHelper: new CredentialsHelper(credentialTypes, credentials),
		credentialTypes,
	};
}
