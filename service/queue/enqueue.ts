import { randomUUID } from 'node:crypto';
import { startIterator, type AnswerFilter, type RequestJson } from '../qbxml';
import type { StoreOrTransaction } from '../store/database';
import { insertRecord, insertRecordOnce, type RequestRecord } from '../store/queued-requests';
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
	/** A request of the connection with the same key is this one, and is not queued again. */
	readonly idempotencyKey?: string;
}

/** The key of one request was given with another. */
export class KeyTaken extends Error {}

/**
 * Queues a request.
 * @returns its record, in state `waiting`; one that was queued before under its key, in whatever state it is
 * @throws InvalidXml when the request cannot be written as qbXML, KeyTaken when its key is that of another request
 */
export async function enqueue(
	store: StoreOrTransaction,
	wanted: NewRequest,
): Promise<RequestRecord> {
	const {
		connectionId,
		iterate = false,
		answerFilter,
		webhookUrl,
		requestXml,
		idempotencyKey,
	} = wanted;
	const request = iterate ? startIterator(wanted.request) : wanted.request;
	const id = randomUUID();
	const facts = newRecord({
		id,
		page_request_id: id,
		connection_id: connectionId,
		page: 1,
		iterates: iterate ? 1 : 0,
		answer_filter: answerFilter ? JSON.stringify(answerFilter) : null,
		webhook_url: webhookUrl ?? null,
		request,
		requestXml,
	});
	if (idempotencyKey === undefined) return await insertRecord(store, facts);
	const record = await insertRecordOnce(store, { ...facts, idempotency_key: idempotencyKey });
	if (record.request_xml !== facts.request_xml)
		throw new KeyTaken('The Idempotency-Key belongs to another request.');
	return record;
}
