import { type Kysely, type Migration, sql } from 'kysely';

import { DELETABLE_ANSWER, GIVEN_UP, IS_LATE, OTHER_FAILURE, UNKNOWN_WRITE } from './concerns';
import { dialectOf } from './dialects';

const createFirstTables: Migration = {
	async up(database: Kysely<unknown>) {
		const { text, rowNumber, increasing } = dialectOf(database).definitions;
		await database.schema
			.createTable('applications')
			.addColumn('id', text, (column) => column.primaryKey())
			.addColumn('api_key_hash', text, (column) => column.notNull().unique())
			.addColumn('inserted_at', text, (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('connections')
			.addColumn('sequence', rowNumber, (column) => increasing(column.primaryKey()))
			.addColumn('id', text, (column) => column.notNull().unique())
			.addColumn('app_id', text, (column) => column.notNull().references('applications.id'))
			.addColumn('username', text, (column) => column.notNull().unique())
			.addColumn('name', text, (column) => column.notNull())
			.addColumn('redirect_url', text)
			.addColumn('type', text, (column) => column.notNull())
			.addColumn('password_hash', text)
			.addColumn('onboarding_token', text, (column) => column.notNull().unique())
			.addColumn('last_connected_at', text)
			.addColumn('company_file', text)
			.addColumn('xml_version', text)
			.addColumn('accounting_product_name', text)
			.addColumn('inserted_at', text, (column) => column.notNull())
			.addColumn('updated_at', text, (column) => column.notNull())
			.execute();
		await database.schema
			.createTable('queued_requests')
			.addColumn('sequence', rowNumber, (column) => increasing(column.primaryKey()))
			.addColumn('page_request_id', text, (column) => column.notNull().unique())
			.addColumn('id', text, (column) => column.notNull())
			.addColumn('connection_id', text, (column) =>
				column.notNull().references('connections.id').onDelete('cascade'),
			)
			.addColumn('page', 'integer', (column) => column.notNull())
			.addColumn('iterates', 'integer', (column) => column.notNull())
			.addColumn('state', text, (column) => column.notNull())
			.addColumn('webhook_state', text, (column) => column.notNull())
			.addColumn('request_json', text, (column) => column.notNull())
			.addColumn('request_xml', text, (column) => column.notNull())
			.addColumn('answer_filter', text)
			.addColumn('response_xml', text)
			.addColumn('response_json', text)
			.addColumn('error', text)
			.addColumn('webhook_url', text)
			.addColumn('webhook_error', text)
			.addColumn('inserted_at', text, (column) => column.notNull())
			.addColumn('updated_at', text, (column) => column.notNull())
			.addUniqueConstraint('one_record_per_page', ['id', 'page'])
			.execute();
		await sql`create index queued_requests_of_connection on queued_requests (connection_id, state, sequence)`.execute(
			database,
		);
		await database.schema
			.createTable('webhook_attempts')
			.addColumn('sequence', rowNumber, (column) => increasing(column.primaryKey()))
			.addColumn('page_request_id', text, (column) =>
				column.notNull().references('queued_requests.page_request_id').onDelete('cascade'),
			)
			.addColumn('attempted_at', text, (column) => column.notNull())
			.addColumn('response', text, (column) => column.notNull())
			.execute();
		await database.schema
			.createIndex('webhook_attempts_of_record')
			.on('webhook_attempts')
			.column('page_request_id')
			.execute();
	},
};

const createDeliveries: Migration = {
	async up(database: Kysely<unknown>) {
		const { text, rowNumber, increasing } = dialectOf(database).definitions;
		await database.schema
			.createTable('deliveries')
			.addColumn('sequence', rowNumber, (column) => increasing(column.primaryKey()))
			.addColumn('page_request_id', text, (column) => column.notNull().unique())
			.addColumn('webhook_url', text, (column) => column.notNull())
			.addColumn('host', text, (column) => column.notNull())
			.addColumn('payload', text, (column) => column.notNull())
			.addColumn('tries', 'integer', (column) => column.notNull())
			.addColumn('due_at', text)
			.execute();
		await database.schema
			.createIndex('deliveries_of_host')
			.on('deliveries')
			.columns(['host', 'due_at'])
			.execute();
	},
};

const addOnboardingEnd: Migration = {
	async up(database: Kysely<unknown>) {
		const { text } = dialectOf(database).definitions;
		await database.schema
			.alterTable('connections')
			.addColumn('onboarding_finished_at', text)
			.execute();
	},
};

/** What keeps a long queue quick: lists read an index alone, and nobody looks through all deliveries for the due ones. */
const addIndexes: Migration = {
	async up(database: Kysely<unknown>) {
		for (const time of ['inserted_at', 'updated_at'])
			await database.schema
				.createIndex(`queued_requests_by_${time}`)
				.on('queued_requests')
				.columns(['connection_id', time, 'sequence', 'state', 'webhook_state'])
				.execute();
		await database.schema
			.createIndex('deliveries_by_due_at')
			.on('deliveries')
			.column('due_at')
			.execute();
	},
};

const addSearch: Migration = {
	up: (database: Kysely<unknown>) => dialectOf(database).search.create(database),
};

const addIdempotencyKeys: Migration = {
	async up(database: Kysely<unknown>) {
		const { text } = dialectOf(database).definitions;
		await database.schema
			.alterTable('queued_requests')
			.addColumn('idempotency_key', text)
			.execute();
		// Any number of rows without a key count as different ones.
		await database.schema
			.createIndex('one_request_per_idempotency_key')
			.unique()
			.on('queued_requests')
			.columns(['connection_id', 'idempotency_key'])
			.execute();
	},
};

const indexWhatNeedsSomebody: Migration = {
	async up(database: Kysely<unknown>) {
		await dialectOf(database).history.indexFailures(database);
		await sql
			.raw(
				`create index queued_requests_not_delivered on queued_requests (connection_id, updated_at) where ${GIVEN_UP}`,
			)
			.execute(database);
		await sql
			.raw(`create index deliveries_late on deliveries (page_request_id) where ${IS_LATE}`)
			.execute(database);
	},
};

const addAnswerParts: Migration = {
	async up(database: Kysely<unknown>) {
		const { text, bytes, rowNumber, numbered } = dialectOf(database).definitions;
		await database.schema
			.createTable('answer_parts')
			.addColumn('sequence', rowNumber, (column) => numbered(column.primaryKey()))
			.addColumn('answer_id', text, (column) => column.notNull())
			.addColumn('form', text, (column) => column.notNull())
			.addColumn('part', 'integer', (column) => column.notNull())
			.addColumn('content', bytes, (column) => column.notNull())
			.addColumn('next_start', bytes, (column) => column.notNull())
			.addUniqueConstraint('one_part_per_place', ['answer_id', 'form', 'part'])
			.execute();
		for (const table of ['queued_requests', 'deliveries']) {
			await database.schema.alterTable(table).addColumn('answer_id', text).execute();
			await database.schema
				.createIndex(`${table}_by_answer`)
				.on(table)
				.column('answer_id')
				.where(sql.ref('answer_id'), 'is not', null)
				.execute();
		}
	},
};

const moveKeysOutOfApplications: Migration = {
	async up(database: Kysely<unknown>) {
		const { definitions, history } = dialectOf(database);
		const { text } = definitions;
		await database.schema
			.createTable('api_keys')
			.addColumn('key_hash', text, (column) => column.primaryKey())
			.addColumn('application_id', text, (column) => column.notNull().references('applications.id'))
			.addColumn('origin', text, (column) => column.notNull())
			.addColumn('inserted_at', text, (column) => column.notNull())
			.addColumn('expires_at', text)
			.execute();
		await sql`insert into api_keys (key_hash, application_id, origin, inserted_at)
			select api_key_hash, id, 'command_line', inserted_at from applications`.execute(database);
		await history.moveKeyOutOfApplications(database);
		await database.schema
			.createIndex('api_keys_of_application')
			.on('api_keys')
			.column('application_id')
			.execute();
	},
};

const addWebhookSecrets: Migration = {
	async up(database: Kysely<unknown>) {
		const { text, rowNumber, increasing } = dialectOf(database).definitions;
		await database.schema
			.createTable('webhook_secrets')
			.addColumn('sequence', rowNumber, (column) => increasing(column.primaryKey()))
			.addColumn('application_id', text, (column) => column.notNull().references('applications.id'))
			.addColumn('encrypted_secret', text, (column) => column.notNull())
			.addColumn('inserted_at', text, (column) => column.notNull())
			.addColumn('expires_at', text)
			.execute();
		await database.schema
			.createIndex('webhook_secrets_of_application')
			.on('webhook_secrets')
			.column('application_id')
			.execute();
		await database.schema.alterTable('deliveries').addColumn('application_id', text).execute();
		await sql`update deliveries set application_id = (select app_id from connections
			join queued_requests on queued_requests.connection_id = connections.id
			where queued_requests.page_request_id = deliveries.page_request_id)`.execute(database);
	},
};

/** Parts are stored while an answer is still read, so not in their order. */
const addAnswers: Migration = {
	async up(database: Kysely<unknown>) {
		const { text } = dialectOf(database).definitions;
		await database.schema
			.createTable('answers')
			.addColumn('id', text, (column) => column.primaryKey())
			.addColumn('xml', text, (column) => column.notNull())
			.addColumn('json', text, (column) => column.notNull())
			.execute();
		await dialectOf(database).history.orderAnswerParts(database);
	},
};

const describeFailures: Migration = {
	async up(database: Kysely<unknown>) {
		for (const column of ['is_read', 'is_refused'])
			await database.schema
				.alterTable('queued_requests')
				.addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
				.execute();
		await dialectOf(database).history.describeFailures(database);
		for (const [name, condition] of [
			['queued_requests_of_unknown_outcome', UNKNOWN_WRITE],
			['queued_requests_failed', OTHER_FAILURE],
		])
			await sql
				.raw(
					`create index ${name} on queued_requests (connection_id, updated_at) where ${condition}`,
				)
				.execute(database);
	},
};

/** What several processes share: who is alive, the connectors' sessions, and who makes a delivery or stores an answer. */
const shareWork: Migration = {
	async up(database: Kysely<unknown>) {
		const { schema } = database;
		const { text } = dialectOf(database).definitions;
		await schema
			.createTable('service_processes')
			.addColumn('id', text, (column) => column.notNull().primaryKey())
			.addColumn('alive_until', text, (column) => column.notNull())
			.addColumn('runs_desktops', 'integer', (column) => column.notNull())
			.execute();
		await schema
			.createIndex('one_process_runs_desktops')
			.unique()
			.on('service_processes')
			.column('runs_desktops')
			.where(sql.ref('runs_desktops'), '=', sql.lit(1))
			.execute();
		await schema
			.createTable('connector_sessions')
			.addColumn('connection_id', text, (column) =>
				column.notNull().primaryKey().references('connections.id').onDelete('cascade'),
			)
			.addColumn('ticket', text, (column) => column.notNull().unique())
			.addColumn('page_request_id', text)
			.addColumn('finished', 'integer', (column) => column.notNull())
			.addColumn('last_error', text, (column) => column.notNull())
			.addColumn('company_name', text)
			.addColumn('has_introduced', 'integer', (column) => column.notNull())
			.addColumn('is_finished', 'integer', (column) => column.notNull())
			.addColumn('process_id', text)
			.addColumn('expires_at', text, (column) => column.notNull())
			.execute();
		await schema
			.createIndex('connector_sessions_by_end')
			.on('connector_sessions')
			.column('expires_at')
			.execute();
		await schema.alterTable('deliveries').addColumn('locked_by', text).execute();
		await schema
			.createTable('unfinished_answers')
			.addColumn('id', text, (column) => column.notNull().primaryKey())
			.addColumn('process_id', text, (column) => column.notNull())
			.execute();
		await sql`insert into unfinished_answers (id, process_id)
			select distinct answer_id, '' from answer_parts where answer_id not in (select id from answers)`.execute(
			database,
		);
	},
};

/** What was queued before goes where it would have gone then. */
const addPrivateCallers: Migration = {
	async up(database: Kysely<unknown>) {
		for (const table of ['queued_requests', 'deliveries'])
			await database.schema
				.alterTable(table)
				.addColumn('caller_is_private', 'integer', (column) => column.notNull().defaultTo(1))
				.execute();
	},
};

const addDeletedAnswers: Migration = {
	async up(database: Kysely<unknown>) {
		await database.schema
			.alterTable('queued_requests')
			.addColumn('answer_deleted_at', dialectOf(database).definitions.text)
			.execute();
		await sql
			.raw(
				`create index queued_requests_with_deletable_answer on queued_requests (updated_at) where ${DELETABLE_ANSWER}`,
			)
			.execute(database);
	},
};

const addBackups: Migration = {
	async up(database: Kysely<unknown>) {
		await database.schema
			.createTable('backups')
			// An earlier version's copy was marked by a later one.
			.ifNotExists()
			.addColumn('made_at', dialectOf(database).definitions.text, (column) => column.notNull())
			.execute();
	},
};

/** Every change of the store since its first form, by name; they run once each, in the order of their names. */
export const migrations: Record<string, Migration> = {
	'0001_first_tables': createFirstTables,
	'0002_deliveries': createDeliveries,
	'0003_onboarding_end': addOnboardingEnd,
	'0004_indexes': addIndexes,
	'0005_search': addSearch,
	'0006_idempotency_keys': addIdempotencyKeys,
	'0007_concerns': indexWhatNeedsSomebody,
	'0008_answer_parts': addAnswerParts,
	'0009_api_keys': moveKeysOutOfApplications,
	'0010_webhook_secrets': addWebhookSecrets,
	'0011_answers': addAnswers,
	'0012_failures': describeFailures,
	'0013_shared_work': shareWork,
	'0014_private_callers': addPrivateCallers,
	'0015_deleted_answers': addDeletedAnswers,
	'0016_backups': addBackups,
};
