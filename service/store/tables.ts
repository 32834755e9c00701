import type { ColumnDefinitionBuilder, ColumnType, Generated } from 'kysely';

import type { StoreDialect } from './dialects/dialect';
import type { RequestState, WebhookState } from './states';

type Definitions = StoreDialect['definitions'];
type Build = (column: ColumnDefinitionBuilder, definitions: Definitions) => ColumnDefinitionBuilder;

/** A column. `Value` is what Kysely reads and writes there, and exists only as a type. */
export interface Column<Value = unknown> {
	readonly type: keyof Pick<Definitions, 'text' | 'bytes' | 'rowNumber'> | 'integer';
	readonly build: Build;
	readonly value?: Value;
}

const asItIs: Build = (column) => column;

const optional = <Value extends string = string>(build = asItIs): Column<Value | null> => ({
	type: 'text',
	build,
});
const text = <Value extends string = string>(build = asItIs): Column<Value> => ({
	type: 'text',
	build: (column, definitions) => build(column.notNull(), definitions),
});
const unique = () => text((column) => column.unique());
const id = () => text((column) => column.primaryKey());
const refersTo = (column: string) => text((own) => own.references(column));
/** It refers to a row, and goes when that goes. */
const goesWith = (column: string, build = asItIs) =>
	text((own, definitions) => build(own.references(column).onDelete('cascade'), definitions));

const integer = (): Column<number> => ({ type: 'integer', build: (column) => column.notNull() });
const optionalInteger = (): Column<number | null> => ({ type: 'integer', build: asItIs });
const flag = (): Column<0 | 1> => ({ type: 'integer', build: (column) => column.notNull() });
/** A flag that is not set unless somebody sets it. */
const usuallyNot = (): Column<Generated<0 | 1>> => ({
	type: 'integer',
	build: (column) => column.notNull().defaultTo(0),
});

/** A number for each row, in the order in which they came. */
const sequence = (): Column<Generated<number>> => ({
	type: 'rowNumber',
	build: (column, { increasing }) => increasing(column.notNull().primaryKey()),
});
/** A number for each row, in any order. */
const number = (): Column<Generated<number>> => ({
	type: 'rowNumber',
	build: (column, { numbered }) => numbered(column.notNull().primaryKey()),
});
/** SQLite's driver takes a buffer and returns its memory. */
const bytes = (): Column<ColumnType<ArrayBuffer | Buffer, Buffer>> => ({
	type: 'bytes',
	build: (column) => column.notNull(),
});

/**
 * The tables with their columns. Times are ISO 8601 UTC text, JSON is text, and booleans are 0 and 1, on SQLite and on PostgreSQL. A table
 * comes after those that it refers to, and what may be long comes last, because SQLite reads a row from its beginning.
 */
