import { randomUUID } from 'node:crypto';

import pg from 'pg';

/** The variable that says on which PostgreSQL the service tests of a process work; without it, they work on SQLite. */
export const POSTGRES_VARIABLE = 'TEST_POSTGRES';

/** A database with the service's tables in it, of which the others are copies. */
export const TEMPLATE = 'template_of_tests';

/** The address of a database on the PostgreSQL of the tests. */
export const addressOf = (server: string, name: string): string => new URL(name, server).href;

const server = (): string | undefined =>
	process.env.TEST_DATABASE === 'postgres' ? process.env[POSTGRES_VARIABLE] : undefined;

/** Whether the tests work on PostgreSQL. */
export const onPostgres = (): boolean => server() !== undefined;

/** Runs a statement on the PostgreSQL of the tests. */
export async function administrate(address: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: addressOf(address, 'postgres') });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}

const made = new Set<string>();

/**
 * A new database for a test, without any data: on PostgreSQL where the tests work on that, otherwise in memory.
 * `dropDatabases` drops it.
 * @returns what `openStore` takes
 */
export async function newDatabase(): Promise<string> {
	const address = server();
	if (address === undefined) return ':memory:';
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	await administrate(address, `create database ${name} template ${TEMPLATE}`);
	made.add(name);
	return addressOf(address, name);
}

/** Drops the databases that `newDatabase` has made, with whatever still works on them. */
export async function dropDatabases(): Promise<void> {
	const names = [...made];
	made.clear();
	const address = server();
	if (address === undefined) return;
	for (const name of names) await administrate(address, `drop database ${name} with (force)`);
}
