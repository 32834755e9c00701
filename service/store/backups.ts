import { sql } from 'kysely';
import type Database from 'libsql';

import type { StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import { MARK } from './dialects/backup-mark';

/**
 * Marks a copy of a database as a backup, so that no service works on it as if nothing had happened since. The copy keeps the form
 * that it has: an earlier version of the service may be the one to restore it.
 */
export function markAsBackup(copy: Database.Database): void {
	copy.exec(`pragma application_id = ${MARK}`);
	copy.exec('delete from backups');
	copy.prepare('insert into backups (made_at) values (?)').run(new Date().toISOString());
}

/** When this database was made as a backup; undefined for one that has been in use ever since. */
export async function backupTime(store: StoreOrTransaction): Promise<string | undefined> {
	const backup = await store.selectFrom('backups').select('made_at').executeTakeFirst();
	return backup?.made_at;
}

export async function unmarkBackup(store: StoreOrTransaction): Promise<void> {
	await store.deleteFrom('backups').execute();
	if (!dialectOf(store).isShared) await sql`pragma application_id = 0`.execute(store);
}
