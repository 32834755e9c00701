import type { IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import {
	errorOf,
	failureOfEnvelope,
	mayBeQueued,
	outcomeIsUnknown,
	retryAfterOf,
	wasTurnedAway,
} from '../../shared/service/errors';
import { longestWait, sendForData, type ServiceRequest } from '../../shared/service/client';
import {
	findRequests,
	requestIdIn,
	searchPhraseFor,
	wroteNothing,
	type QueuedRecord,
} from '../../shared/service/queue';
import type { ResultSettings } from '../fields/result';
import { withTriggerUrl } from '../fields/webhookUrl';
import type { Job } from './job';

/** How often a request is sent at most, when it is certain each time that the one before was not queued. */
const tries = 4;

/** Milliseconds before the two looks into the queue: an answer may break off while the service is still at work. */
const looks = [300, 2_000];

/** Milliseconds before the next try when the service was out of breath and does not say how long. */
const breath = 1_000;

/** The requests in the queue with exactly this identifier, oldest first. */
async function queuedWith(context: IExecuteFunctions, job: Job): Promise<QueuedRecord[]> {
	const { connectionId, identifier, itemIndex } = job;
	const query = { search_phrase: searchPhraseFor(identifier), sort_direction: 'asc' };
	const found = await findRequests(context, connectionId, query, Infinity, itemIndex);
	return found.filter((record) => requestIdIn(record) === identifier);
}

/** Sends the request once. An answer without a queued request tells as little as none. */
async function queue(
	context: IExecuteFunctions,
	request: ServiceRequest,
	itemIndex: number,
): Promise<QueuedRecord> {
	const record = await sendForData<Partial<QueuedRecord> | null>(context, request, itemIndex);
	if (typeof record?.id !== 'string')
		throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
	return record as QueuedRecord;
}

async function lookForIt(
	context: IExecuteFunctions,
	job: Job,
	known: ReadonlySet<string>,
): Promise<QueuedRecord | undefined> {
	let failure: PromiseRejectedResult | undefined;
	for (const pause of looks) {
		await sleep(pause, context.getExecutionCancelSignal());
		const [look] = await Promise.allSettled([queuedWith(context, job)]);
		// A look that failed may be made up for by the next one; the last one counts.
		failure = look.status === 'rejected' ? look : undefined;
		const queued = look.status === 'fulfilled' && look.value.find(({ id }) => !known.has(id));
		if (queued) return queued;
	}
	if (failure) throw failure.reason;
	return undefined;
}

function refusedAsQueued(context: IExecuteFunctions, job: Job, { id }: QueuedRecord) {
	return new NodeOperationError(
		context.getNode(),
		`A request with the Custom Request ID "${job.identifier}" is already queued: ${id}.`,
		{
			itemIndex: job.itemIndex,
			description:
				'Nothing was queued. Use another Custom Request ID, or choose what to do under If This ID Is Already Queued.',
		},
	);
}

/**
 * Queues a job so that it is in the queue once: when no answer tells how a try ended, the queue is looked through for
 * the job's identifier, and only if it is not there the job is sent again.
 * @throws NodeApiError when the service refuses it or can't be asked, NodeOperationError when the user wants no second
 * request with the same identifier.
 */
export async function queueOnce(
	context: IExecuteFunctions,
	job: Job,
	ifAlreadyQueued: ResultSettings['ifAlreadyQueued'],
): Promise<QueuedRecord> {
	const before = job.isUsersIdentifier ? await queuedWith(context, job) : [];
	// What was refused can be put right and queued again under its ID.
	const existing = before.find((record) => !wroteNothing(record));
	if (existing && ifAlreadyQueued === 'fail') throw refusedAsQueued(context, job, existing);
	if (existing && ifAlreadyQueued === 'returnExisting') return existing;
	const known = new Set(before.map(({ id }) => id));
	const request = await withTriggerUrl(context, job.request, job.itemIndex);
	for (let attempt = 1; ; attempt++) {
		const [result] = await Promise.allSettled([queue(context, request, job.itemIndex)]);
		if (result.status === 'fulfilled') return result.value;
		const { reason } = result;
		const isCancelled = context.getExecutionCancelSignal()?.aborted === true;
		if (outcomeIsUnknown(reason) && !isCancelled) {
			const [look] = await Promise.allSettled([lookForIt(context, job, known)]);
			if (look.status === 'rejected') throw mayBeQueued(reason, job.identifier);
			if (look.value) return look.value;
		} else if (!wasTurnedAway(reason)) throw reason;
		const pause = retryAfterOf(reason) ?? breath;
		if (attempt === tries || isCancelled || pause > longestWait) throw reason;
		await sleep(pause, context.getExecutionCancelSignal());
	}
}
