import type { Service } from '../calls/ports';
import { hasAnswer, isTerminal, pageNumber, type QueuedRecord } from '../requests/queuedRecord';
import { findRequest, sameId } from './queuedRequests';

/** Whether a record that was read by the ID of a page, or of its request, is certainly this page. */
function isThisPage(page: QueuedRecord, found: QueuedRecord): boolean {
	const [number, foundNumber] = [page, found].map(pageNumber);
	const [own, foundOwn] = [page, found].map(({ page_request_id: id }) => id ?? null);
	// Under the ID of the request, a service may show any of its pages.
	if (typeof own !== 'string') return foundOwn === own && foundNumber === number;
	const isNumbered = number !== null && foundNumber !== null;
	return (!isNumbered || foundNumber === number) && (foundOwn === own || sameId(found.id, own));
}

/** A page with what only its own record shows: a list may leave out anything (interface, section 2.2). */
export async function ownPage(service: Service, page: QueuedRecord): Promise<QueuedRecord> {
	const { id, page_request_id: own } = page;
	const found = await findRequest(service, typeof own === 'string' ? own : id);
	return found && isThisPage(page, found) ? { ...page, ...found, id } : page;
}

/** A page with its response, which a list may not show, if its own record has one. */
export async function answeredPage(service: Service, page: QueuedRecord): Promise<QueuedRecord> {
	if (hasAnswer(page) || !isTerminal(page)) return page;
	const own = await ownPage(service, page);
	return hasAnswer(own) ? own : page;
}
