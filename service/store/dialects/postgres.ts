import { sql } from 'kysely';

import type { StoreDialect } from './dialect';
import { postgresSearch } from './postgres-search';

/** The cluster and the database in it. */
const HERE = sql`(select system_identifier from pg_control_system()) || '/' ||
	(select oid from pg_database where datname = current_database()) || '/'`;

export const postgresDialect: StoreDialect = {
	definitions: {
		text: sql`text collate "C"`,
		bytes: 'bytea',
		rowNumber: 'bigint',
		numbered: (column) => column.generatedByDefaultAsIdentity(),
		increasing: (column) => column.generatedByDefaultAsIdentity(),
	},
	search: postgresSearch,
	copies: {
		ownMark: sql`${HERE} || pg_current_xact_id()::xid::text`,
		// Each row shows the transaction that wrote it. After pg_restore, that is another one.
		isOwnRow: sql`mark = ${HERE} || database_identity.xmin::text`,
		// The timeline.
		place: sql`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`,
	},
	isShared: true,
	databaseBytes: sql`pg_database_size(current_database())`,
	withoutIndex: (column) => sql.ref(column),
	textOf: (bytes) => sql`convert_from(${bytes}, 'UTF8') collate "C"`,
	claimed: (query) => query.forUpdate().skipLocked(),
	locked: (query) => query.forUpdate(),
	kept: (query) => query.forKeyShare(),
};
