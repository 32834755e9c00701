import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables';

/**
 * Refuses a database that a newer version of the service has changed: this version would not know what the changes mean.
 * @param known the names of this version's migrations
 * @param schema where the service's tables are, on PostgreSQL: others in the same database may have some of the same name
 * @throws Error with a sentence for the operator
 */
export async function refuseNewerDatabase(
	database: Kysely<Tables>,
	known: ReadonlySet<string>,
	schema: string | undefined,
): Promise<void> {
	const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
	const made = tables.find(
		(table) => table.name === 'kysely_migration' && (!schema || table.schema === schema),
	);
	if (!made) return;
	const table = schema ? sql.id(schema, made.name) : sql.id(made.name);
	const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(database);
	const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
	if (unknown.length === 0) return;
	throw new Error(
		`The database belongs to a newer version of the service (it has ${unknown.toSorted().join(', ')}). Start that version, or restore a backup that was made before the upgrade.`,
	);
}
