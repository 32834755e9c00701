import { type Connection, updateConnection } from '../store/connections';
import type { Store } from '../store/database';
import { hashPassword } from './passwords';

/** A connection belongs to the company file that is opened next. */
const nextFile = { company_file: null, other_file: null } as const;

/** Moves a connection to the company file that is opened next. Its password stays. */
export const moveToNextFile = (store: Store, { id }: Connection): Promise<void> =>
	updateConnection(store, id, nextFile);

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
	await updateConnection(store, id, { password_hash, ...nextFile });
}
