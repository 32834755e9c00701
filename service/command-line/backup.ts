import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';

import { Command } from 'commander';
import Database from 'libsql';

import { endRestoredRequests, keepRestoredRequests } from '../queue/restored';
import { backupTime, markAsBackup } from '../store/backups';
import { openStore } from '../store/database';
import { isPostgresUrl } from '../store/dialects/postgres-database';
import { lockDatabase } from '../store/lock';
import { createPrivately } from '../store/private-file';
import { memoryFileOf, wasRestored } from '../store/restore-guard';
import { hasLivingProcess } from '../store/service-processes';
import { realPathOf } from './database';
import { databaseOption, type Program } from './options';

/** The words on the command line. */
export const BACKUP_COMMAND = 'backup';
export const RESTORED_COMMAND = 'restored';

function fileOf(database: string): string {
	const file = realPathOf(database);
	if (!existsSync(file))
		throw new Error(`There is no database at ${file}. Name it with --database.`);
	return file;
}

function backUp(source: string, target: string): void {
	if (existsSync(target)) throw new Error(`${target} is there already. Name a file that is not.`);
	const database = new Database(source);
	try {
		database.exec('PRAGMA busy_timeout = 5000');
		// Before anything is in it.
		createPrivately(target);
		database.prepare('VACUUM INTO ?').run(target);
		const copy = new Database(target);
		try {
			markAsBackup(copy);
		} finally {
			copy.close();
		}
	} catch (error) {
		rmSync(target, { force: true });
		throw error;
	} finally {
		database.close();
	}
}

/** The lock of a file; a database on PostgreSQL has none. @returns how to release it */
const lockIfFile = (database: string): (() => void) =>
	isPostgresUrl(database) ? () => undefined : lockDatabase(fileOf(database));

/**
 * Copies the database into a file, as it is at one moment, while a service works on it or not. The copy is marked: a service does not
 * start on it before `restored` has been run.
 * @throws Error with a sentence for the operator
 */
export async function runBackupCommand(program: Program, words: readonly string[]): Promise<void> {
	await new Command(`${program.name} ${BACKUP_COMMAND}`)
		.description('Copies the database into a file, also while the service runs.')
		.argument('<file>', 'the file to make')
		.addOption(databaseOption(program))
		.action((file: string, { database }: { database: string }) => {
			if (isPostgresUrl(database))
				throw new Error(
					'This database is on PostgreSQL. Back it up with pg_dump. After pg_restore, run "restored" before the service starts.',
				);
			const target = path.resolve(file);
			backUp(fileOf(database), target);
			process.stdout.write(
				`The backup is in ${target}. Keep the encryption key of the service with it, in another place.\n`,
			);
		})
		.parseAsync([...words.slice(0, 2), ...words.slice(3)]);
}

/**
 * Makes a restored database one that a service can work on, without writing anything twice.
 * @throws Error with a sentence for the operator
 */
export async function runRestoredCommand(
	program: Program,
	words: readonly string[],
): Promise<void> {
	await new Command(`${program.name} ${RESTORED_COMMAND}`)
		.description(
			'Ends all unfinished requests of a restored database with an error, because they may have been carried out since the backup. Run it before the service starts again.',
		)
		.addOption(databaseOption(program))
		.option(
			'--still-current',
			'keep the requests waiting: only if no service has worked with this data since the copy was made',
		)
		.action(async ({ database, stillCurrent }: { database: string; stillCurrent?: true }) => {
			const unlock = lockIfFile(database);
			const memoryFile = isPostgresUrl(database) ? undefined : memoryFileOf(fileOf(database));
			const store = await openStore(database).catch((error: unknown) => {
				unlock();
				throw error;
			});
			try {
				const isKnown =
					(await backupTime(store)) !== undefined || (await wasRestored(store, memoryFile));
				if ((!isKnown || stillCurrent) && (await hasLivingProcess(store)))
					throw new Error(
						`A service is working with this database${isKnown ? '' : ', and nothing shows that it was restored'}. Nothing was changed. Stop all processes of the service first.`,
					);
				if (stillCurrent) {
					await keepRestoredRequests(store, memoryFile);
					process.stdout.write('The requests go on waiting. The service can start now.\n');
					return;
				}
				const ended = await endRestoredRequests(store, memoryFile);
				process.stdout.write(
					`${ended} unfinished requests were ended with the error connection_error: nobody knows whether they have been carried out since. The service can start now.\n`,
				);
			} finally {
				await store.destroy();
				unlock();
			}
		})
		.parseAsync([...words.slice(0, 2), ...words.slice(3)]);
}
