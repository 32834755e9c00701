import { desktopOf } from '../../quickbooks/qbxml/desktop';
import { type DocumentKnowledge, documentOf } from '../../quickbooks/qbxml/document';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import { takesMaximum } from '../../quickbooks/qbxml/takesMaximum';
import {
	askingOfRun,
	extraQuery,
	momentOf,
	needsQbxml,
	type RunAsked,
	type ScheduledQuery,
	SOME_MOMENT,
} from '../../quickbooks/scheduled/scheduledQuery';
import { sendForData } from '../calls/client';
import { readConnection } from '../calls/connections';
import { encloseInQuery } from '../calls/envelope';
import type { Service } from '../calls/ports';
import { path, type ServiceCall } from '../calls/serviceCall';
import type { QueuedRecord } from '../requests/queuedRecord';
import { requestIdOf, requestIdOfTick, type RunsName, withRun } from './runNames';
import type { KnownRun, Past } from './runs';

/** What a run is queued with, in addition to its scheduled query. */
export interface RunOptions {
	name: RunsName;
	/** Where the run is delivered to. */
	url: string;
	/** How long before the start of the last run the changes of this run begin, in minutes. */
	overlapMinutes: number;
	/** The most records that a test takes. A run of the schedule takes all, page after page. */
	sample?: number;
	/** Whether new records have to be told from changed ones. */
	onlyNew: boolean;
	/** In milliseconds since 1970. */
	now: number;
	/** The tick of the schedule that it starts at, in milliseconds since 1970. Undefined if something else starts it. */
	tick?: number;
	/** Whether its deliveries say since when it asks. Those of completed queries don't. */
	tellsSince: boolean;
}

const MINUTE = 60_000;

/** What the document of a run is made by. Undefined for a run that goes to an endpoint. */
async function knowledgeFor(
	service: Service,
	scheduledQuery: ScheduledQuery,
	changedSince: unknown,
): Promise<DocumentKnowledge | undefined> {
	if (!needsQbxml(scheduledQuery, changedSince)) return undefined;
	return {
		facts: await loadRequestFacts(),
		desktop: desktopOf(await readConnection(service, scheduledQuery.connectionId)),
		timezone: scheduledQuery.timezone,
	};
}

const ADVICE = 'No run was started. Change the filters or the options.';

/**
 * The request of one run.
 * @param details With what it goes out, beside what it asks for.
 * @param knowledge For a run that needs it (see `needsQbxml`).
 * @throws FormError for values that the interface forbids, or the accounting application.
 */
function runRequest(
	scheduledQuery: ScheduledQuery,
	details: RunAsked & { requestId: string; webhookUrl: string },
	knowledge: DocumentKnowledge | undefined,
): ServiceCall {
	const { connectionId } = scheduledQuery;
	const { requestId, webhookUrl } = details;
	const asking = askingOfRun(scheduledQuery, details);
	if ('endpoint' in asking) {
		const content: ServiceCall = {
			method: 'GET',
			path: path('connections', connectionId, asking.endpoint),
			query: asking.query,
			idempotencyKey: requestId,
		};
		return encloseInQuery(content, details);
	}
	if (!knowledge) throw new Error('A document can only be made with the facts of qbXML.');
	const { request, label, labels } = asking;
	const { MaxReturned: most, ...values } = request.values;
	const identified = {
		...request,
		values: {
			...values,
			...(takesMaximum(knowledge.facts.get(request.name), values) && { MaxReturned: most }),
			'@requestID': requestId,
		},
	};
	return {
		method: 'POST',
		path: path('connections', connectionId, 'queued_requests'),
		query: extraQuery(scheduledQuery, undefined),
		body: {
			request_xml: documentOf(knowledge, [identified], { label, labels, advice: ADVICE }).xml,
			webhook_url: webhookUrl,
		},
		idempotencyKey: requestId,
	};
}

/**
 * Makes the request of a later run, and sends nothing. What can't be asked for together shows when the workflow is
 * activated, and not when the second run is due.
 * @throws ServiceError if the connection can't be read, FormError for values that can't be.
 */
export async function checkLaterRuns(
	service: Service,
	scheduledQuery: ScheduledQuery,
): Promise<void> {
	if (!scheduledQuery.onlyChanges) return;
	const details = { requestId: 'n8n', webhookUrl: '', iterate: true, changedSince: SOME_MOMENT };
	const knowledge = await knowledgeFor(service, scheduledQuery, SOME_MOMENT);
	runRequest(scheduledQuery, details, knowledge);
}

/**
 * Since when a run asks for changes: shortly before the start of the last run that reached the workflow completely, or else
 * what the form says about the first run. Undefined for everything.
 * @param past With `begun`, when the workflow was published, for a first run from then on.
 */
export function changesSince(
	scheduledQuery: ScheduledQuery,
	{ lastComplete, begun }: Pick<Past, 'lastComplete'> & { begun?: string },
	overlapMinutes: number,
): string | undefined {
	const { onlyChanges, firstRunFrom, beginsNow } = scheduledQuery;
	if (!onlyChanges) return undefined;
	const last = lastComplete?.start ?? (beginsNow ? begun : undefined);
	if (last === undefined) return momentOf(firstRunFrom, scheduledQuery);
	const start = Date.parse(last) - overlapMinutes * MINUTE;
	return momentOf(new Date(start).toISOString(), scheduledQuery);
}

/**
 * Queues the next run of a scheduled query. With Only Changes it asks for what has changed since shortly before the
 * start of the last run that reached the workflow completely. So it also gets again what failed since then. We start
 * shortly before, because the desktop's clock may be behind n8n's clock.
 * @throws ServiceError if the service can't be asked, FormError for values that the interface forbids.
 */
export async function startRun(
	service: Service,
	scheduledQuery: ScheduledQuery,
	{ name, url, overlapMinutes, sample, onlyNew, now, tick, tellsSince }: RunOptions,
	past: Pick<Past, 'lastComplete'> & { begun?: string },
): Promise<KnownRun> {
	const changedSince = changesSince(scheduledQuery, past, overlapMinutes);
	const knowledge = await knowledgeFor(service, scheduledQuery, changedSince);
	const since = tellsSince ? (changedSince ?? null) : undefined;
	const isInOne = knowledge !== undefined;
	const requestOf = (requestId: string): ServiceCall =>
		runRequest(
			scheduledQuery,
			{
				...{ requestId, webhookUrl: withRun(url, requestId, since), changedSince, onlyNew },
				iterate: sample === undefined,
				most: sample,
			},
			knowledge,
		);
	const requestId =
		tick === undefined
			? requestIdOf(name, new Date(now), isInOne)
			: requestIdOfTick(name, new Date(tick), requestOf(name), isInOne);
	const record = await sendForData<QueuedRecord>(service, requestOf(requestId));
	return { id: record.id, requestId };
}
