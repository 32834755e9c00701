import type { IWebhookFunctions } from 'n8n-workflow';

import { hasFailed, isFailedState, isTerminal, pageNumber } from '../../shared/answer/record';
import { pagesOf } from '../../shared/answer/pages';
import { answerIn } from '../../shared/answer/records';
import type { ServiceContext } from '../../shared/service/client';
import { findRequest, sameId, type QueuedRecord } from '../../shared/service/queue';
import { recordsWithId } from '../query/runRecords';
import { isWhole, withoutRecord, withRecord, type Delivery, type Page } from './delivery';

/** The pages that a delivery may be about, in order. */
export interface Candidates {
	pages: Page[];
	/** Whether there can be no page of the request beside them. */
	areAll: boolean;
	/** Why none of them can be handed over yet. */
	problem?: string;
}

/** The request's own record, for what a delivery does not say; undefined when the service knows it no more. */
export const recordOf = async (
	context: IWebhookFunctions,
	{ id }: Delivery,
): Promise<QueuedRecord | undefined> => await findRequest(context as unknown as ServiceContext, id);

/** Whether a record may be one of several pages with the same ID. */
function mayBeOneOfSeveral(record: QueuedRecord): boolean {
	const { page_request_id: own, request_json: json } = record;
	const { request } = (json ?? {}) as { request?: { attributes?: { iterator?: string } } };
	return (
		(typeof own === 'string' && !sameId(own, record.id)) ||
		Number(pageNumber(record)) > 1 ||
		request?.attributes?.iterator !== undefined ||
		/\biterator\s*=/.test(String(record.request_xml ?? '')) ||
		answerIn(record)?.iterates === true
	);
}

const isOfPage =
	({ page_request_id: own, page }: Delivery) =>
	(record: QueuedRecord): boolean =>
		[null, undefined, own].some((id) => own === null || record.page_request_id === id) &&
		(page === null || pageNumber(record) === null || pageNumber(record) === page);

/** By their numbers or, without them, as pages follow one another: the less remains, the later. */
const sorted = (records: QueuedRecord[]): QueuedRecord[] =>
	[...records].sort(
		(one, other) =>
			Number(pageNumber(one)) - Number(pageNumber(other)) ||
			Number(answerIn(other)?.remaining) - Number(answerIn(one)?.remaining),
	);

/** The page as far as it is known without its record; undefined when that is too little. */
function knownAlone(page: Page): Page | undefined {
	const known = withoutRecord(page);
	return isWhole(known) ? known : undefined;
}

const only = (page: Page): Candidates => ({ pages: [page], areAll: true });
const none = (problem: string): Candidates => ({ pages: [], areAll: false, problem });

/** The pages among those of an iterated request that a delivery may be about. */
function amongPages(page: Page, records: QueuedRecord[]): Candidates {
	const { delivery } = page;
	const isTold = delivery.page_request_id !== null || delivery.page !== null;
	const mayHaveState = (record: QueuedRecord) =>
		!isFailedState(delivery.state) || hasFailed(record);
	const ofPage = sorted(records.filter(isOfPage(delivery)).filter(isTerminal)).filter(mayHaveState);
	if (ofPage.length === 0) return none('its record in the service is not completed yet');
	const pages = ofPage.map((record) => withRecord(page, record));
	const whole = pages.filter(isWhole);
	if (whole.length === 0) return none(unreadable);
	const isSettled = isTold || !('missing' in pagesOf(records));
	return { pages: whole, areAll: whole.length === pages.length && isSettled };
}

const unreadable = 'its response is missing or could not be read';

/**
 * The pages that a delivery may be about. What it lacks is read from the service by its ID; the pages of an iterated
 * request share one (interface, section 2.2), so that a delivery which names none of them may be about any.
 * @param connectionId Where the request was queued, if that is known.
 * @throws NodeApiError when the service can't be asked.
 */
export async function candidatesFor(
	context: IWebhookFunctions,
	page: Page,
	connectionId?: string,
): Promise<Candidates> {
	if (isWhole(page)) return only(page);
	const record = await recordOf(context, page.delivery);
	const alone = knownAlone(page);
	if (record === undefined) {
		return alone ? only(alone) : none('the service does not know the request (any more)');
	}
	if (!mayBeOneOfSeveral(record)) {
		if (!isTerminal(record)) return none('its record in the service is not completed yet');
		const known = withRecord(page, record);
		return isWhole(known) ? only(known) : none(unreadable);
	}
	// Which of the pages an answer belongs to need not be known to hand it over.
	if (alone && page.answer) return only(alone);
	const connection = connectionId ?? record.connection_id;
	const listed =
		typeof connection === 'string'
			? await recordsWithId(context as unknown as ServiceContext, connection, record.id)
			: [];
	const candidates = amongPages(page, listed.length > 0 ? listed : [record]);
	return candidates.pages.length === 0 && alone ? only(alone) : candidates;
}
