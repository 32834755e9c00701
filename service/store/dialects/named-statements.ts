import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';

import { isOutdated } from './failures';

/** A text that changes something; those of lists and searches are left to a plan for their own values each time. */
const CHANGES = /^(?:insert|update|delete)\b/;

/** More than the service has. Only the lists in some of them make their text vary. */
const MOST_NAMED = 200;

/** What begins a transaction, and what ends one. */
const BEGINS = /^(?:begin|start transaction)\b/;
const ENDS = /^(?:commit|rollback)$/;

const fixed = new Set<string>();

/** Has a text that is always the same be prepared. */
export const prepareOnce = (sql: string): unknown => fixed.add(sql);

/**
 * Has PostgreSQL prepare statements once for each connection, because reading and planning them takes longer than carrying them
 * out. When another program has changed the tables meanwhile, all of them are prepared anew, and what was under way is tried again:
 * here if it stands alone, and by `inTransaction` otherwise.
 */
export function withNamedStatements(pool: Pool): PostgresPool {
	const numbers = new Map<string, number>();
	/** How often what was prepared has turned out to be outdated. */
	let changes = 0;

	function nameOf(sql: string): string | undefined {
		if (!numbers.has(sql)) {
			if (numbers.size >= MOST_NAMED || !(CHANGES.test(sql) || fixed.has(sql))) return undefined;
			numbers.set(sql, numbers.size);
		}
		return `service_${numbers.get(sql)}_${changes}`;
	}

	return {
		async connect() {
			const client = await pool.connect();
			let isInTransaction = false;
			const query = async (text: string, values: readonly unknown[]) => {
				if (BEGINS.test(text)) isInTransaction = true;
				if (ENDS.test(text)) isInTransaction = false;
				const attempt = () => client.query({ name: nameOf(text), text, values: [...values] });
				const changesBefore = changes;
				try {
					return await attempt();
				} catch (error) {
					if (!isOutdated(error)) throw error;
					if (changes === changesBefore) changes += 1;
					if (isInTransaction) throw error;
					return await attempt();
				}
			};
			return { query, release: () => client.release() } as unknown as PostgresPoolClient;
		},
		end: () => pool.end(),
	};
}
