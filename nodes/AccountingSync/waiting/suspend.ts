import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { credentialName, type ServiceContext } from '../../shared/service/client';
import { look, type Awaited, type Looking } from './look';
import { reachProblem } from './reach';
import { isTool } from '../tool';
import { runOf } from './run';

/** What an execution sleeps over, kept in the node's context as plain JSON. */
export interface Sleep {
	/** The run that sleeps: in a loop, the node runs again and again with the same context. */
	run: string;
	awaited: Awaited[];
	/** What stands in place of the results of items that failed before, by item. */
	failures: Array<[itemIndex: number, item: INodeExecutionData]>;
	looking: Looking;
	simplify: boolean;
	/** How the run came to sleep, where the node chose it itself. */
	hint?: string;
}

const contextKey = 'accountingSyncSleep';

/** The address that wakes this execution. */
export const resumeUrlOf = (context: IExecuteFunctions): string =>
	String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) ?? '');

/** The execution that a context belongs to, which n8n's contexts hold though their types do not say so. */
const executionOf = (context: object): IRunExecutionData | undefined =>
	(context as { runExecutionData?: IRunExecutionData }).runExecutionData;

/** Why this execution can't be put to sleep, or undefined when it can. */
export async function suspensionProblem(context: IExecuteFunctions): Promise<string | undefined> {
	if (isTool(context)) return 'a tool of an AI agent has to answer at once';
	if (!context.getWorkflow().id || !context.getExecutionId()) return 'the workflow is not saved';
	const resumeUrl = resumeUrlOf(context);
	if (!URL.canParse(resumeUrl) || !executionOf(context)) {
		return 'this version of n8n gives it no way to wake up';
	}
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialName);
	return reachProblem(baseUrl, resumeUrl);
}

/** What comes out when the time is up before everything is complete: items, or the error the node ends with. */
export interface Expiry {
	at: Date;
	outcome: INodeExecutionData[] | NodeApiError | NodeOperationError;
}

/**
 * Puts the execution to sleep until its webhook wakes it or the time is up. n8n does not call the node again when the
 * time is up: it passes on what stands in the stack entry, or fails with the error that stands there.
 */
export async function putToSleep(
	context: IExecuteFunctions,
	sleep: Omit<Sleep, 'run'>,
	{ at, outcome }: Expiry,
): Promise<void> {
	context.getContext('node')[contextKey] = {
		...sleep,
		run: runOf(context),
	} as unknown as IDataObject;
	const entry = context.getExecuteData();
	if (Array.isArray(outcome)) {
		// A new object: the input items belong to the node before.
		entry.data = { ...entry.data, main: [outcome] };
	} else {
		entry.metadata = { ...entry.metadata, resumeError: outcome };
	}
	await context.putExecutionToWait(at);
}

/** What this run slept over, when it has been woken; undefined when it begins. */
export function sleptOver(context: IExecuteFunctions): Sleep | undefined {
	const sleep = context.getContext('node')[contextKey] as Sleep | undefined;
	return sleep?.run === runOf(context) ? sleep : undefined;
}

function sleepOf(context: IWebhookFunctions): Sleep | undefined {
	const name = JSON.stringify(context.getNode().name);
	const key = JSON.stringify(contextKey);
	return context.evaluateExpression(`{{ $node[${name}].context[${key}] }}`) as unknown as
		Sleep | undefined;
}

/**
 * Has n8n run the node again, where it would otherwise pass the webhook's items on: so each result points to the item
 * that asked for it, and failures end the node as they do anywhere else.
 */
function letTheNodeRunAgain(context: IWebhookFunctions): void {
	const [entry] = executionOf(context)?.executionData?.nodeExecutionStack ?? [];
	delete entry?.node.disabled;
	delete entry?.metadata?.resumeError;
}

/**
 * Takes a nudge from the service: looks, with the key, whether everything this execution waits for is complete, and
 * only then wakes it. What the nudge itself says counts for nothing, so that nobody can forge a result.
 */
export async function wake(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const sleep = sleepOf(context);
	const service = context as unknown as ServiceContext;
	if (!sleep || !(await look(service, sleep.awaited, new Map(), sleep.looking))) {
		return { webhookResponse: { message: 'Not everything is complete yet.' } };
	}
	letTheNodeRunAgain(context);
	return { workflowData: [[{ json: {} }]] };
}
