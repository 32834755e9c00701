import type { Generated } from 'kysely';
import type { RequestState, WebhookState } from './states';

/** Times are ISO 8601 UTC text, JSON is text; SQLite's driver takes no booleans, so these are 0 and 1. */
export interface ApplicationTable {
	id: string;
	api_key_hash: string;
	inserted_at: string;
}

export interface ConnectionTable {
	sequence: Generated<number>;
	id: string;
	app_id: string;
	username: string;
	name: string;
	redirect_url: string | null;
	type: 'standard' | 'simulated';
	password_hash: string | null;
	onboarding_token: string;
	/** When the customer finished the setup; its link then changes nothing any more. */
	onboarding_finished_at: string | null;
	last_connected_at: string | null;
	company_file: string | null;
	xml_version: string | null;
	accounting_product_name: string | null;
	inserted_at: string;
	updated_at: string;
}

/** One row per record of section 2.2: a request, or one page of an iterated request. */
export interface QueuedRequestTable {
	/** The order of queueing. */
	sequence: Generated<number>;
	/** The record's own ID; the same as `id` on a first page. */
	page_request_id: string;
	/** The request's ID, shared by its pages. */
	id: string;
	connection_id: string;
	page: number;
	iterates: 0 | 1;
	state: RequestState;
	webhook_state: WebhookState;
	request_json: string;
	request_xml: string;
	/** What is taken out of the answer before it is stored, as JSON. */
	answer_filter: string | null;
	response_xml: string | null;
	response_json: string | null;
	error: string | null;
	webhook_url: string | null;
	/** What its caller knows it by, so that it is queued once however often the call arrives. */
	idempotency_key: string | null;
	webhook_error: string | null;
	inserted_at: string;
	updated_at: string;
}

export interface WebhookAttemptTable {
	sequence: Generated<number>;
	page_request_id: string;
	attempted_at: string;
	response: string;
}

/** One row per webhook that is still to be delivered; it outlives its record. */
export interface DeliveryTable {
	sequence: Generated<number>;
	page_request_id: string;
	webhook_url: string;
	/** Host and port of the URL, by which deliveries are limited. */
	host: string;
	/** The body, the same for every try. */
	payload: string;
	/** How many tries have been made. */
	tries: number;
	/** When the next try is due; null until the first one is planned. */
	due_at: string | null;
}

export interface Tables {
	applications: ApplicationTable;
	connections: ConnectionTable;
	queued_requests: QueuedRequestTable;
	webhook_attempts: WebhookAttemptTable;
	deliveries: DeliveryTable;
}
