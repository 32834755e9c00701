import { sql } from 'kysely';

import type { StoreDialect } from './dialect';
import { sqliteSearch } from './sqlite-search';

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
	// A file says nothing of where it is: what is beside it does.
	copies: { ownMark: sql`''`, isOwnRow: sql`1 = 1`, place: sql`null` },
	isShared: false,
	databaseBytes: sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`,
	withoutIndex: (column) => sql`+${sql.ref(column)}`,
	textOf: (bytes) => sql`cast(${bytes} as text)`,
	claimed: (query) => query,
	locked: (query) => query,
	kept: (query) => query,
};
