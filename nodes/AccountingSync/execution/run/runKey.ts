import { createHash, randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { resumeTokenOf, runIndexOf } from '../../../shared/n8nInternals/execution';
import { isTool } from '../../../shared/n8nInternals/tool';

/** Whether the execution is one of n8n's Retry. */
export const isRetry = (context: Pick<IExecuteFunctions, 'getMode'>): boolean =>
	context.getMode() === 'retry';

interface Salt {
	value: string;
	/** When it was last used, in milliseconds since 1970. */
	at: number;
}

const SALT_KEY = 'accountingSyncSalt';
const EXECUTION_KEY = 'accountingSyncExecution';

/** For how long an agent that asks for the same write again in one execution means the same one, in milliseconds. */
const SAME_WISH_FOR = 30 * 60_000;

/**
 * What sets the writes of a tool apart from the same ones of another day: an execution that serves an agent may be up
 * for weeks. It is kept while an agent may try again, and for n8n's Retry.
 */
function saltOf(context: IExecuteFunctions): string {
	const kept = context.getContext('node');
	const { value, at } = (kept[SALT_KEY] ?? {}) as Partial<Salt>;
	const isSame = at !== undefined && (Date.now() - at < SAME_WISH_FOR || isRetry(context));
	const salt: Salt = { value: (isSame ? value : undefined) ?? randomUUID(), at: Date.now() };
	kept[SALT_KEY] = { ...salt };
	return salt.value;
}

/**
 * What an execution and its retries share: n8n's secret, or, in an n8n that has none, the number of the first of them as
 * the node's context keeps it.
 */
function executionMark(context: IExecuteFunctions): string {
	const kept = context.getContext('node');
	kept[EXECUTION_KEY] ??= context.getExecutionId() || randomUUID();
	return resumeTokenOf(context) ?? String(kept[EXECUTION_KEY]);
}

/**
 * Whether a run of an execution that repeats another one can be known for what it is. To be asked before `runKeyOf`, which
 * leaves something behind to know it by.
 */
export function isRecognisable(context: IExecuteFunctions): boolean {
	const kept = context.getContext('node');
	const hasMark = resumeTokenOf(context) !== undefined || kept[EXECUTION_KEY] !== undefined;
	return hasMark && (!isTool(context) || kept[SALT_KEY] !== undefined);
}

/**
 * Names one run of a node: the same for every try of it, with Retry On Fail, with n8n's Retry, and after a crash; another
 * one for any other run, on any other n8n. n8n counts each try of an agent's tool as another run: a tool's writes are
 * known by their words alone.
 */
export const runKeyOf = (context: IExecuteFunctions): string =>
	createHash('sha256')
		.update(
			JSON.stringify([
				context.getInstanceId(),
				context.getWorkflow().id,
				executionMark(context),
				context.getNode().id,
				...(isTool(context) ? ['tool', saltOf(context)] : [runIndexOf(context)]),
			]),
		)
		.digest('base64url')
		.slice(0, 16);
