import type {
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
} from 'n8n-workflow';

/*
 * All that rests on n8n's insides rather than on its types stands in this file. It was tried with n8n 1.123, 2.0 and 2.41.
 * Where something of it is missing, the nodes take a safe way: they poll instead of sleeping, and know a run by its
 * execution's number.
 */

/** The execution that a context belongs to, which n8n's contexts hold though their types do not say so. */
const executionOf = (context: object): IRunExecutionData | undefined =>
	(context as { runExecutionData?: IRunExecutionData }).runExecutionData;

/**
 * The random secret of an execution, which an execution keeps when it is retried, after an error and after a crash.
 * Undefined before n8n 2.1, which signs the address of a sleeping execution in another way.
 */
export const resumeTokenOf = (context: object): string | undefined => {
	const { resumeToken } = (executionOf(context) ?? {}) as { resumeToken?: unknown };
	return typeof resumeToken === 'string' && resumeToken !== '' ? resumeToken : undefined;
};

/**
 * Why an execution can't be put to sleep so that its node runs again when it wakes, as a clause; undefined when it can.
 * In n8n's legacy order of execution, an empty output may start the nodes behind.
 */
export function problemWithSleep(context: IExecuteFunctions): string | undefined {
	if (!Array.isArray(executionOf(context)?.executionData?.nodeExecutionStack)) {
		return 'this version of n8n gives it no way to wake up';
	}
	return context.getWorkflowSettings().executionOrder === 'v1'
		? undefined
		: "the workflow's setting Execution Order is the legacy one";
}

/** How often the node has run before in its execution. An expression would have n8n set up its sandbox for it. */
export const runIndexOf = (context: IExecuteFunctions): number =>
	Number(context.getWorkflowDataProxy(0).$runIndex);

/** What an entry of the stack carries that n8n is to skip, and the one behind it. */
const flag = 'accountingSync';
const flagged = (
	entry: Pick<IExecuteData, 'metadata'> | undefined,
): 'skipped' | 'again' | undefined =>
	(entry?.metadata as { [flag]?: 'skipped' | 'again' } | undefined)?.[flag];

const withFlag = ({ metadata }: IExecuteData, value: 'skipped' | 'again') =>
	({ ...metadata, [flag]: value }) as IExecuteData['metadata'];

/**
 * Has n8n run the node again when the time of its sleep is up. By itself n8n disables what comes first on its stack then,
 * and passes its input through: so an empty entry comes first. To be called right before `putExecutionToWait`.
 */
export function runAgainWhenTimeIsUp(context: IExecuteFunctions): void {
	const stack = executionOf(context)?.executionData?.nodeExecutionStack;
	if (!stack) return;
	const entry = context.getExecuteData();
	const { node, data } = entry;
	// n8n has the node's entry in its hands, and puts it back on top of the stack when it goes to sleep.
	stack.unshift({
		...entry,
		node: { ...node },
		// n8n takes items out of the lists that it has in its hands.
		data: { ...data, main: data.main.map((items) => items && [...items]) },
		runIndex: runIndexOf(context),
		metadata: withFlag(entry, 'again'),
	});
	entry.node = { ...node, alwaysOutputData: false };
	entry.data = { main: [[]] };
	entry.metadata = withFlag(entry, 'skipped');
}

/**
 * Has n8n run the node again after its webhook has woken it, where n8n would pass the webhook's items on.
 * @returns The node's own input, which n8n puts in place of its input.
 */
export function runAgainNow(context: object): INodeExecutionData[][] {
	const stack = executionOf(context)?.executionData?.nodeExecutionStack ?? [];
	if (flagged(stack[0]) === 'skipped') stack.shift();
	const [entry] = stack;
	delete entry?.node.disabled;
	return (entry?.data.main ?? [[]]).map((items) => items ?? []);
}

/** Whether n8n runs the empty entry after all, as it may after a crash: nothing is to be done for it. */
export const isSkipped = (context: IExecuteFunctions): boolean =>
	flagged(context.getExecuteData()) === 'skipped';

/** Takes the run of the empty entry out of the execution's record, so that this run has its place. */
export function forgetSkipped(context: IExecuteFunctions): void {
	const entry = context.getExecuteData();
	if (flagged(entry) !== 'again') return;
	const metadata = { ...entry.metadata } as Record<string, unknown>;
	delete metadata[flag];
	entry.metadata = metadata as IExecuteData['metadata'];
	const runs = executionOf(context)?.resultData.runData[entry.node.name];
	runs?.splice(runIndexOf(context));
}
