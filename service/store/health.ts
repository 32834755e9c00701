import { sql } from 'kysely';

import type { Store } from './database';
import { migrations } from './migrations';

const newest = Object.keys(migrations).sort().at(-1);

/**
 * Whether the store answers and has every table that this program works with. A store that a newer program has changed
 * since then counts too.
 * @param deadline gives up waiting for the answer
 */
export async function isReady(store: Store, deadline: AbortSignal): Promise<boolean> {
	const asked = sql`select name from kysely_migration where name = ${newest}`.execute(store);
	const late = new Promise<never>((_, reject) => {
		deadline.addEventListener('abort', () => reject(deadline.reason as Error), { once: true });
	});
	try {
		return (await Promise.race([asked, late])).rows.length > 0;
	} catch {
		return false;
	}
}
