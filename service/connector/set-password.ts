import { updateConnection } from '../store/connections';
import type { Store } from '../store/database';
import { hashPassword } from './passwords';

/**
 * Gives a connection a password in place of the one it had. Setup begins anew with it: the connection belongs to the
 * company file that is open next.
 */
export async function setPassword(store: Store, id: string, password: string): Promise<void> {
	const password_hash = await hashPassword(password);
	await updateConnection(store, id, { password_hash, company_file: null });
}
