import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables';

/** What the operator of a database is told that a newer version has changed. */
export const newerVersion = (unknown: readonly string[]): string =>
	`The database belongs to a newer version of the service (it has ${[...unknown].sort().join(', ')}). Start that version, or restore a backup that was made before the upgrade.`;

/**
 * The names of the changes that were made to a database; none if it has no tables of the service.
 * @param schema where the service's tables are, on PostgreSQL: others in the same database may have some of the same name
 */
export async function madeMigrations(
	database: Kysely<Tables>,
	schema: string | undefined,
): Promise<ReadonlySet<string>> {
	const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
	const made = tables.find(
		(table) => table.name === 'kysely_migration' && (!schema || table.schema === schema),
	);
	if (!made) return new Set();
	const table = schema ? sql.id(schema, made.name) : sql.id(made.name);
	const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(database);
	return new Set(rows.map(({ name }) => name));
}

/**
 * Whether a database needs none of this version's changes. One that a newer version has changed is refused: this version would not know
 * what the changes mean.
 * @param known the names of this version's migrations
 * @throws Error with a sentence for the operator
 */
export async function hasAllMigrations(
	database: Kysely<Tables>,
	known: readonly string[],
	schema: string | undefined,
): Promise<boolean> {
	const names = await madeMigrations(database, schema);
	const unknown = [...names].filter((name) => !known.includes(name));
	if (unknown.length === 0) return known.every((name) => names.has(name));
	throw new Error(newerVersion(unknown));
}
