import { existsSync, statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';

import { sql } from 'kysely';

import { backupTime } from '../store/backups';
import type { Store } from '../store/database';
import { isPostgresUrl, shownUrl } from '../store/dialects/postgres-database';
import { newerVersion } from '../store/made-migrations';
import { openToRead } from '../store/open-to-read';
import { hasMoved, HELD, memoryFileOf, wasRestored } from '../store/restore-guard';
import { hasLivingProcess } from '../store/service-processes';
import { type Finding, hindered, notChecked, orWell, reasonOf, wrong } from './findings';

/** What the other checks read; undefined if it can't be read, or if this version does not know its tables. */
export interface Examined {
	readonly findings: readonly Finding[];
	readonly store?: Store;
}

/** What lies beside an SQLite file, by how its name goes on. */
const besides = ['', '-wal', '-shm', '.lock', '.last-use', '.api-key'];

const FOR_OTHERS = 0o077;

/** Files that others on this machine may read or change. */
function openFiles(file: string): readonly Finding[] {
	if (process.platform === 'win32')
		return [notChecked('Who may read the files is not checked on Windows.')];
	const open = besides
		.map((end) => `${file}${end}`)
		.filter((each) => existsSync(each) && (statSync(each).mode & FOR_OTHERS) !== 0);
	return open.length === 0
		? []
		: [
				wrong(
					`Others on this machine may read or change ${open.join(', ')}.`,
					`chmod 600 ${open.join(' ')}`,
				),
			];
}

async function unwritable(file: string): Promise<readonly Finding[]> {
	const isWritable = await access(file, constants.W_OK).then(
		() => true,
		() => false,
	);
	return isWritable
		? []
		: [
				hindered(
					`Whether the service can write to ${file} is not known: the user who runs this can’t. Run it as the user of the service.`,
				),
			];
}

const restored = (message: string): Finding =>
	wrong(
		message,
		'Stop the service and run "restored" with this database. docs/run-the-service.md says what it does.',
	);

async function copies(store: Store, memoryFile: string | undefined): Promise<readonly Finding[]> {
	const madeAt = await backupTime(store);
	if (madeAt !== undefined)
		return [
			restored(
				`This is a backup of ${madeAt}. No service starts on it before somebody says that it was restored.`,
			),
		];
	// A service that works with it has seen the promotion.
	const isElsewhere = !(await hasLivingProcess(store)) && (await hasMoved(store));
	return isElsewhere || (await wasRestored(store, memoryFile)) ? [restored(HELD)] : [];
}

async function versionOf(store: Store, isPostgres: boolean): Promise<string> {
	if (!isPostgres) return 'SQLite';
	const { rows } = await sql<{ server_version: string }>`show server_version`.execute(store);
	return `PostgreSQL ${rows[0].server_version}`;
}

function tables(missing: readonly string[], unknown: readonly string[], isNew: boolean): Finding[] {
	if (unknown.length > 0)
		return [wrong(newerVersion(unknown), 'Run the doctor of that version, too.')];
	if (isNew)
		return [
			wrong(
				'No service has worked with this database yet: it has no tables.',
				'Start the service, which makes them, or name the right database with --database.',
			),
		];
	return missing.length > 0
		? [
				wrong(
					`An older version made the tables; still to be added: ${missing.join(', ')}.`,
					'Make a backup. The service changes them at its next start.',
				),
			]
		: [];
}

/** Why there is no file to open; undefined if there is one. */
function obstacleAt(file: string): Finding | undefined {
	try {
		statSync(file);
		return undefined;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
			return hindered(`${file} can’t be looked at: ${reasonOf(error)}. Run this as its user.`);
		return wrong(
			`There is no database at ${file}.`,
			'Name it with --database, or start the service, which makes it.',
		);
	}
}

/** Opens the database without changing anything, and looks at it as a whole. */
export async function examineDatabase(database: string): Promise<Examined> {
	const isPostgres = isPostgresUrl(database);
	const obstacle = isPostgres ? undefined : obstacleAt(database);
	if (obstacle) return { findings: [obstacle] };
	const ofFiles = isPostgres ? [] : [...openFiles(database), ...(await unwritable(database))];
	const opened = await openToRead(database).catch(reasonOf);
	if (typeof opened === 'string')
		return {
			findings: [
				...ofFiles,
				wrong(
					isPostgres ? `${opened}.` : `${database} can’t be read: ${opened}`,
					isPostgres
						? 'Start PostgreSQL, and check the address, the user, the password (PGPASSWORD) and pg_hba.conf.'
						: 'Run this as the user of the service, and check that --database names its file.',
				),
			],
		};
	const { store, missing, unknown, made } = opened;
	const ofTables = tables(missing, unknown, made === 0);
	if (ofTables.length > 0) {
		await store.destroy();
		return { findings: [...ofFiles, ...ofTables] };
	}
	try {
		const memoryFile = isPostgres ? undefined : memoryFileOf(database);
		const found = [...ofFiles, ...(await copies(store, memoryFile))];
		const where = isPostgres ? shownUrl(database) : database;
		return {
			store,
			findings: orWell(
				found,
				`${where} (${await versionOf(store, isPostgres)}) has the tables of this version, and is no copy of an earlier time.`,
			),
		};
	} catch (error) {
		return {
			store,
			findings: [...ofFiles, hindered(`Not everything could be read: ${reasonOf(error)}`)],
		};
	}
}
