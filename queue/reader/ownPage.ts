import type { Service } from '../calls/ports';
import { hasAnswer, isTerminal, pageNumber, type QueuedRecord } from '../requests/queuedRecord';
import { findRequest, sameId } from './queuedRequests';

/** Whether a record that was read by the ID of a page, or of its request, is certainly this page. */
function isThisPage(page: QueuedRecord, found: QueuedRecord): boolean {
	const numbers = [page, found].map(pageNumber);
	if (!numbers.includes(null) && numbers[0] !== numbers[1]) return false;
	const [own, foundOwn] = [page, found].map(({ page_request_id: id }) => id ?? null);
	return foundOwn === own || (typeof own === 'string' && sameId(found.id, own));
}

/** A page with what only its own record shows: a list may leave out anything (interface, section 2.2). */
export async function ownPage(service: Service, page: QueuedRecord): Promise<QueuedRecord> {
	const { id, page_request_id: own } = page;
	const found = await findRequest(service, typeof own === 'string' ? own : id);
	return found && isThisPage(page, found) ? { ...page, ...found, id } : page;
}

/** A page with its response, which a list may not show. */
export const answeredPage = async (service: Service, page: QueuedRecord): Promise<QueuedRecord> =>
	hasAnswer(page) || !isTerminal(page) ? page : await ownPage(service, page);
