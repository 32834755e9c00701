import { desktopOf } from '../../shared/qbxml/desktop';
import type { DocumentKnowledge } from '../../shared/qbxml/document';
import { loadRequestFacts } from '../../shared/qbxml/requestFacts';
import { sendForData, type ServiceContext } from '../../shared/transport/client';
import { readConnection } from '../../shared/transport/connections';
import type { QueuedRecord } from '../../shared/transport/queuedRecord';
import type { KnownRun } from './knownRuns';
import { requestIdOf, type RunsName, withRun } from './runNames';
import type { Past } from './runs';
import type { ScheduledQuery } from './scheduledQuery';
import { momentOf, needsQbxml, runRequest, SOME_MOMENT } from './scheduledQuery';

/** What a run is queued with, in addition to its scheduled query. */
export interface RunOptions {
	name: RunsName;
	/** Where the run is delivered to. */
	url: string;
	/** How long before the start of the last run the changes of this run begin, in minutes. */
	overlapMinutes: number;
	/** Whether the service fetches page after page. */
	iterate: boolean;
	/** Whether new records have to be told from changed ones. */
	onlyNew: boolean;
	/** Whether its deliveries say since when it asks. Those of completed queries stay as they were before. */
	tellsSince: boolean;
}

const MINUTE = 60_000;

/** What the document of a run is made by. Undefined for a run that goes to an endpoint. */
async function knowledgeFor(
	context: ServiceContext,
	scheduledQuery: ScheduledQuery,
	changedSince: unknown,
): Promise<DocumentKnowledge | undefined> {
	if (!needsQbxml(scheduledQuery, changedSince)) return undefined;
	return {
		facts: await loadRequestFacts(),
		desktop: desktopOf(await readConnection(context, scheduledQuery.connectionId)),
		timezone: scheduledQuery.timezone,
	};
}

/**
 * Makes the request of a later run, and sends nothing. What can't be asked for together shows when the workflow is
 * activated, and not when the second run is due.
 * @throws NodeApiError if the connection can't be read, FormError for values that can't be.
 */
export async function checkLaterRuns(
	context: ServiceContext,
	scheduledQuery: ScheduledQuery,
): Promise<void> {
	if (!scheduledQuery.onlyChanges) return;
	const details = { requestId: 'n8n', webhookUrl: '', iterate: true, changedSince: SOME_MOMENT };
	const knowledge = await knowledgeFor(context, scheduledQuery, SOME_MOMENT);
	runRequest(scheduledQuery, details, knowledge);
}

/**
 * Since when a run asks for changes: shortly before the start of the last run that reached the workflow completely, or else
 * what the form says about the first run. Undefined for everything.
 */
export function changesSince(
	scheduledQuery: ScheduledQuery,
	{ lastComplete }: Pick<Past, 'lastComplete'>,
	overlapMinutes: number,
): string | undefined {
	const { onlyChanges, firstRunFrom } = scheduledQuery;
	if (!onlyChanges) return undefined;
	if (lastComplete === undefined) return momentOf(firstRunFrom, scheduledQuery);
	const start = Date.parse(lastComplete.start) - overlapMinutes * MINUTE;
	return momentOf(new Date(start).toISOString(), scheduledQuery);
}

/**
 * Queues the next run of a scheduled query. With Only Changes it asks for what has changed since shortly before the
 * start of the last run that reached the workflow completely. So it also gets again what failed since then. We start
 * shortly before, because the desktop's clock may be behind n8n's clock.
 * @throws NodeApiError if the service can't be asked, FormError for values that the interface forbids.
 */
export async function startRun(
	context: ServiceContext,
	scheduledQuery: ScheduledQuery,
	{ name, url, overlapMinutes, iterate, onlyNew, tellsSince }: RunOptions,
	past: Pick<Past, 'lastComplete'>,
): Promise<KnownRun> {
	const changedSince = changesSince(scheduledQuery, past, overlapMinutes);
	const knowledge = await knowledgeFor(context, scheduledQuery, changedSince);
	const since = tellsSince ? (changedSince ?? null) : undefined;
	const requestId = requestIdOf(name, new Date(), knowledge !== undefined);
	const record = await sendForData<QueuedRecord>(
		context,
		runRequest(
			scheduledQuery,
			{ requestId, webhookUrl: withRun(url, requestId, since), iterate, changedSince, onlyNew },
			knowledge,
		),
	);
	return { id: record.id, requestId };
}
