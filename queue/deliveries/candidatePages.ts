import { answerIn, textOf } from '../../quickbooks/qbxml/answer';
import type { Service } from '../calls/ports';
import { distinctPages, inOrder, pagesOf } from '../reader/pages';
import { findRequest, sameId } from '../reader/queuedRequests';
import {
	hasAnswer,
	hasFailed,
	isFailedState,
	isTerminal,
	pageNumber,
	type QueuedRecord,
} from '../requests/queuedRecord';
import { iteratorIn } from '../requests/shownRequest';
import { recordsWithId } from '../runs/runRecords';
import { type Delivery, isWhole, type Page, withoutRecord, withRecord } from './delivery';

/** The pages that a delivery may be about, in order. */
export interface Candidates {
	pages: Page[];
	/** Whether the request can have no other pages than these. */
	areAll: boolean;
	/** Why none of them can be handed over yet. */
	problem?: string;
}

/** Whether a record may be one of several pages with the same ID. */
function mayBeOneOfSeveral(record: QueuedRecord): boolean {
	const { page_request_id: own } = record;
	return (
		(textOf(own) !== null && !sameId(String(own), record.id)) ||
		Number(pageNumber(record)) > 1 ||
		iteratorIn(record) !== undefined ||
		answerIn(record)?.iterates === true ||
		(isTerminal(record) && !hasFailed(record) && !hasAnswer(record))
	);
}

/** Whether a delivery says which page of its request it is about. */
const isTold = ({ page_request_id: own, page }: Delivery): boolean => own !== null || page !== null;

/** Whether a record is the page that a delivery names. Compares what both of them say. */
function isOfPage({ page_request_id: own, page }: Delivery, record: QueuedRecord): boolean {
	const recordOwn = textOf(record.page_request_id);
	const number = pageNumber(record);
	const byOwn = own !== null && recordOwn !== null ? [sameId(own, recordOwn)] : [];
	const byNumber = page !== null && number !== null ? [page === number] : [];
	const both = [...byOwn, ...byNumber];
	return both.length > 0 && !both.includes(false);
}

/** The page without its record. Undefined if the delivery alone does not say enough. */
function knownAlone(page: Page): Page | undefined {
	const known = withoutRecord(page);
	return isWhole(known) ? known : undefined;
}

const only = (page: Page): Candidates => ({ pages: [page], areAll: true });
const none = (problem: string): Candidates => ({ pages: [], areAll: false, problem });

/** The pages of an iterated request that a delivery may be about. */
function amongPages(page: Page, records: QueuedRecord[]): Candidates {
	const { delivery } = page;
	const isMeant = (record: QueuedRecord): boolean =>
		(!isTold(delivery) || isOfPage(delivery, record)) &&
		(!isFailedState(delivery.state) || hasFailed(record));
	const pages = inOrder(distinctPages(records).filter(isTerminal))
		.filter(isMeant)
		.map((record) => withRecord(page, record));
	if (pages.length === 0) return none(NOT_COMPLETED);
	const whole = pages.filter(isWhole);
	if (whole.length === 0) return none(UNREADABLE);
	const isSettled = isTold(delivery) || !('missing' in pagesOf(records, { iterates: true }));
	return { pages: whole, areAll: whole.length === pages.length && isSettled };
}

/**
 * The connection of a request. The field is promised only where the request is queued, the link always (section 2.2).
 */
function connectionOf({ connection_id: id, links }: QueuedRecord): string | undefined {
	if (typeof id === 'string') return id;
	const { connection_ui: link } = (links ?? {}) as { connection_ui?: unknown };
	const path = String(link).replace(/^\w+:\/\/[^/]*/, '');
	return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(path)?.[0];
}

/** All pages of a request that the service shows, and the one that a delivery names. */
async function recordsOf(
	service: Service,
	delivery: Delivery,
	record: QueuedRecord,
	connectionId: string | undefined,
): Promise<QueuedRecord[]> {
	const listed = connectionId ? await recordsWithId(service, connectionId, record.id) : [];
	const records = [...listed, record];
	const own = delivery.page_request_id;
	const isThere = records.some((one) => isOfPage(delivery, one) && hasAnswer(one));
	const named = own === null || isThere ? undefined : await findRequest(service, own);
	return named ? [...records, { ...named, page_request_id: own }] : records;
}

const NOT_COMPLETED = 'its record in the service is not completed yet';
const UNREADABLE = 'its response is missing or could not be read';

/** Where a request was queued, as far as we know. */
export interface Queued {
	connectionId?: string;
	/** Whether the caller asked for automatic iteration. */
	iterates?: boolean;
}

/**
 * The pages that a delivery may be about. If the delivery lacks something, we read it from the service by its ID. The
 * pages of an iterated request share one ID (interface, section 2.2), so a delivery that names no page may be about any
 * of them.
 * @throws ServiceError if the service can't be asked.
 */
export async function candidatesFor(
	service: Service,
	page: Page,
	{ connectionId, iterates = false }: Queued,
): Promise<Candidates> {
	if (isWhole(page)) return only(page);
	const record = await findRequest(service, page.delivery.id);
	const alone = knownAlone(page);
	if (record === undefined) {
		return alone ? only(alone) : none('the service does not know the request (any more)');
	}
	if (!iterates && !mayBeOneOfSeveral(record)) {
		if (!isTerminal(record)) return none(NOT_COMPLETED);
		const known = withRecord(page, record);
		return isWhole(known) ? only(known) : none(UNREADABLE);
	}
	// We can hand over an answer without knowing which of the pages it belongs to.
	if (alone && page.answer) return only(alone);
	const records = await recordsOf(
		service,
		page.delivery,
		record,
		connectionId ?? connectionOf(record),
	);
	const candidates = amongPages(page, records);
	return candidates.pages.length === 0 && alone ? only(alone) : candidates;
}
