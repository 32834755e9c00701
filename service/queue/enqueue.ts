import { randomUUID } from 'node:crypto';
import { startIterator, type AnswerFilter, type RequestJson } from '../qbxml';
import type { StoreOrTransaction } from '../store/database';
import { insertRecord, type RequestRecord } from '../store/queued-requests';
import { newRecord } from './new-record';

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
	const { connectionId, iterate = false, answerFilter, webhookUrl, requestXml } = wanted;
	const request = iterate ? startIterator(wanted.request) : wanted.request;
	const id = randomUUID();
	return insertRecord(
		store,
		newRecord({
			id,
			page_request_id: id,
			connection_id: connectionId,
			page: 1,
			iterates: iterate ? 1 : 0,
			answer_filter: answerFilter ? JSON.stringify(answerFilter) : null,
			webhook_url: webhookUrl ?? null,
			request,
			requestXml,
		}),
	);
}
