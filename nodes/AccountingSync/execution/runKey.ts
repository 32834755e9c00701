import { createHash, randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import { isTool } from '../tool';
import { resumeTokenOf, runIndexOf } from './insides';

/** Whether the execution is one of n8n's Retry. */
export const isRetry = (context: Pick<IExecuteFunctions, 'getMode'>): boolean =>
	context.getMode() === 'retry';

interface Salt {
	value: string;
	/** When it was made, in milliseconds since 1970. */
	at: number;
}

const saltKey = 'accountingSyncSalt';

/** For how long an agent that asks for the same write again in one execution means the same one, in milliseconds. */
const sameWishFor = 30 * 60_000;

/**
 * What sets the writes of a tool apart from the same ones of another day: an execution that serves an agent may be up
 * for weeks. It is kept while an agent may try again, and for n8n's Retry.
 */
function saltOf(context: IExecuteFunctions): string {
	const kept = context.getContext('node');
	const { value, at } = (kept[saltKey] ?? {}) as Partial<Salt>;
	const isFresh = at !== undefined && Date.now() - at < sameWishFor;
	if (value !== undefined && (isFresh || isRetry(context))) return value;
	const salt: Salt = { value: randomUUID(), at: Date.now() };
	kept[saltKey] = { ...salt };
	return salt.value;
}

const executionKey = 'accountingSyncExecution';

/** What the tries of an execution without a number share; nothing else can repeat it. */
function ownMark(context: IExecuteFunctions): string {
	const kept = context.getContext('node');
	kept[executionKey] ??= randomUUID();
	return String(kept[executionKey]);
}

/** What an execution and its retries share. */
const executionMark = (context: IExecuteFunctions): string =>
	resumeTokenOf(context) ?? (context.getExecutionId() || ownMark(context));

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
