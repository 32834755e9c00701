import { randomUUID } from 'node:crypto';

import { type RequestJson, requestToXml, type ResponseFilter, startIterator } from '../qbxml';
import { isRead } from '../store/concerns';
import type { StoreOrTransaction } from '../store/database';
import {
	insertRecord,
	insertRecordOnce,
	type NewRecord,
	type RequestRecord,
} from '../store/queued-requests';

/** A request to be queued. */
export interface NewRequest {
	readonly connectionId: string;
	readonly request: RequestJson;
	/** The request as XML, when the caller gave it that way; it then goes out unchanged. */
	readonly requestXml?: string;
	readonly responseFilter?: ResponseFilter;
	/** Automatic iteration (interface, section 4.3). */
	readonly iterate?: boolean;
	readonly webhookUrl?: string;
	/** Whether the caller has a private address: where the webhook may go can depend on it. */
	readonly isPrivateCaller: boolean;
	/** A connection has at most one request with this key: the same key again means the same request. */
	readonly idempotencyKey?: string;
}

/** The fields of a new record that are not the same for every new record. */
interface RecordFields extends Pick<
	NewRecord,
	| 'id'
	| 'page_request_id'
	| 'connection_id'
	| 'page'
	| 'iterates'
	| 'answer_filter'
	| 'webhook_url'
	| 'caller_is_private'
> {
	readonly request: RequestJson;
	/** The request as XML, when the caller gave it that way. */
	readonly requestXml?: string;
}

/** The idempotency key already belongs to a different request. */
export class KeyTaken extends Error {}

/**
 * A record as every record starts: waiting, with its webhook pending if there is one.
 * @throws InvalidXml when the request cannot be written as qbXML
 */
export function newRecord({ request, requestXml, ...fields }: RecordFields): NewRecord {
	const now = new Date().toISOString();
	return {
		...fields,
		state: 'waiting',
		is_read: isRead(request.request.name) ? 1 : 0,
		webhook_state: fields.webhook_url ? 'pending' : 'not_applicable',
		request_json: JSON.stringify(request),
		request_xml: requestXml ?? requestToXml(request),
		inserted_at: now,
		updated_at: now,
	};
}

/**
 * Queues a request.
 * @returns its record, in state `waiting`; if its key was used before, the record queued then, whatever its state
 * @throws InvalidXml when the request cannot be written as qbXML, KeyTaken when the key belongs to another request
 */
export async function enqueue(
	store: StoreOrTransaction,
	newRequest: NewRequest,
): Promise<RequestRecord> {
	const {
		connectionId,
		iterate = false,
		responseFilter,
		webhookUrl,
		isPrivateCaller,
		requestXml,
		idempotencyKey,
	} = newRequest;
	const request = iterate ? startIterator(newRequest.request) : newRequest.request;
	const id = randomUUID();
	const fields = newRecord({
		id,
		page_request_id: id,
		connection_id: connectionId,
		page: 1,
		iterates: iterate ? 1 : 0,
		answer_filter: responseFilter ? JSON.stringify(responseFilter) : null,
		webhook_url: webhookUrl ?? null,
		caller_is_private: isPrivateCaller ? 1 : 0,
		request,
		requestXml,
	});
	if (idempotencyKey === undefined) return await insertRecord(store, fields);
	const record = await insertRecordOnce(store, { ...fields, idempotency_key: idempotencyKey });
	if (record.request_xml !== fields.request_xml)
		throw new KeyTaken('The Idempotency-Key belongs to another request.');
	return record;
}
