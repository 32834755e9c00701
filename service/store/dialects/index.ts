import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';

import type { StoreDialect } from './dialect';
import { postgresDialect } from './postgres';
import { sqliteDialect } from './sqlite';

/** The dialect of the database that a store, a transaction on it or a migration works on. */
export const dialectOf = (database: QueryExecutorProvider): StoreDialect =>
	database.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect;
