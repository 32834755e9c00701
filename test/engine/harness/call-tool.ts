import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import type { GivenCredentials } from './credentials-helper';
import type { WorkflowRun } from './run';
import { runWorkflow } from './run';
import { SOURCE_NAME } from './source-node';

/** A tool as an agent sees it. */
interface Tool {
	name: string;
	description: string;
	invoke(toolArguments: IDataObject): Promise<string>;
}

export interface ToolCall {
	/** The node's parameters; what the model fills in is written `={{ $fromAI('name', 'what it is') }}`. */
	parameters: INodeParameters;
	/** What the model fills in, by those names. */
	toolArguments: IDataObject;
	credentials: GivenCredentials;
	/** Default `accountingSync`. */
	type?: string;
	/** Whether n8n tries the tool a second time when it fails; it does not unless said. */
	retryOnFail?: boolean;
	/** Are called before further calls with the same arguments, one each. */
	thenAgain?: ReadonlyArray<() => unknown>;
	/** What the model does instead, with a call that gives the answer, or the error as a text. */
	script?: Script;
}

/** Calls the tool with other arguments, if any are given. */
export type Call = (toolArguments?: IDataObject) => Promise<unknown>;

type Script = (call: Call) => Promise<unknown>;

export interface ToolAnswer {
	/** What the model is told the tool is called and does. */
	name: string;
	description: string;
	/** What the tool answered. */
	response: unknown;
	run: WorkflowRun;
}

const AGENT_TYPE = 'test.agent';
const TOOL_NAME = 'Tool';

/** Stands in for the model alone: it calls the one tool it is connected to, with the arguments it was given. */
const agentNode = (thenAgain: ReadonlyArray<() => unknown>, script?: Script): INodeType => ({
	description: {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform'],
		version: 1,
		description: 'Calls its tool with the input item as arguments',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	} satisfies INodeTypeDescription,

	async execute(this: IExecuteFunctions) {
		const connected = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
		const [tool] = [connected].flat() as Tool[];
		const [{ json: toolArguments }] = this.getInputData();
		// A model reads why a call failed, and may call again.
		const call: Call = async (given = toolArguments) =>
			await tool.invoke(given).then((answer) => JSON.parse(answer) as unknown, String);
		const inTurn = async (): Promise<unknown> => {
			if (thenAgain.length > 0) await call();
			for (const prepare of thenAgain.slice(0, -1)) {
				await prepare();
				await call();
			}
			await thenAgain.at(-1)?.();
			return JSON.parse(await tool.invoke(toolArguments));
		};
		const response = await (script ? script(call) : inTurn());
		return [
			this.helpers.returnJsonArray([
				{ name: tool.name, description: tool.description, response } as IDataObject,
			]),
		];
	},
});

/**
 * Calls the node as a tool of an AI agent, through n8n's own wrapping of nodes as tools.
 * @throws nothing of the tool's: a failed call is in `run.error`
 */
export async function callTool({
	parameters,
	toolArguments,
	credentials,
	type = 'accountingSync',
	retryOnFail = false,
	thenAgain = [],
	script,
}: ToolCall): Promise<ToolAnswer> {
	const run = await runWorkflow({
		nodes: [
			{
				type: `${type}Tool`,
				name: TOOL_NAME,
				parameters,
				retryOnFail,
				maxTries: 2,
				waitBetweenTries: 0,
			},
			{ type: AGENT_TYPE, name: 'Agent', parameters: {} },
		],
		connections: {
			[SOURCE_NAME]: {
				[NodeConnectionTypes.Main]: [[{ node: 'Agent', type: NodeConnectionTypes.Main, index: 0 }]],
			},
			[TOOL_NAME]: {
				[NodeConnectionTypes.AiTool]: [
					[{ node: 'Agent', type: NodeConnectionTypes.AiTool, index: 0 }],
				],
			},
		},
		nodeTypes: { [AGENT_TYPE]: agentNode(thenAgain, script) },
		items: [{ json: toolArguments }],
		credentials,
	});
	const answered = run.items[0]?.json as Partial<Omit<ToolAnswer, 'run'>> | undefined;
	return {
		name: answered?.name ?? '',
		description: answered?.description ?? '',
		response: answered?.response,
		run,
	};
}
