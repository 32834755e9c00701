import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { credentialName, type ServiceContext } from '../../shared/service/client';
import { failedItem, goesOnAfterErrors, shownError } from '../itemErrors';
import { look, type Awaited, type Completed, type Looking } from './look';
import { reachProblem } from './reach';
import { resultsOf } from './results';

/** What an execution sleeps over, kept in the node's context as plain JSON. */
export interface Sleep {
	awaited: Awaited[];
	/** Items that failed before, where the node goes on after errors. */
	failures: INodeExecutionData[];
	looking: Looking;
	simplify: boolean;
}

const contextKey = 'accountingSyncSleep';

/** The address that wakes this execution. */
export const resumeUrlOf = (context: IExecuteFunctions): string =>
	String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) ?? '');

/** Why this execution can't be put to sleep, or undefined when it can. */
export async function suspensionProblem(context: IExecuteFunctions): Promise<string | undefined> {
	if (context.getNode().type.endsWith('Tool')) return 'a tool of an AI agent has to answer at once';
	if (!context.getWorkflow().id || !context.getExecutionId()) return 'the workflow is not saved';
	const resumeUrl = resumeUrlOf(context);
	if (!URL.canParse(resumeUrl)) return 'n8n gives this execution no address to wake it';
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialName);
	return reachProblem(baseUrl, resumeUrl);
}

/** What comes out when the time is up before everything is complete. */
export interface Expiry {
	at: Date;
	/** In place of the results, where the user wants data; the first error otherwise. */
	outcome: INodeExecutionData[] | NodeOperationError;
}

/**
 * Puts the execution to sleep until its webhook wakes it or the time is up. n8n does not call the node again when the
 * time is up: it passes on what stands in the stack entry, or fails with the error that stands there.
 */
export async function putToSleep(
	context: IExecuteFunctions,
	sleep: Sleep,
	{ at, outcome }: Expiry,
): Promise<void> {
	context.getContext('node')[contextKey] = sleep as unknown as IDataObject;
	const entry = context.getExecuteData();
	if (outcome instanceof NodeOperationError) {
		entry.metadata = { ...entry.metadata, resumeError: outcome };
	} else {
		// A new object: the input items belong to the node before.
		entry.data = { ...entry.data, main: [outcome] };
	}
	await context.putExecutionToWait(at);
}

/** The sleeping execution, which n8n hands to a webhook's context though its types do not say so. */
const sleepingExecution = (context: IWebhookFunctions): IRunExecutionData | undefined =>
	(context as unknown as { runExecutionData?: IRunExecutionData }).runExecutionData;

/** Says how the node ends when n8n wakes the execution: with an error, or without the one that expiry would give. */
function setResumeError(context: IWebhookFunctions, error: NodeOperationError | undefined): void {
	const [entry] = sleepingExecution(context)?.executionData?.nodeExecutionStack ?? [];
	if (entry === undefined) return;
	const metadata = { ...entry.metadata };
	if (error) metadata.resumeError = error;
	else delete metadata.resumeError;
	entry.metadata = metadata;
}

function sleepOf(context: IWebhookFunctions): Sleep {
	const name = JSON.stringify(context.getNode().name);
	return context.evaluateExpression(
		`{{ $node[${name}].context[${JSON.stringify(contextKey)}] }}`,
	) as unknown as Sleep;
}

interface Woken {
	items: INodeExecutionData[];
	firstError?: NodeOperationError;
}

function itemsOfAll(context: IWebhookFunctions, sleep: Sleep, completed: Completed): Woken {
	const woken: Woken = { items: [...sleep.failures] };
	for (const awaited of sleep.awaited) {
		try {
			const pages = completed.get(awaited.id) ?? [];
			woken.items.push(...resultsOf(context.getNode(), awaited, pages, sleep.simplify));
		} catch (error) {
			const failure = shownError(context, error, awaited.itemIndex);
			if (failure instanceof NodeOperationError) woken.firstError ??= failure;
			woken.items.push(failedItem(failure, awaited.itemIndex));
		}
	}
	const itemIndexOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
	woken.items.sort((one, other) => itemIndexOf(one) - itemIndexOf(other));
	return woken;
}

/**
 * Takes a nudge from the service: looks, with the key, whether everything this execution waits for is complete, and
 * only then wakes it. What the nudge itself says counts for nothing, so that nobody can forge a result.
 */
export async function wake(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const sleep = sleepOf(context);
	const completed: Completed = new Map();
	const service = context as unknown as ServiceContext;
	if (!(await look(service, sleep.awaited, completed, sleep.looking))) {
		return { webhookResponse: { message: 'Not everything is complete yet.' } };
	}
	const { items, firstError } = itemsOfAll(context, sleep, completed);
	const error = goesOnAfterErrors(context.getNode()) ? undefined : firstError;
	setResumeError(context, error);
	return { workflowData: [items] };
}