export const tables = {
	applications: {
		id: id(),
		/** Null for one that was made for a key on the command line. */
		name: optional((column) => column.unique()),
		inserted_at: text(),
	},
	api_keys: {
		/** Keys themselves are not stored. */
		key_hash: id(),
		application_id: refersTo('applications.id'),
		/** A key on the command line is valid in the processes that were started with it, an issued one in all. */
		origin: text<'command_line' | 'issued'>(),
		inserted_at: text(),
		/** When it stops being valid; null while nobody has replaced or revoked it. */
		expires_at: optional(),
	},
	webhook_secrets: {
		sequence: sequence(),
		application_id: refersTo('applications.id'),
		/** Encrypted with the key in the service's environment. */
		encrypted_secret: text(),
		inserted_at: text(),
		/** When it stops signing; null while nobody has replaced it. */
		expires_at: optional(),
	},
	connections: {
		sequence: sequence(),
		id: unique(),
		app_id: refersTo('applications.id'),
		username: unique(),
		name: text(),
		redirect_url: optional(),
		type: text<'standard' | 'simulated'>(),
		password_hash: optional(),
		onboarding_token: unique(),
		/** When the onboarding link was made anew; null while it is the first one. */
		onboarding_renewed_at: optional(),
		/** When the customer finished the setup. After that, the onboarding link changes nothing. */
		onboarding_finished_at: optional(),
		last_connected_at: optional(),
		/** When somebody last signed in with its user name and a wrong password. */
		password_refused_at: optional(),
		company_file: optional(),
		/** The company file that was open instead of that one when the connector last tried; empty if it did not say which. */
		other_file: optional(),
		xml_version: optional(),
		accounting_product_name: optional(),
		/** The message set whose answer came last, so that QuickBooks need not keep it any longer. */
		answered_message_set: optional(),
		/** The ticket of the last session that another one took the place of before it had ended. */
		replaced_ticket: optional(),
		/** When a session last called on although another one had taken its place: two connectors share the connection. */
		rival_seen_at: optional(),
		inserted_at: text(),
		updated_at: text(),
	},
	/** One row per record (interface, section 2.2): a request, or one page of an iterated request. */
	queued_requests: {
		/** The order in which requests were queued. */
		sequence: sequence(),
		/** The record's own ID. On a first page it is the same as `id`. */
		page_request_id: unique(),
		/** The request's ID, which its pages share. */
		id: text(),
		connection_id: goesWith('connections.id'),
		page: integer(),
		iterates: flag(),
		/** Whether it only reads. */
		is_read: flag(),
		/** The ID under which QuickBooks keeps its answer; null if it goes out without one. */
		message_set: optional(),
		state: text<RequestState>(),
		webhook_state: text<WebhookState>(),
		/** The response filter as JSON: what is taken out of the response before it is stored. */
		answer_filter: optional(),
		/** Where a large response is stored instead, in parts. */
		answer_id: optional(),
		/** When the answer was deleted because it was old. */
		answer_deleted_at: optional(),
		/** Whether the application refused it, and so is known to have written nothing. */
		is_refused: usuallyNot(),
		webhook_url: optional(),
		/** Whether whoever queued it called from a private address: where its webhook may go can depend on it. */
		caller_is_private: flag(),
		/** The same for all tries of the same request. */
		fingerprint: text(),
		/** Which order it is, if that is known; of those with another name in the same scope, it is no next try. */
		order_name: optional(),
		/** Where that name is unique: in one run of a workflow, or, if empty, on the whole connection. */
		order_scope: optional(),
		/** The `page_request_id` of the failed request that this is the next try of; null for a first one. */
		repeats: optional(),
		/** When somebody said that it is done with: that it failed, or was not delivered, needs nobody any more. */
		put_aside_at: optional(),
		/** The caller's key, so that the request is queued once however often the call arrives. */
		idempotency_key: optional(),
		webhook_error: optional(),
		inserted_at: text(),
		updated_at: text(),
		error: optional(),
		request_json: text(),
		request_xml: text(),
		response_json: optional(),
		response_xml: optional(),
	},
	webhook_attempts: {
		sequence: sequence(),
		page_request_id: goesWith('queued_requests.page_request_id'),
		attempted_at: text(),
		response: text(),
	},
	/** One row per webhook that still has to be delivered. It can outlive its record. */
	deliveries: {
		sequence: sequence(),
		page_request_id: unique(),
		/** Whose secrets sign it. */
		application_id: text(),
		webhook_url: text(),
		/** As in its record. */
		caller_is_private: flag(),
		/** Host and port of the URL. */
		host: text(),
		/** The host and the application. Deliveries are limited in each lane, so that nobody waits for another one's. */
		lane: text(),
		/** A large response that belongs in the body. */
		answer_id: optional(),
		/** How many attempts have been made. */
		tries: integer(),
		/** Whether the last attempt reached nobody who could have taken it, so that it is made again once its host takes something. */
		is_unanswered: usuallyNot(),
		/** Whether the next attempt comes sooner than planned for that reason. It is then none of the planned ones. */
		is_hastened: usuallyNot(),
		/** When the next attempt is due; null until the first one is planned. */
		due_at: optional(),
		/** The process that makes an attempt, as long as it is alive. */
		locked_by: optional(),
		/** The body, the same for every attempt. */
		payload: text(),
	},
	/** One row per process of the service that is alive, or was a moment ago. */
	service_processes: {
		id: id(),
		/** It puts this off again and again. Once the moment has passed, the process has died. */
		alive_until: text(),
		/** Only one process runs the simulated desktops. */
		runs_desktops: flag(),
	},
	/** One row per open session of a connector. Each of its calls may reach another process. */
	connector_sessions: {
		/** A connection has one session at a time. */
		connection_id: goesWith('connections.id', (column) => column.primaryKey()),
		ticket: unique(),
		/** The record that the session is working on. */
		page_request_id: optional(),
		/** Whether that was sent in an earlier session, and its answer is asked for again. */
		recovers: flag(),
		/** When that was handed out to the connector, which now owes its answer; null while it has nothing in hand. */
		handed_out_at: optional(),
		/** How many records the iterator had left when the page was fetched that the session is working on. */
		iterator_remaining: optionalInteger(),
		/** How many records the session has finished. */
		finished: integer(),
		/** What the last answer reported instead of bringing a response, as JSON; null if it was a response. */
		last_report: optional(),
		/** The answer to getLastError. */
		last_error: text(),
		/** The company's name, for a connection that gets its name from the first processed request. */
		company_name: optional(),
		/** Whether the connector has told its host and company. */
		has_introduced: flag(),
		/** Whether the connector was asked to open whichever file is open, because its own could not be opened. */
		takes_any_file: flag(),
		/** Until when it stays open although there is nothing to do, because the next step of a run may be about to come. */
		hold_until: optional(),
		/** When that ends whatever comes; null until it had to wait for the first time. */
		hold_limit: optional(),
		/** Whether the connector has heard that there is no more to do, so that it only has to close the session. */
		is_finished: flag(),
		/** The process that took the last call; null if that call failed. */
		process_id: optional(),
		/** When it ends unless the connector calls again. */
		expires_at: text(),
	},
	/** A large response: the numbers of the parts of its two forms, in order, as JSON. */
	answers: { id: id(), xml: text(), json: text() },
	/** A part of a large response. */
	answer_parts: {
		sequence: number(),
		answer_id: text(),
		form: text<'xml' | 'json'>(),
		/** Its number in the response. */
		part: integer(),
		/** UTF-8, which ends with a whole character. */
		content: bytes(),
		/** How the next part starts, for phrases that begin in this one. */
		next_start: bytes(),
	},
	/** An answer that a process is storing: its parts belong to nothing yet. */
	unfinished_answers: { id: id(), process_id: text() },
	/** One row, which is never changed: it says where it was written, so a copy of it shows that it is one. */
	database_identity: { id: id(), mark: text() },
	/** One row, which processes change every few seconds: whoever knows an earlier one sees when time has gone back. */
	service_beats: {
		id: id(),
		/** Changes when somebody says that a restored database is the current one. */
		epoch: text(),
		/** The epoch before that. A process that has seen it goes on with this one. */
		earlier_epoch: optional(),
		beats: integer(),
		/** The history that the database belongs to, which changes with a promotion or a recovery; null where there is none. */
		place: optional(),
		/** Since when it is known that the database was restored, so that nothing is handed out. */
		held_since: optional(),
	},
	/** Has a row in a backup that no service has worked on yet, and none in any other database. */
	backups: { made_at: text() },
};

type Row<Columns> = {
	[Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

/** What Kysely reads and writes. */
export type Tables = { [Table in keyof typeof tables]: Row<(typeof tables)[Table]> };
