import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { shortHash, shortHex } from '../../../../queue/calls/shortHash';
import {
	isOfSecondEngine,
	resumeTokenOf,
	runIndexOf,
} from '../../../shared/n8nInternals/execution';
import { isTool } from '../../../shared/n8nInternals/tool';
import { remembersWishes } from './repetition';

/** Whether the execution is a Retry by n8n. */
export const isRetry = (context: Pick<IExecuteFunctions, 'getMode'>): boolean =>
	context.getMode() === 'retry';

const EXECUTION_KEY = 'accountingSyncExecution';

/** The number of the execution that the run began in. Retries keep it, unless the first execution crashed. */
function firstExecution(context: IExecuteFunctions): string {
	const kept = context.getContext('node');
	kept[EXECUTION_KEY] ??= context.getExecutionId() || randomUUID();
	return String(kept[EXECUTION_KEY]);
}

/** What an execution and its retries share: n8n's secret or, if this n8n has none, the number of the first execution. */
const sharedByRetries = (context: IExecuteFunctions): string =>
	resumeTokenOf(context) ?? firstExecution(context);

/**
 * Eight hexadecimal digits that stand for an execution in what it writes, so that it can be found by the number that n8n
 * shows.
 */
export const executionMark = (instanceId: string, executionId: string): string =>
	shortHex(8, instanceId, executionId);

/** The mark of the execution that the run began in. */
export const ownExecutionMark = (context: IExecuteFunctions): string =>
	executionMark(context.getInstanceId(), firstExecution(context));

/**
 * Whether we can recognise the run that this one repeats. Call it before `runKeyOf` and
 * before the forms are read, which leave behind the marks that this function checks for.
 */
export function isRecognisable(context: IExecuteFunctions): boolean {
	const kept = context.getContext('node');
	const hasMark =
		resumeTokenOf(context) !== undefined ||
		kept[EXECUTION_KEY] !== undefined ||
		isOfSecondEngine(context);
	return hasMark && (!isTool(context) || remembersWishes(context));
}

/**
 * Names one run of a node. Every try of the run gets the same name: with Retry On Fail, with n8n's Retry, and after a
 * crash. Any other run gets a different name, also on any other n8n. n8n counts each try of an agent's tool as a new
 * run, so a tool's writes are recognised by their words alone (see `repetitionOf`). The node counts by its name, by which
 * Retry finds it: one that was cut and pasted has another ID.
 */
export const runKeyOf = (context: IExecuteFunctions): string =>
	shortHash(
		16,
		context.getInstanceId(),
		context.getWorkflow().id,
		sharedByRetries(context),
		context.getNode().name,
		isTool(context) ? 'tool' : runIndexOf(context),
	);
