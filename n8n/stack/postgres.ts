import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../processes/command';
import { type Server, startServer } from '../processes/server';

/** Where Debian keeps PostgreSQL's programs, by version; they are not on the path. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

async function programs(): Promise<string> {
	const versions = existsSync(DEBIAN_FOLDER) ? await readdir(DEBIAN_FOLDER) : [];
	const newest = versions.sort((one, other) => Number(other) - Number(one)).at(0);
	return newest === undefined ? '' : join(DEBIAN_FOLDER, newest, 'bin');
}

export const DATABASE_USER = 'n8n';

export interface RunningPostgres extends Server {
	port: number;
	/** The rows that a query gives. */
	query<Row>(sql: string): Promise<Row[]>;
}

/**
 * Starts PostgreSQL with an empty database `postgres` on the loopback address. It does not run as root: there it runs
 * as the user `postgres`, whom its package has made.
 * @param folder An empty one, for its data.
 * @param settings Beside its usual ones, such as `fsync=off`.
 */
export async function startPostgres(
	folder: string,
	port: number,
	settings: readonly string[] = [],
): Promise<RunningPostgres> {
	const bin = await programs();
	const isRoot = process.getuid?.() === 0;
	const asItself = (program: string, args: string[]): [program: string, args: string[]] =>
		isRoot
			? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]]
			: [join(bin, program), args];
	if (isRoot) await runCommand('chown', ['postgres', folder], { cwd: folder });
	await runCommand(
		...asItself('initdb', [
			...['--pgdata', folder, '--username', DATABASE_USER, '--encoding', 'UTF8'],
			...['--locale', 'C.UTF-8', '--auth', 'trust'],
		]),
		{ cwd: folder },
	);
	const [program, args] = asItself('postgres', [
		...['-D', folder, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
		...['-c', 'unix_socket_directories='],
		...settings.flatMap((setting) => ['-c', setting]),
	]);
	const where = ['--host', '127.0.0.1', '--port', String(port)];
	const server = await startServer({
		name: 'PostgreSQL',
		program,
		args,
		cwd: folder,
		isReady: async () => {
			return await runCommand(join(bin, 'pg_isready'), where, { cwd: folder }).then(
				() => true,
				() => false,
			);
		},
	});
	return {
		...server,
		port,
		query: async <Row>(sql: string) => {
			const asJson = `select coalesce(json_agg(answer), '[]') from (${sql}) answer`;
			const whatFor = ['--username', DATABASE_USER, '--dbname', 'postgres'];
			const bare = ['--no-psqlrc', '--tuples-only', '--no-align', '--command', asJson];
			const printed = await runCommand(join(bin, 'psql'), [...where, ...whatFor, ...bare], {
				cwd: folder,
			});
			return JSON.parse(printed) as Row[];
		},
	};
}
