import type {
	IConnections,
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

/*
 * All that rests on n8n's insides rather than on its types stands in this folder. test/versions tries each of these with
 * every n8n that the package is for, and fails when one changes. Where something is missing, the nodes take a safe way: they
 * poll instead of sleeping, and know a run by the number of its execution.
 */

/** The execution that a context belongs to, which n8n's contexts hold though their types do not say so. */
const executionOf = (context: object): IRunExecutionData | undefined =>
	(context as { runExecutionData?: IRunExecutionData }).runExecutionData;

/**
 * The random secret of an execution, which an execution keeps when it is retried, after an error and after a crash.
 * Undefined in n8n 1.123 and 2.0, which sign the address of a sleeping execution in another way.
 */
export function resumeTokenOf(context: object): string | undefined {
	const { resumeToken } = (executionOf(context) ?? {}) as { resumeToken?: unknown };
	return typeof resumeToken === 'string' && resumeToken !== '' ? resumeToken : undefined;
}

/** Whether the node leads to a second input of a node, such as one that merges. */
function leadsToSecondInput(context: IExecuteFunctions): boolean {
	const { workflow } = context as unknown as {
		workflow?: { connectionsBySourceNode?: IConnections };
	};
	const outputs = workflow?.connectionsBySourceNode?.[context.getNode().name]?.main ?? [];
	return outputs.some((connections) => connections?.some(({ index }) => index > 0));
}

/**
 * Why an execution can't be put to sleep so that its node runs again when it wakes, as a clause; undefined when it can.
 * In n8n's legacy order of execution, an empty output starts a node at whose second input it arrives.
 */
export function problemWithSleep(context: IExecuteFunctions): string | undefined {
	if (!Array.isArray(executionOf(context)?.executionData?.nodeExecutionStack)) {
		return 'this version of n8n gives it no way to wake up';
	}
	return context.getWorkflowSettings().executionOrder !== 'v1' && leadsToSecondInput(context)
		? "it leads to a second input, and the workflow's Execution Order is the legacy one"
		: undefined;
}

/** What a node has kept in its context under a key, for its webhook, which has no such context of its own. */
export function keptByNode(context: IWebhookFunctions, key: string): unknown {
	const name = JSON.stringify(context.getNode().name);
	return context.evaluateExpression(`{{ $node[${name}].context[${JSON.stringify(key)}] }}`);
}

/** How often the node has run before in its execution. An expression would have n8n set up its sandbox for it. */
export const runIndexOf = (context: IExecuteFunctions): number =>
	Number(context.getWorkflowDataProxy(0).$runIndex);

type Input = Array<INodeExecutionData[] | null>;

/** What an entry of the stack carries: that n8n is to skip it, or that it is the one behind, and its input. */
type Mark = { is: 'skipped' } | { is: 'again'; input: Input; isNudged?: boolean };

const MARK_KEY = 'accountingSync';

const markOf = (entry: IExecuteData | undefined): Mark | undefined =>
	(entry?.metadata as { [MARK_KEY]?: Mark } | undefined)?.[MARK_KEY];

const withMark = ({ metadata }: IExecuteData, mark: Mark) =>
	({ ...metadata, [MARK_KEY]: mark }) as IExecuteData['metadata'];

/** What comes out if n8n passes the entry of a sleeping node on instead of running it. */
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
 * Has n8n run the node again when the time of its sleep is up. By itself n8n disables what comes first on its stack then,
 * and passes its input through: so an empty entry comes first. Nor does the real input stand where n8n would pass it
 * through. To be called right before `putExecutionToWait`.
 */
export function runAgainWhenTimeIsUp(context: IExecuteFunctions): void {
	const stack = executionOf(context)?.executionData?.nodeExecutionStack;
	if (!stack) return;
	const entry = context.getExecuteData();
	const { node, data } = entry;
	// n8n takes items out of the lists that it has in its hands.
	const input = data.main.map((items) => items && [...items]);
	// n8n puts the entry of the node that waits back on top of its stack.
	stack.unshift({
		...entry,
		node: { ...node },
		data: { ...data, main: notRun },
		runIndex: runIndexOf(context),
		metadata: withMark(entry, { is: 'again', input }),
	});
	entry.node = { ...node, alwaysOutputData: false };
	entry.data = { main: [[]] };
	entry.metadata = withMark(entry, { is: 'skipped' });
}

/**
 * Has n8n run the node again after its webhook has woken it, where n8n would pass the webhook's items on.
 * @returns What n8n is to put in place of the node's input: what stands there.
 */
export function runAgainNow(context: object): INodeExecutionData[][] {
	const stack = executionOf(context)?.executionData?.nodeExecutionStack ?? [];
	if (markOf(stack[0])?.is === 'skipped') stack.shift();
	const [entry] = stack;
	if (!entry) return [[]];
	delete entry.node.disabled;
	const mark = markOf(entry);
	if (mark?.is === 'again') entry.metadata = withMark(entry, { ...mark, isNudged: true });
	return entry.data.main.map((items) => items ?? []);
}

/** Whether n8n runs the empty entry after all, as it may after a crash: nothing is to be done for it. */
export const isSkipped = (context: IExecuteFunctions): boolean =>
	markOf(context.getExecuteData())?.is === 'skipped';

/**
 * Gives a node that runs again its input back, for whoever comes after it, and takes the run of the empty entry out of the
 * execution's record, so that this run has its place.
 * @returns Whether its webhook has woken it, rather than the clock.
 */
export function takePlaceOfSkipped(context: IExecuteFunctions): boolean {
	const entry = context.getExecuteData();
	const mark = markOf(entry);
	if (mark?.is !== 'again') return false;
	const metadata = { ...entry.metadata } as Record<string, unknown>;
	delete metadata[MARK_KEY];
	entry.metadata = metadata as IExecuteData['metadata'];
	entry.data = { ...entry.data, main: mark.input };
	const runs = executionOf(context)?.resultData.runData[entry.node.name];
	runs?.splice(runIndexOf(context));
	return mark.isNudged === true;
}
