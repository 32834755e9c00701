import { sendForData, type ServiceContext } from '../../shared/service/client';
import type { Question } from './question';
import { runRequest } from './question';
import { lastCompleteRun, latestRun, requestIdOf, type Run } from './runs';

/** What came of the attempt to start a run. */
export type Start = { started: true } | { started: false; underway: Run };

/**
 * Queues the next run of a question, unless the last one is still underway. With Only Changes it asks for what has
 * changed since the start of the last run that reached the workflow whole; what failed since then comes again with it.
 * @throws NodeApiError when the service can't be asked, FormError for values that the interface forbids.
 */
export async function startRun(
	context: ServiceContext,
	question: Question,
	name: string,
	webhookUrl: string,
): Promise<Start> {
	const latest = await latestRun(context, question.connectionId, name);
	if (latest?.state === 'underway') return { started: false, underway: latest };
	const last =
		!question.onlyChanges || latest?.state === 'complete'
			? latest
			: await lastCompleteRun(context, question.connectionId, name);
	await sendForData(
		context,
		runRequest(question, {
			requestId: requestIdOf(name, new Date()),
			webhookUrl,
			iterate: true,
			changedSince: last?.start ?? question.firstRunFrom,
		}),
	);
	return { started: true };
}
