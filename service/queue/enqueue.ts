import { randomUUID } from 'node:crypto';
import { requestToXml, startIterator, type AnswerFilter, type RequestJson } from '../qbxml';
import type { StoreOrTransaction } from '../store/database';
import { insertRecord, type RequestRecord } from '../store/queuedRequests';

/** A request to be queued. */
export interface NewRequest {
	readonly connectionId: string;
	readonly request: RequestJson;
	/** The request as XML, when that is how it was given; it then goes out as given. */
	readonly requestXml?: string;
	readonly answerFilter?: AnswerFilter;
	/** Automatic iteration (section 4.3). */
	readonly iterate?: boolean;
	readonly webhookUrl?: string;
}

/**
 * Queues a request.
 * @returns its record, in state `waiting`
 * @throws InvalidXml when the request cannot be written as qbXML
 */
export function enqueue(store: StoreOrTransaction, wanted: NewRequest): Promise<RequestRecord> {
	const { connectionId, iterate = false, answerFilter, webhookUrl } = wanted;
	const request = iterate ? startIterator(wanted.request) : wanted.request;
	const id = randomUUID();
	const now = new Date().toISOString();
	return insertRecord(store, {
		page_request_id: id,
		id,
		connection_id: connectionId,
		page: 1,
		iterates: iterate ? 1 : 0,
		state: 'waiting',
		webhook_state: webhookUrl ? 'pending' : 'not_applicable',
		request_json: JSON.stringify(request),
		request_xml: wanted.requestXml ?? requestToXml(request),
		answer_filter: answerFilter ? JSON.stringify(answerFilter) : null,
		webhook_url: webhookUrl ?? null,
		inserted_at: now,
		updated_at: now,
	});
}
