import { sql } from 'kysely';

import type { StoreDialect } from './dialect';
import { postgresSearch } from './postgres-search';

/** The store is in PostgreSQL since it has all tables of migration 0011. */
const nothingFromBefore = (): Promise<void> => Promise.resolve();

export const postgresDialect: StoreDialect = {
	definitions: {
		text: sql`text collate "C"`,
		bytes: 'bytea',
		rowNumber: 'bigint',
		numbered: (column) => column.generatedByDefaultAsIdentity(),
		increasing: (column) => column.generatedByDefaultAsIdentity(),
	},
	search: postgresSearch,
	history: {
		indexFailures: nothingFromBefore,
		moveKeyOutOfApplications: async (database) => {
			await database.schema
				.alterTable('applications')
				.dropColumn('api_key_hash')
				.addColumn('name', postgresDialect.definitions.text, (column) => column.unique())
				.execute();
		},
		orderAnswerParts: nothingFromBefore,
		describeFailures: nothingFromBefore,
	},
	isShared: true,
	databaseBytes: sql`pg_database_size(current_database())`,
	withoutIndex: (column) => sql.ref(column),
	textOf: (bytes) => sql`convert_from(${bytes}, 'UTF8') collate "C"`,
	claimed: (query) => query.forUpdate().skipLocked(),
	locked: (query) => query.forUpdate(),
	kept: (query) => query.forKeyShare(),
};
