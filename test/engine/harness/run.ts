import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	ExecutionError,
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
	IWorkflowBase,
	NodeExecutionHint,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';

import { createAdditionalData } from './additional-data';
import { SOURCE_NAME } from './source-node';
import type { PreparedWorkflow, WorkflowOptions } from './workflow';
import { prepareWorkflow } from './workflow';

export interface RunOptions extends WorkflowOptions {
	/** What the source hands on; one empty item unless said. */
	items?: INodeExecutionData[];
	/** Default `manual`, as with the editor's button; `trigger` is a production run. */
	mode?: WorkflowExecuteMode;
	/** By default one that no other run has; with that of an earlier run, it is the same execution's next try. */
	executionId?: string;
	/** When n8n cancels the execution (`EXECUTIONS_TIMEOUT`), in milliseconds since 1970. */
	endsAt?: number;
	/** The secret of the execution; by default one for each `executionId`, as the execution is stored with it. */
	resumeToken?: string;
}

/** What a run left behind. */
export interface WorkflowRun {
	/** `success`, `error`, `waiting` or `canceled`. */
	status: ExecutionStatus;
	/** The error that ended the run. A node that continues on fail leaves its errors in its items instead. */
	error?: ExecutionError;
	/** Items of the last given node's first output. */
	items: INodeExecutionData[];
	/** Items by node name and output, of each node's last turn. */
	outputs: Record<string, INodeExecutionData[][]>;
	/** Hints by node name: the notes the editor shows on a node after the run. */
	hints: Record<string, NodeExecutionHint[]>;
	/** Everything the engine recorded, by node and turn. */
	executionData: IRunExecutionData;
	/** What the workflow keeps for later runs. */
	staticData: IDataObject;
	/** When a waiting run wants to go on; pass the run to `resumeWhenTimeIsUp`. */
	waitTill?: Date;
	/** The number of the execution. */
	executionId: string;
	/** The workflow that ran. */
	prepared: PreparedWorkflow;
	mode: WorkflowExecuteMode;
}

export interface StartedRun {
	finished: Promise<WorkflowRun>;
	/** Resolves when the engine has begun the node's turn. */
	nodeStarted(name: string): Promise<void>;
	/** What the editor's stop button does. */
	cancel(): void;
}

function lastTurn(executionData: IRunExecutionData, name: string): ITaskData | undefined {
	return executionData.resultData.runData[name]?.at(-1);
}

/** A new execution whose first node is handed these items, by output. */
export function startingAt(
	workflow: Workflow,
	name: string,
	main: INodeExecutionData[][],
): IRunExecutionData {
	const node = workflow.getNode(name);
	if (!node) throw new Error(`The workflow has no node ${name}`);
	return createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
	});
}

let executions = 0;

/** An ID that no other execution of these tests has: what is queued is known by it. */
const newExecutionId = (): string => `run-${(executions += 1)}`;

/** Runs what stands on the execution stack, until the workflow ends, fails, waits or is cancelled. */
export function startExecution(
	prepared: PreparedWorkflow,
	executionData: IRunExecutionData,
	mode: WorkflowExecuteMode,
	{
		executionId = newExecutionId(),
		webhookBaseUrl,
		endsAt,
	}: { executionId?: string; webhookBaseUrl?: string; endsAt?: number } = {},
): StartedRun {
	const { workflow, nodeNames, credentialsHelper } = prepared;
	const base: IWorkflowBase = {
		id: workflow.id,
		name: workflow.name ?? '',
		active: workflow.active,
		activeVersionId: null,
		isArchived: false,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	};
	const hooks = new ExecutionLifecycleHooks(mode, executionId, base);
	const begun = new Set<string>();
	const listeners = new Map<string, Array<() => void>>();
	hooks.addHandler('nodeExecuteBefore', (name) => {
		begun.add(name);
		for (const listener of listeners.get(name) ?? []) listener();
	});

	const additionalData = createAdditionalData(
		credentialsHelper,
		{ hooks, executionId, executionTimeoutTimestamp: endsAt },
		webhookBaseUrl,
	);
	const execution = new WorkflowExecute(
		additionalData,
		mode,
		executionData,
	).processRunExecutionData(workflow);

	const finish = async (): Promise<WorkflowRun> => {
		const run = await execution;
		const { runData, error } = run.data.resultData;
		const names = Object.keys(runData);
		const outputs = Object.fromEntries(
			names.map((name) => {
				const turn = lastTurn(run.data, name);
				return [name, (turn?.data?.main ?? []).map((items) => items ?? [])];
			}),
		);
		return {
			status: run.status,
			error,
			items: outputs[nodeNames.at(-1) ?? SOURCE_NAME]?.[0] ?? [],
			outputs,
			hints: Object.fromEntries(names.map((name) => [name, lastTurn(run.data, name)?.hints ?? []])),
			executionData: run.data,
			staticData: workflow.staticData,
			waitTill: run.data.waitTill,
			executionId,
			prepared,
			mode,
		};
	};

	return {
		finished: finish(),
		nodeStarted: async (name) => {
			if (begun.has(name)) return;
			await new Promise<void>((resolve) => {
				listeners.set(name, [...(listeners.get(name) ?? []), resolve]);
			});
		},
		cancel: () => execution.cancel(),
	};
}

