import { randomUUID } from 'node:crypto';

import {
	fingerprintOf,
	messageSetIdOf,
	nextElement,
	orderOf,
	type RequestJson,
	requestToXml,
	type ResponseFilter,
	startIterator,
	takesMessageSetId,
} from '../qbxml';
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

/** The columns that have nothing to hold when a record starts, or are filled by whoever stores it. */
type FilledLater =
	| 'sequence'
	| 'repeats'
	| 'idempotency_key'
	| 'is_refused'
	| 'error'
	| 'response_json'
	| 'response_xml'
	| 'answer_id'
	| 'answer_deleted_at'
	| 'webhook_error'
	| 'put_aside_at';

/**
 * Every other column, also one that may be null. So TypeScript says where a column is forgotten, such as on the later pages of an
 * iterated request.
 */
type StartingRecord = Required<Omit<NewRecord, FilledLater>>;

/** The fields of a new record that do not follow from its request. */
interface RecordFields extends Pick<
	StartingRecord,
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
 * What a request asks for. The version that it is written in is not part of it: the same call is written in another one once its desktop
 * has said what it understands.
 */
const content = (requestXml: string): string => requestXml.slice(nextElement(requestXml));

/** What else has to be the same of a request that comes again with its key, and what it comes with otherwise. */
const differences = [
	['webhook_url', 'another webhook_url, which would get no answer'],
	['answer_filter', 'other fields to include'],
] as const;

/**
 * A record as every record starts: waiting, with its webhook pending if there is one.
 * @throws InvalidXml when the request cannot be written as qbXML
 */
export function newRecord({ request, requestXml, ...fields }: RecordFields): StartingRecord {
	const now = new Date().toISOString();
	const request_xml = requestXml ?? requestToXml(request);
	const reads = isRead(request.request.name);
	return {
		...fields,
		state: 'waiting',
		is_read: reads ? 1 : 0,
		message_set:
			reads || !takesMessageSetId(request_xml) ? null : messageSetIdOf(fields.page_request_id),
		fingerprint: fingerprintOf(request),
		...orderOf(request),
		webhook_state: fields.webhook_url ? 'pending' : 'not_applicable',
		request_json: JSON.stringify(request),
		request_xml,
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
	if (content(record.request_xml) !== content(fields.request_xml))
		throw new KeyTaken('The Idempotency-Key belongs to another request.');
	const difference = differences.find(([column]) => record[column] !== fields[column]);
	if (difference)
		throw new KeyTaken(`The Idempotency-Key belongs to the same request with ${difference[1]}.`);
	return record;
}
