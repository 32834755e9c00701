import { type Connection, updateConnection } from '../store/connections';
import type { Store } from '../store/database';
import { hashPassword } from './passwords';

/**
 * Replaces the password of a connection. This restarts its setup: the connection then belongs to whichever company file is
 * opened next.
 */
export async function setPassword(
	store: Store,
	{ id, app_id }: Connection,
	password: string,
): Promise<void> {
	const password_hash = await hashPassword(password, app_id);
	await updateConnection(store, id, { password_hash, company_file: null });
}
