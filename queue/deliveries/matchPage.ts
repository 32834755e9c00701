import type { JsonObject } from '../../quickbooks/json/object';
import { elementsIn } from '../../quickbooks/qbxml/answer';
import type { Service } from '../calls/ports';
import { findRequest } from '../reader/queuedRequests';
import type { QueuedRecord } from '../requests/queuedRecord';
import { requestIdIn } from '../requests/requestId';
import { asksTheSame, isRun, runInQuery, runInUrl, type RunsName } from '../runs/runNames';
import type { Page } from './delivery';

/** Whether a page is meant for this trigger, and which run it belongs to, as far as we know. */
export interface PageMatch {
	isMeant: boolean;
	/** Whether it names a run, and none of this trigger. */
	isOfAnotherRun?: true;
	/** The request identifier of its run. */
	run?: string;
}

/**
 * Whether a page belongs to a run of the scheduled queries. We go by the URL that it was delivered to, then by its
 * answer, then by its request. If we can't tell, we take the page rather than lose it.
 * @param query The query of that URL.
 */
export async function matchScheduledQuery(
	service: Service,
	names: readonly RunsName[],
	{ delivery, answer, record: known }: Page,
	query: unknown,
): Promise<PageMatch> {
	const judged = (runs: unknown[]): PageMatch | undefined => {
		if (runs.length === 0) return undefined;
		const run = runs.find((one) => names.some((name) => asksTheSame(name, one)));
		if (run !== undefined) return { isMeant: true, run: String(run) };
		return { isMeant: false, ...(runs.some(isRun) && { isOfAnotherRun: true }) };
	};
	const said = [runInQuery(query), answer?.requestId].filter(isRun);
	const bySaid = judged(said.slice(0, 1));
	if (bySaid) return bySaid;
	const record = known ?? (await findRequest(service, delivery.id));
	if (!record) return { isMeant: true };
	const runs = [runInUrl(record.webhook_url), requestIdIn(record)];
	return judged(runs.filter((run) => run !== undefined)) ?? { isMeant: true };
}

/** The types of a record's requests. None if the record does not show them. */
function typesOfRecord({ request_json: json, request_xml: xml }: QueuedRecord): string[] {
	const { name } = (json as { request?: JsonObject } | undefined)?.request ?? {};
	if (typeof name === 'string') return [name];
	return [...String(xml ?? '').matchAll(/<(?!QBXMLMsgsRq)(\w+Rq)[\s/>]/g)].map(([, type]) => type);
}

const bare = (type: string): string => type.trim().replace(/R[qs]$/, '');

/**
 * Whether a page is of a chosen type. If we can't tell because the request is gone, we take the page rather than lose
 * it.
 */
export async function matchRequestTypes(
	service: Service,
	wanted: readonly string[],
	{ delivery, answer, record: known }: Page,
): Promise<PageMatch> {
	if (wanted.length === 0) return { isMeant: true };
	const record = answer ? null : (known ?? (await findRequest(service, delivery.id)));
	const types = answer
		? elementsIn(delivery).map(({ requestType }) => requestType)
		: record
			? typesOfRecord(record)
			: [];
	const chosen = new Set(wanted.map(bare));
	return { isMeant: types.length === 0 || types.some((type) => chosen.has(bare(type))) };
}
