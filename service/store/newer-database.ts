import { type Kysely, sql } from 'kysely';

import type { Tables } from './tables';

/**
 * Refuses a database that a newer version of the service has changed: this version would not know what the changes mean.
 * @param known the names of this version's migrations
 * @throws Error with a sentence for the operator
 */
export async function refuseNewerDatabase(
	database: Kysely<Tables>,
	known: ReadonlySet<string>,
): Promise<void> {
	const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
	if (!tables.some(({ name }) => name === 'kysely_migration')) return;
	const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
	const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name));
	if (unknown.length === 0) return;
	throw new Error(
		`The database belongs to a newer version of the service (it has ${unknown.toSorted().join(', ')}). Start that version, or restore a backup that was made before the upgrade.`,
	);
}
