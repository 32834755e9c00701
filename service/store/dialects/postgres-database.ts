import { PostgresDialect } from 'kysely';
import type { ClientBase, Pool } from 'pg';

import { isUrl } from '../../network/is-url';
import { withNamedStatements } from './named-statements';
import type { OpenDatabase } from './open-database';
import { createTrigramIndex } from './postgres-search';

/** A database on PostgreSQL, as its address begins. */
const SCHEME = /^postgres(ql)?:\/\//i;

export const isPostgresUrl = (database: string): boolean => SCHEME.test(database);

/**
 * What may be shown of the address of a database: everything but the password and the parameters, which may contain one.
 * @param url one that `isPostgresUrl`
 */
export function shownUrl(url: string): string {
	const { protocol, username, host, pathname } = requireUrl(url);
	return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

function requireUrl(url: string): URL {
	// The message of URL's own error would contain the address, and with it the password.
	if (!isUrl(url))
		throw new Error(
			'The address of the database must look like postgres://user@host:5432/name. Characters of the user, the password or the name that mean something in an address are written with a percent sign, such as %40 for @.',
		);
	return new URL(url);
}

const SECONDS_TO_CONNECT = 10;

const LOWEST_VERSION = 13;

/** Numbers of rows and counts, which stay far below the largest exact number of JavaScript. */
function wholeNumber(text: string): number {
	const number = Number(text);
	if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large a number.`);
	return number;
}

/**
 * What a connection is set to. What is confirmed is on disk. A connection that hangs, or whose process has gone without a
 * word, does not hold rows for long.
 */
const SESSION_SETTINGS = `select
	set_config('synchronous_commit', case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end, false),
	set_config('idle_in_transaction_session_timeout', '60s', false),
	set_config('tcp_keepalives_idle', '30', false),
	set_config('tcp_keepalives_interval', '10', false),
	set_config('tcp_keepalives_count', '3', false)`;

/** Has PostgreSQL refuse whatever would change something, and not wait for those who do. */
const READ_ONLY = `select set_config('default_transaction_read_only', 'on', false),
	set_config('statement_timeout', '10s', false)`;

interface Facts {
	readonly version: number;
	readonly encoding: string;
	readonly schema: string | null;
}

async function factsOf(pool: Pool): Promise<Facts> {
	const { rows } = await pool.query<Facts>(
		`select current_setting('server_version_num')::integer / 10000 as version,
			current_setting('server_encoding') as encoding, current_schema() as schema`,
	);
	return rows[0];
}

function check({ version, encoding, schema }: Facts): string {
	if (version < LOWEST_VERSION)
		throw new Error(
			`The service needs PostgreSQL ${LOWEST_VERSION} or newer, and this is ${version}.`,
		);
	if (encoding !== 'UTF8')
		throw new Error(
			`The database has the encoding ${encoding}. Create one with the encoding UTF8 for the service.`,
		);
	if (schema === null)
		throw new Error(
			'The database has no schema that the service may create its tables in: its search_path names none that exists.',
		);
	return schema;
}

function reasonOf(error: unknown): string {
	if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
	return error instanceof Error ? error.message : String(error);
}

/**
 * Opens a database on PostgreSQL. Connections are made as they are needed, and anew after PostgreSQL was away.
 * @param url its address; whatever it leaves out comes from PostgreSQL's usual variables, such as PGPASSWORD
 * @param warn is told what the operator should know; without passwords
 * @param isToRead nothing is to be changed in it
 * @throws Error when it cannot be reached, refuses the user, or can't keep the service's data
 */
export async function openPostgres(
	url: string,
	warn: (message: string) => void,
	isToRead = false,
): Promise<OpenDatabase> {
	const shown = shownUrl(url);
	const { default: pg } = await import('pg');
	const pool = new pg.Pool({
		connectionString: url,
		fallback_application_name: 'accounting-sync-service',
		connectionTimeoutMillis: SECONDS_TO_CONNECT * 1000,
		keepAlive: true,
		types: {
			getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
				oid === pg.types.builtins.INT8
					? wholeNumber
					: pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
		},
		onConnect: async (client: ClientBase) => {
			await client.query(SESSION_SETTINGS);
			if (isToRead) await client.query(READ_ONLY);
		},
	});
	// An idle connection that breaks is replaced by the next call. Unheard, its error would end the process.
	pool.on('error', (error) => warn(`PostgreSQL has closed a connection: ${error.message}`));
	// One that breaks between two statements of a transaction fails the next statement, which says so.
	pool.on('connect', (client) => client.on('error', () => undefined));
	try {
		const schema = check(await factsOf(pool));
		return {
			dialect: new PostgresDialect({ pool: withNamedStatements(pool) }),
			schema,
			// Kysely itself does so in one transaction, behind a lock.
			migrating: (migrate) => migrate(),
			whenMigrated: (store) => createTrigramIndex(store, warn),
		};
	} catch (error) {
		await pool.end();
		throw new Error(`The database ${shown} can't be used: ${reasonOf(error)}`, { cause: error });
	}
}
