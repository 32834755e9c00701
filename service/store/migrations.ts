import { type Kysely, type Migration, sql } from 'kysely';

import { DELETABLE_ANSWER, GIVEN_UP, IS_LATE, OTHER_FAILURE, UNKNOWN_WRITE } from './concerns';
import { dialectOf } from './dialects';
import { type Column, tables } from './tables';

/**
 * What keeps a long queue quick: lists read an index alone, and what needs somebody is found without reading all the rest. Of rows
 * without a key, any number count as different ones.
 */
const firstIndexes = [
	'index api_keys_of_application on api_keys (application_id)',
	'index webhook_secrets_of_application on webhook_secrets (application_id)',
	'index connections_by_replaced_ticket on connections (replaced_ticket) where replaced_ticket is not null',
	'unique index one_record_per_page on queued_requests (id, page)',
	'unique index one_request_per_idempotency_key on queued_requests (connection_id, idempotency_key)',
	'index queued_requests_of_connection on queued_requests (connection_id, state, sequence)',
	...['inserted_at', 'updated_at'].map(
		(time) =>
			`index queued_requests_by_${time} on queued_requests (connection_id, ${time}, sequence, state, webhook_state)`,
	),
	`index queued_requests_of_unknown_outcome on queued_requests (connection_id, updated_at) where ${UNKNOWN_WRITE}`,
	`index queued_requests_failed on queued_requests (connection_id, updated_at) where ${OTHER_FAILURE}`,
	`index queued_requests_failed_by_fingerprint on queued_requests (connection_id, fingerprint, sequence) where ${OTHER_FAILURE}`,
	'index queued_requests_by_repeated on queued_requests (repeats) where repeats is not null',
	`index queued_requests_not_delivered on queued_requests (connection_id, updated_at) where ${GIVEN_UP}`,
	`index queued_requests_with_deletable_answer on queued_requests (updated_at) where ${DELETABLE_ANSWER}`,
	'index queued_requests_by_answer on queued_requests (answer_id) where answer_id is not null',
	'index webhook_attempts_of_record on webhook_attempts (page_request_id)',
	'index deliveries_of_lane on deliveries (lane, due_at)',
	'index deliveries_unanswered on deliveries (host) where is_unanswered = 1',
	'index deliveries_by_due_at on deliveries (due_at)',
	'index deliveries_by_answer on deliveries (answer_id) where answer_id is not null',
	`index deliveries_late on deliveries (page_request_id) where ${IS_LATE}`,
	'unique index one_process_runs_desktops on service_processes (runs_desktops) where runs_desktops = 1',
	'index connector_sessions_by_end on connector_sessions (expires_at)',
	'unique index one_part_per_place on answer_parts (answer_id, form, part)',
];

const createFirstTables: Migration = {
	async up(database: Kysely<unknown>) {
		const { definitions, search } = dialectOf(database);
		for (const [table, columns] of Object.entries(tables)) {
			let builder = database.schema.createTable(table);
			for (const [name, { type, build }] of Object.entries<Column>(columns)) {
				const dataType = type === 'integer' ? type : definitions[type];
				builder = builder.addColumn(name, dataType, (column) => build(column, definitions));
			}
			await builder.execute();
		}
		for (const index of firstIndexes) await sql.raw(`create ${index}`).execute(database);
		await search.create(database);
	},
};

/**
 * Every change of the store since its first form, by name; they run once each, in the order of their names. What was published is
 * never changed: whoever has it gets the next one.
 */
export const migrations: Readonly<Record<string, Migration>> = {
	'0001_first_version': createFirstTables,
};
