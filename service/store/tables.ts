import type { ColumnType, Generated } from 'kysely';

import type { RequestState, WebhookState } from './states';

/** Times are ISO 8601 UTC text, JSON is text, and booleans are 0 and 1, on SQLite and on PostgreSQL. */
interface ApplicationTable {
	id: string;
	/** Null for one that was made for a key on the command line. */
	name: string | null;
	inserted_at: string;
}

interface ApiKeyTable {
	/** Keys themselves are not stored. */
	key_hash: string;
	application_id: string;
	/** A key on the command line is valid in the processes that were started with it, an issued one in all. */
	origin: 'command_line' | 'issued';
	inserted_at: string;
	/** When it stops being valid; null while nobody has replaced or revoked it. */
	expires_at: string | null;
}

interface WebhookSecretTable {
	sequence: Generated<number>;
	application_id: string;
	/** Encrypted with the key in the service's environment. */
	encrypted_secret: string;
	inserted_at: string;
	/** When it stops signing; null while nobody has replaced it. */
	expires_at: string | null;
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
	/** When the customer finished the setup. After that, the onboarding link changes nothing. */
	onboarding_finished_at: string | null;
	last_connected_at: string | null;
	company_file: string | null;
	xml_version: string | null;
	accounting_product_name: string | null;
	inserted_at: string;
	updated_at: string;
}

/** One row per record (interface, section 2.2): a request, or one page of an iterated request. */
export interface QueuedRequestTable {
	/** The order in which requests were queued. */
	sequence: Generated<number>;
	/** The record's own ID. On a first page it is the same as `id`. */
	page_request_id: string;
	/** The request's ID, which its pages share. */
	id: string;
	connection_id: string;
	page: number;
	iterates: 0 | 1;
	/** Whether it only reads. */
	is_read: Generated<0 | 1>;
	state: RequestState;
	webhook_state: WebhookState;
	request_json: string;
	request_xml: string;
	/** The response filter as JSON: what is taken out of the response before it is stored. */
	answer_filter: string | null;
	response_xml: string | null;
	response_json: string | null;
	/** Where a large response is stored instead, in parts. */
	answer_id: string | null;
	/** When the answer was deleted because it was old. */
	answer_deleted_at: string | null;
	error: string | null;
	/** Whether the application refused it, and so is known to have written nothing. */
	is_refused: Generated<0 | 1>;
	webhook_url: string | null;
	/** Whether whoever queued it called from a private address: where its webhook may go can depend on it. */
	caller_is_private: 0 | 1;
	/** The caller's key, so that the request is queued once however often the call arrives. */
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

/** One row per webhook that still has to be delivered. It can outlive its record. */
export interface DeliveryTable {
	sequence: Generated<number>;
	page_request_id: string;
	/** Whose secrets sign it; null for one that was made before applications had secrets. */
	application_id: string | null;
	webhook_url: string;
	/** As in its record. */
	caller_is_private: 0 | 1;
	/** Host and port of the URL. Deliveries are limited per host. */
	host: string;
	/** The body, the same for every attempt. */
	payload: string;
	/** A large response that belongs into the body. */
	answer_id: string | null;
	/** How many attempts have been made. */
	tries: number;
	/** When the next attempt is due; null until the first one is planned. */
	due_at: string | null;
	/** The process that makes an attempt, as long as it is alive. */
	locked_by: string | null;
}

/** One row per process of the service that is alive, or was a moment ago. */
interface ServiceProcessTable {
	id: string;
	/** It puts this off again and again. Once the moment has passed, the process has died. */
	alive_until: string;
	/** Only one process runs the simulated desktops. */
	runs_desktops: 0 | 1;
}

/** One row per open session of a connector. Each of its calls may reach another process. */
export interface ConnectorSessionTable {
	/** A connection has one session at a time. */
	connection_id: string;
	ticket: string;
	/** The record that the session is working on, fetched or sent. */
	page_request_id: string | null;
	/** How many records the session has finished. */
	finished: number;
	/** The answer to getLastError. */
	last_error: string;
	/** The company's name, for a connection that gets its name from the first processed request. */
	company_name: string | null;
	/** Whether the connector has told its host and company. */
	has_introduced: 0 | 1;
	/** Whether the connector has heard that there is no more to do, so that it only has to close the session. */
	is_finished: 0 | 1;
	/** The process that took the last call; null if that call failed. */
	process_id: string | null;
	/** When it ends unless the connector calls again. */
	expires_at: string;
}

/** A large response: the numbers of the parts of its two forms, in order, as JSON. */
interface AnswerTable {
	id: string;
	xml: string;
	json: string;
}

/** A part of a large response. */
interface AnswerPartTable {
	sequence: Generated<number>;
	answer_id: string;
	form: 'xml' | 'json';
	/** Its number in the response. */
	part: number;
	/** UTF-8, which ends with a whole character. SQLite's driver takes a buffer and returns its memory. */
	content: ColumnType<ArrayBuffer | Buffer, Buffer>;
	/** How the next part starts, for phrases that begin in this one. */
	next_start: ColumnType<ArrayBuffer | Buffer, Buffer>;
}

/** An answer that a process is storing: its parts belong to nothing yet. */
interface UnfinishedAnswerTable {
	id: string;
	process_id: string;
}

/** Has a row in a backup that no service has worked on yet, and none in any other database. */
interface BackupTable {
	made_at: string;
}

export interface Tables {
	backups: BackupTable;
	answers: AnswerTable;
	answer_parts: AnswerPartTable;
	unfinished_answers: UnfinishedAnswerTable;
	connector_sessions: ConnectorSessionTable;
	service_processes: ServiceProcessTable;
	api_keys: ApiKeyTable;
	applications: ApplicationTable;
	connections: ConnectionTable;
	queued_requests: QueuedRequestTable;
	webhook_attempts: WebhookAttemptTable;
	deliveries: DeliveryTable;
	webhook_secrets: WebhookSecretTable;
}
