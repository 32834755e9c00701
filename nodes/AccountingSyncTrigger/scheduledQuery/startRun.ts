import { sendForData, type ServiceContext } from '../../shared/transport/client';
import type { QueuedRecord } from '../../shared/transport/queuedRecord';
import type { KnownRun } from './knownRuns';
import { requestIdOf, type RunsName, withRun } from './runNames';
import type { Past } from './runs';
import type { ScheduledQuery } from './scheduledQuery';
import { runRequest } from './scheduledQuery';

/** What a run is queued with, in addition to its scheduled query. */
export interface RunOptions {
	name: RunsName;
	/** Where the run is delivered to. */
	url: string;
	/** How long before the start of the last run the changes of this run begin, in minutes. */
	overlapMinutes: number;
	/** Whether the service fetches page after page. */
	iterate: boolean;
}

const MINUTE = 60_000;

/**
 * Queues the next run of a scheduled query. With Only Changes it asks for what has changed since shortly before the
 * start of the last run that reached the workflow completely. So it also gets again what failed since then. We start
 * shortly before, because the desktop's clock may be behind n8n's clock.
 * @throws NodeApiError if the service can't be asked, FormError for values that the interface forbids.
 */
export async function startRun(
	context: ServiceContext,
	scheduledQuery: ScheduledQuery,
	{ name, url, overlapMinutes, iterate }: RunOptions,
	{ lastComplete }: Pick<Past, 'lastComplete'>,
): Promise<KnownRun> {
	const requestId = requestIdOf(name, new Date());
	const since =
		lastComplete &&
		new Date(Date.parse(lastComplete.start) - overlapMinutes * MINUTE).toISOString();
	const record = await sendForData<QueuedRecord>(
		context,
		runRequest(scheduledQuery, {
			requestId,
			webhookUrl: withRun(url, requestId),
			iterate,
			changedSince: since ?? scheduledQuery.firstRunFrom,
		}),
	);
	return { id: record.id, requestId };
}