/** Starts a workflow and returns at once, for tests that cancel it or watch it. */
export async function startWorkflow(options: RunOptions): Promise<StartedRun> {
	const prepared = await prepareWorkflow(options);
	const executionData = startingAt(prepared.workflow, SOURCE_NAME, [
		options.items ?? [{ json: {} }],
	]);
	const { executionId, endsAt, resumeToken = executionId && `token of ${executionId}` } = options;
	if (resumeToken !== undefined) executionData.resumeToken = resumeToken;
	return startExecution(prepared, executionData, options.mode ?? 'manual', {
		executionId,
		endsAt,
	});
}

/**
 * Runs a workflow to its end in n8n's engine.
 * @throws what the engine throws before it runs anything, for instance a required parameter that is missing
 */
export async function runWorkflow(options: RunOptions): Promise<WorkflowRun> {
	const { finished } = await startWorkflow(options);
	return await finished;
}

/** A waiting run as n8n would find it in its database. */
export function storedExecution(run: WorkflowRun): IRunExecutionData {
	return {
		...(JSON.parse(JSON.stringify(run.executionData)) as IRunExecutionData),
		waitTill: run.waitTill,
	};
}

/**
 * What n8n's Retry does: another execution, with what n8n has stored of one that failed, or was stopped while it slept.
 * @param isWithSavedWorkflow Whether its nodes are those of the workflow. n8n then gives several entries of one node the same one.
 * @throws the words of n8n if the workflow has a node no more
 */
export async function retry(run: WorkflowRun, isWithSavedWorkflow = false): Promise<WorkflowRun> {
	const data = storedExecution(run);
	for (const entry of isWithSavedWorkflow ? (data.executionData?.nodeExecutionStack ?? []) : []) {
		const node = run.prepared.workflow.getNode(entry.node.name);
		if (!node) throw new Error(`Could not find the node "${entry.node.name}" in workflow.`);
		entry.node = node;
	}
	const { lastNodeExecuted = '', runData } = data.resultData;
	delete data.resultData.error;
	if (runData[lastNodeExecuted]?.at(-1)?.error !== undefined) runData[lastNodeExecuted].pop();
	return await startExecution(run.prepared, data, 'retry').finished;
}

/** What n8n's Retry does after a crash: nothing is stored but the start, and the secret of the execution. */
export async function retryAfterCrash(
	run: WorkflowRun,
	items: INodeExecutionData[] = [{ json: {} }],
): Promise<WorkflowRun> {
	const { workflow } = run.prepared;
	const data = startingAt(workflow, SOURCE_NAME, [items]);
	const { resumeToken } = run.executionData;
	return await startExecution(run.prepared, { ...data, resumeToken }, 'retry').finished;
}

/** Goes on with a waiting run the way n8n does when its time is up. */
export async function resumeWhenTimeIsUp(run: WorkflowRun): Promise<WorkflowRun> {
	const { prepared, mode, executionId } = run;
	return await startExecution(prepared, storedExecution(run), mode, { executionId }).finished;
}
