import { AsyncLocalStorage } from 'node:async_hooks';

import type { SqliteDatabase } from 'kysely';
import pg from 'pg';

interface Statement {
	readonly during: string;
	readonly sql: string;
}

const statements: Statement[] = [];
const within = new AsyncLocalStorage<string>();
let life = '';
let current = '';

/** What belongs to this life is counted with it, even if it happens later. */
export const named = (name: string): string => `${life}: ${name}`;

function note(sql: string): void {
	statements.push({
		during: within.getStore() ?? named(current),
		sql: sql.replace(/\s+/g, ' ').trim(),
	});
}

/** Counts the statements of a SQLite database. */
export function countedSqlite(database: SqliteDatabase): SqliteDatabase {
	const prepare: SqliteDatabase['prepare'] = (sql) => {
		note(sql);
		return database.prepare(sql);
	};
	return { prepare, close: () => database.close() };
}

/** Counts the statements on PostgreSQL from now on, whoever sends them. */
export function countPostgres(): void {
	const { query } = pg.Client.prototype;
	jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function counted(
		this: pg.Client,
		...call: unknown[]
	) {
		const [asked] = call;
		note(typeof asked === 'string' ? asked : (asked as { text: string }).text);
		return (query as (...words: unknown[]) => unknown).apply(this, call);
	} as never);
}

/** Counts what the work starts, now and later, under a name of its own, unless it is part of something that has one. */
export const counted = <Result>(name: string, work: () => Result): Result =>
	within.run(within.getStore() ?? name, work);

/** Counts under this name whatever has none of its own. */
export function countAs(name: string): void {
	current = name;
}

/** Counts another life from now on. */
export function countIn(name: string): void {
	life = name;
}

/** The statements of a life by what they were needed for. */
export const statementsBy = (
	ofLife: string,
	names: readonly string[],
): Record<string, readonly string[]> =>
	Object.fromEntries(
		names.map((name) => [
			name,
			statements.flatMap(({ during, sql }) => (during === `${ofLife}: ${name}` ? sql : [])),
		]),
	);
