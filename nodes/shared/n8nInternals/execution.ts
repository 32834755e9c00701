import type {
	IConnections,
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodes,
	IRunExecutionData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/*
 * Everything that depends on n8n's internals instead of its types is in this folder. test/versions tries each of these
 * with every n8n that the package supports, and fails when one changes. If something is missing, the nodes fall back to
 * a safe way: they poll instead of sleeping, and identify a run by the number of its execution.
 */

/** The execution that a context belongs to. n8n's contexts hold it, but their types don't show it. */
const executionOf = (context: object): IRunExecutionData | undefined =>
	(context as { runExecutionData?: IRunExecutionData }).runExecutionData;

/**
 * The numbers of executions in n8n's second engine, which `engineType` in the settings of a workflow chooses. It makes everything anew for
 * each try of a node, and knows no sleep.
 */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isOfSecondEngine = (context: Pick<IExecuteFunctions, 'getExecutionId'>): boolean =>
	UUID.test(context.getExecutionId() ?? '');

/**
 * The random secret of an execution. It stays the same when the execution is retried, after an error and after a crash.
 * Undefined in n8n 1.123 and 2.0, which sign the address of a sleeping execution in another way, and in n8n's second engine, where each
 * try has another one.
 */
export function resumeTokenOf(context: IExecuteFunctions): string | undefined {
	const { resumeToken } = (executionOf(context) ?? {}) as { resumeToken?: unknown };
	const isSecret = typeof resumeToken === 'string' && resumeToken !== '';
	return isSecret && !isOfSecondEngine(context) ? resumeToken : undefined;
}

/** The workflow of a context, which n8n's contexts hold although their types do not say so. */
const workflowOf = (context: IExecuteFunctions) =>
	(
		context as unknown as {
			workflow?: {
				connectionsBySourceNode?: IConnections;
				nodes?: INodes;
				settings?: IWorkflowSettings;
			};
		}
	).workflow;

/** Whether the node is connected to another node's second input, such as that of a merge, or may be. */
function leadsToSecondInput(context: IExecuteFunctions): boolean {
	const { connectionsBySourceNode } = workflowOf(context) ?? {};
	if (connectionsBySourceNode === undefined) return true;
	const outputs = connectionsBySourceNode[context.getNode().name]?.main ?? [];
	return outputs.some((connections) => connections?.some(({ index }) => index > 0));
}

/** The settings of the workflow. n8n 2.0 does not have `getWorkflowSettings`. */
const settingsOf = (context: IExecuteFunctions): IWorkflowSettings | undefined =>
	typeof context.getWorkflowSettings === 'function'
		? context.getWorkflowSettings()
		: workflowOf(context)?.settings;

/** Whether n8n may run the workflow in its legacy order. */
const mayBeLegacyOrder = (context: IExecuteFunctions): boolean =>
	settingsOf(context)?.executionOrder !== 'v1';

/** The modes of executions that hold what nodes have done in others before. */
const modesWithOthers = ['manual', 'retry'];

/** When the first node of an execution began, in milliseconds since 1970. Infinity if it doesn't show that. */
function beginningOf(context: IExecuteFunctions): number {
	if (modesWithOthers.includes(context.getMode())) return Infinity;
	return Object.values(executionOf(context)?.resultData.runData ?? {})
		.flatMap(([first]) => first?.startTime ?? [])
		.reduce((earliest, one) => Math.min(earliest, one), Infinity);
}

/**
 * When n8n cancels the execution, because the workflow or this n8n has a timeout, in milliseconds since 1970. Infinity if it doesn't. Once an
 * execution has slept, n8n names a later moment than the one it goes by, which is counted from the beginning.
 */
export function endOf(context: IExecuteFunctions): number {
	const { executionTimeoutTimestamp: end = Infinity } =
		(context as unknown as { additionalData?: IWorkflowExecuteAdditionalData }).additionalData ??
		{};
	const seconds = Number(settingsOf(context)?.executionTimeout ?? 0);
	return seconds > 0 ? Math.min(end, beginningOf(context) + seconds * 1000) : end;
}

/** The nodes that start a workflow for a caller, with when each says that the caller is answered. */
const answering: Readonly<Record<string, (parameters: INodeParameters) => unknown>> = {
	'n8n-nodes-base.webhook': ({ responseMode }) => responseMode,
	'n8n-nodes-base.formTrigger': ({ responseMode }) => responseMode,
	'n8n-nodes-base.wait': ({ resume, responseMode }) => resume === 'webhook' && responseMode,
	'@n8n/n8n-nodes-langchain.chatTrigger': ({ options }) =>
		(options as INodeParameters | undefined)?.responseMode ?? 'lastNode',
};

/** Whether a caller waits for an answer that n8n gives too early when the execution goes to sleep: an error, or nothing. */
function hasCaller(context: IExecuteFunctions): boolean {
	const { nodes = {} } = workflowOf(context) ?? {};
	// An n8n without the secret answers before the node Respond to Webhook is reached.
	const holding = ['lastNode', ...(resumeTokenOf(context) === undefined ? ['responseNode'] : [])];
	return Object.keys(executionOf(context)?.resultData.runData ?? {}).some((name) => {
		const { type = '', parameters = {} } = nodes[name] ?? {};
		const when = String(answering[type]?.(parameters));
		// What an expression gave to another node can't be known.
		return when.startsWith('=') || holding.includes(when);
	});
}

/** Why nobody may be kept waiting by a sleep who has started this execution, as a clause. Undefined if nobody is. */
function problemWithCaller(context: IExecuteFunctions): string | undefined {
	if (context.getMode() === 'integrated') {
		return 'the workflow that has called this one may go on without its results when it sleeps';
	}
	// Nobody waits for a Retry.
	return context.getMode() !== 'retry' && hasCaller(context)
		? 'whoever has called this workflow waits for the last node, and gets an error when it sleeps. Who calls again after that writes again, unless there is an Order Number'
		: undefined;
}

/** Whether n8n keeps what is still to run in the way that we know, the node that runs not among it. */
function hasKnownStack(context: IExecuteFunctions): boolean {
	if (isOfSecondEngine(context) || context.getExecutionCancelSignal() === undefined) return false;
	const stack: unknown = executionOf(context)?.executionData?.nodeExecutionStack;
	const entry: Partial<IExecuteData> = context.getExecuteData();
	return (
		Array.isArray(stack) &&
		!stack.includes(entry) &&
		entry.node?.name === context.getNode().name &&
		Array.isArray(entry.data?.main)
	);
}

/**
 * Why an execution can't sleep and run its node again when it wakes, as a clause. Undefined if it can. In n8n's legacy
 * order of execution, a node starts when an empty output arrives at its second input.
 */
export function problemWithSleep(context: IExecuteFunctions): string | undefined {
	if (!hasKnownStack(context)) return 'this version of n8n gives it no way to wake up';
	return mayBeLegacyOrder(context) && leadsToSecondInput(context)
		? "the node leads to the second input of another one, and the workflow's Execution Order is the legacy one"
		: problemWithCaller(context);
}

/** What a node has kept in its context under a key, for use in its webhook, which does not have that context. */
export function keptByNode(context: IWebhookFunctions, key: string): unknown {
	const { name } = context.getNode();
	const kept = executionOf(context)?.executionData?.contextData?.[`node:${name}`]?.[key];
	if (kept !== undefined) return kept;
	// n8n needs a sandbox for this, and brings each value out of it by itself.
	return context.evaluateExpression(
		`{{ $node[${JSON.stringify(name)}].context[${JSON.stringify(key)}] }}`,
	);
}

/** The method of n8n's contexts by which they read credentials, with the input that expressions in them could refer to. */
interface CredentialReader {
	_getCredentials?: (
		type: string,
		executeData: IExecuteData,
		connectionInputData: INodeExecutionData[],
	) => Promise<IDataObject>;
}

/**
 * Has the credentials of a webhook that wakes an execution read in the sandbox that n8n has set up for the call. By itself, n8n
 * sets up another one for each credential that a webhook reads, whether or not it has expressions.
 */
export function readCredentialsInSandbox(context: IWebhookFunctions): void {
	const reader = context as unknown as CredentialReader;
	const { _getCredentials: read } = reader;
	const entry = executionOf(context)?.executionData?.nodeExecutionStack?.[0];
	if (typeof read !== 'function' || !entry) return;
	const getCredentials = async (type: string) => await read.call(context, type, entry, []);
	context.getCredentials = getCredentials as IWebhookFunctions['getCredentials'];
}

/** How often the node has run before in its execution. An expression would make n8n set up its sandbox. */
export function runIndexOf(context: IExecuteFunctions): number {
	const { $runIndex: runIndex } = context.getWorkflowDataProxy(0);
	if (Number.isInteger(runIndex)) return Number(runIndex);
	// Without it, two runs of a loop would count as one.
	throw new NodeOperationError(
		context.getNode(),
		'This version of n8n does not number the runs of a node.',
		{
			description: 'Nothing was sent. Use a version of n8n that is listed under Compatibility.',
		},
	);
}

type Input = Array<INodeExecutionData[] | null>;

/** What the webhook that wakes a node leaves for it, as plain JSON: n8n may run the node in another process. */
export interface Woken {
	found: IDataObject;
}

/** What we attach to a stack entry: that n8n should skip it, that it is the real one after it, with its input, or that it never runs. */
type Mark = { is: 'skipped' } | { is: 'again'; input: Input; woken?: Woken } | { is: 'never' };

const MARK_KEY = 'accountingSync';

const markOf = (entry: IExecuteData | undefined): Mark | undefined =>
	(entry?.metadata as { [MARK_KEY]?: Mark } | undefined)?.[MARK_KEY];

const withMark = ({ metadata }: IExecuteData, mark: Mark) =>
	({ ...metadata, [MARK_KEY]: mark }) as IExecuteData['metadata'];

/**
 * The name of an entry whose node is in no workflow. For a Retry with the saved workflow, n8n looks up the nodes of all entries by their names,
 * and would give the two entries of a sleeping node the same node, disable it, and go on without its results. It refuses the Retry
 * instead, and shows this name.
 */
const nameForRetry = (name: string): string =>
	`${name} (asleep: choose Retry with original workflow)`;

/** The output if n8n passes on the entry of a sleeping node instead of running it. */
const notRun: INodeExecutionData[][] = [
	[
		{
			json: {
				error:
					'This node was not run again after its sleep, so that its results are missing. Retry this execution with its original workflow.',
			},
		},
	],
];

/**
 * Makes n8n run the node again when its sleep is over. Normally, n8n then disables the first entry on its stack and
 * passes its input through. So we put an empty entry first. We also keep the real input out of the place that n8n would
 * pass through. Call this right before `putExecutionToWait`.
 */
export function runAgainWhenTimeIsUp(context: IExecuteFunctions): void {
	const stack = executionOf(context)?.executionData?.nodeExecutionStack;
	if (!stack) return;
	const entry = context.getExecuteData();
	const { node, data } = entry;
	// n8n takes items out of the lists that it holds.
	const input = data.main.map((items) => items && [...items]);
	// n8n puts the entry of the waiting node back on top of its stack.
	stack.unshift(
		{
			...entry,
			node: { ...node },
			data: { ...data, main: notRun },
			runIndex: runIndexOf(context),
			metadata: withMark(entry, { is: 'again', input }),
		},
		{
			...entry,
			node: { ...node, name: nameForRetry(node.name) },
			data: { main: [[]] },
			metadata: withMark(entry, { is: 'never' }),
		},
	);
	entry.node = { ...node, alwaysOutputData: false };
	entry.data = { main: [[]] };
	entry.metadata = withMark(entry, { is: 'skipped' });
}

/**
 * Makes n8n run the node again after its webhook has woken it. Normally, n8n would pass the webhook's items on.
 * @param woken What the node gets from its webhook.
 * @returns What n8n should put in place of the node's input: the input that is already there.
 */
export function runAgainNow(context: object, woken: Woken): INodeExecutionData[][] {
	const stack = executionOf(context)?.executionData?.nodeExecutionStack ?? [];
	if (markOf(stack[0])?.is === 'skipped') stack.shift();
	const [entry] = stack;
	if (!entry) return [[]];
	delete entry.node.disabled;
	const mark = markOf(entry);
	if (mark?.is === 'again') entry.metadata = withMark(entry, { ...mark, woken });
	return entry.data.main.map((items) => items ?? []);
}

/** Whether n8n runs the empty entry anyway, which may happen after a crash. There is nothing to do for it. */
export const isSkipped = (context: IExecuteFunctions): boolean =>
	markOf(context.getExecuteData())?.is === 'skipped';

/**
 * Gives a node that runs again its input back, for the nodes after it. Also removes the run of the empty entry from the
 * execution's record, so that this run takes its place.
 * @returns What its webhook has left for it. Undefined if the clock woke it.
 */
export function takePlaceOfSkipped(context: IExecuteFunctions): Woken | undefined {
	const entry = context.getExecuteData();
	const mark = markOf(entry);
	if (mark?.is !== 'again') return undefined;
	const metadata = { ...entry.metadata } as Record<string, unknown>;
	delete metadata[MARK_KEY];
	entry.metadata = metadata as IExecuteData['metadata'];
	entry.data = { ...entry.data, main: mark.input };
	const { executionData, resultData } = executionOf(context) ?? {};
	resultData?.runData[entry.node.name]?.splice(runIndexOf(context));
	const stack = executionData?.nodeExecutionStack ?? [];
	const never = stack.findIndex((one) => markOf(one)?.is === 'never');
	if (never >= 0) stack.splice(never, 1);
	return mark.woken;
}
