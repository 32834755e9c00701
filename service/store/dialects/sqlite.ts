import { type Kysely, sql } from 'kysely';

import type { StoreDialect } from './dialect';
import { sqliteSearch } from './sqlite-search';

const REFUSAL_CODE = `coalesce(json_extract(error, '$.code'), '')`;

const IS_READ = `substr(json_extract(request_json, '$.request.name'), -7) = 'QueryRq'`;

const IS_REFUSED = `(${REFUSAL_CODE} glob '3[0-9][0-9][0-9]' or upper(${REFUSAL_CODE}) = '0X80040400')`;

async function run(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(database);
}

/** SQLite in a file. */
export const sqliteDialect: StoreDialect = {
	definitions: {
		text: 'text',
		bytes: 'blob',
		rowNumber: 'integer',
		// Every integer that is a primary key gets a number.
		numbered: (column) => column,
		increasing: (column) => column.autoIncrement(),
	},
	search: sqliteSearch,
	history: {
		indexFailures: async (database) => {
			const leavesOutcomeOpen = `substr(json_extract(request_json, '$.request.name'), -7) <> 'QueryRq'
	and ${REFUSAL_CODE} not glob '3[0-9][0-9][0-9]' and upper(${REFUSAL_CODE}) <> '0X80040400'`;
			await run(database, [
				`create index queued_requests_of_unknown_outcome on queued_requests (connection_id, updated_at) where state = 'error' and ${leavesOutcomeOpen}`,
				`create index queued_requests_failed on queued_requests (connection_id, updated_at) where state = 'error' and not (${leavesOutcomeOpen})`,
			]);
		},
		// SQLite can't drop a unique column, so the table is made anew. The rows that refer to it keep referring to its name:
		// for that, foreign keys are not enforced while migrations run.
		moveKeyOutOfApplications: async (database) => {
			await database.schema
				.createTable('new_applications')
				.addColumn('id', 'text', (column) => column.primaryKey())
				.addColumn('name', 'text', (column) => column.unique())
				.addColumn('inserted_at', 'text', (column) => column.notNull())
				.execute();
			await run(database, [
				'insert into new_applications (id, inserted_at) select id, inserted_at from applications',
				'drop table applications',
				'alter table new_applications rename to applications',
			]);
		},
		orderAnswerParts: async (database) => {
			const inOrder = (form: string) =>
				`json_group_array(part order by part) filter (where form = '${form}')`;
			await run(database, [
				`insert into answers (id, xml, json)
					select answer_id, ${inOrder('xml')}, ${inOrder('json')} from answer_parts group by answer_id`,
			]);
		},
		describeFailures: async (database) => {
			await run(database, [
				'drop index if exists queued_requests_of_unknown_outcome',
				'drop index if exists queued_requests_failed',
				`update queued_requests set is_read = 1 where ${IS_READ}`,
				`update queued_requests set is_refused = 1 where state = 'error' and ${IS_REFUSED}`,
			]);
		},
	},
	isShared: false,
	databaseBytes: sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
	withoutIndex: (column) => sql`+${sql.ref(column)}`,
	textOf: (bytes) => sql`cast(${bytes} as text)`,
	claimed: (query) => query,
	locked: (query) => query,
	kept: (query) => query,
};
