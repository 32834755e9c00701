import path from 'node:path';

import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import Database from 'libsql';

import { createSqliteDriver } from '../../service/store/dialects/sqlite-driver';
import { cleanUp, temporaryFolder } from './support/process';

interface Notes {
	notes: { text: string };
}

/** A file, a store on it that notes how often it commits, and what another program sees in it. */
async function openNotes() {
	const file = path.join(await temporaryFolder(), 'notes.sqlite');
	const database = new Database(file);
	database.exec('PRAGMA journal_mode = WAL; create table notes (text text primary key)');
	const statements: string[] = [];
	let failing = '';
	let undoes = false;
	const prepared: SqliteDatabase = {
		prepare(sql) {
			statements.push(sql);
			if (sql !== failing) return database.prepare(sql);
			if (undoes) database.exec('rollback');
			throw new Error('The disk is full.');
		},
		close: () => database.close(),
	};
	const dialect = new SqliteDialect({ database: prepared });
	dialect.createDriver = () =>
		createSqliteDriver(
			prepared,
			() => database.inTransaction,
			() => false,
		);
	const store = new Kysely<Notes>({ dialect });
	const other = new Database(file);
	return {
		database,
		store,
		insert: (text: string) => store.insertInto('notes').values({ text }).execute(),
		commits: () => statements.filter((sql) => sql === 'commit').length,
		/** @param andUndo whether SQLite also undoes everything that is not committed */
		failAt(sql: string, andUndo = false) {
			failing = sql;
			undoes = andUndo;
		},
		/** What is stored, as another program sees it. */
		onDisk: () =>
			other
				.prepare('select text from notes order by text')
				.all()
				.map((row) => (row as Notes['notes']).text),
		async close() {
			other.close();
			await store.destroy();
		},
	};
}

describe('what comes to SQLite together', () => {
	let notes: Awaited<ReturnType<typeof openNotes>>;
	beforeEach(async () => {
		notes = await openNotes();
	});
	afterEach(async () => {
		await notes.close();
		await cleanUp();
	});

	const inTransaction = (...texts: string[]) =>
		notes.store.transaction().execute(async (transaction) => {
			for (const text of texts) await transaction.insertInto('notes').values({ text }).execute();
		});

	it('is committed at once, and nobody is told before', async () => {
		const seen: string[][] = [];
		const tell = () => void seen.push(notes.onDisk());
		await Promise.all([
			notes.insert('a').then(tell),
			inTransaction('b', 'c').then(tell),
			notes.insert('d').then(tell),
		]);
		expect(seen).toEqual(Array.from({ length: 3 }, () => ['a', 'b', 'c', 'd']));
		expect(notes.commits()).toBe(1);
	});

	it('is undone one by one where it fails', async () => {
		await notes.insert('a');
		const results = await Promise.allSettled([
			inTransaction('b', 'a'),
			inTransaction('c'),
			notes.insert('a'),
			inTransaction('d', 'a'),
			notes.insert('e'),
		]);
		expect(results.map(({ status }) => status)).toEqual([
			'rejected',
			'fulfilled',
			'rejected',
			'rejected',
			'fulfilled',
		]);
		expect(notes.onDisk()).toEqual(['a', 'c', 'e']);
	});

	it('is stored by none if it can’t be committed, and all of them are told', async () => {
		notes.failAt('commit');
		const results = await Promise.allSettled([
			notes.insert('a'),
			inTransaction('b'),
			inTransaction('c'),
		]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(notes.onDisk()).toEqual([]);
		notes.failAt('');
		await notes.insert('d');
		expect(notes.onDisk()).toEqual(['d']);
	});

	it('is lost by all of them if SQLite undoes everything after a failure of one', async () => {
		notes.failAt('delete from "notes"', true);
		const undoing = () =>
			notes.store.transaction().execute(async (transaction) => {
				await transaction.insertInto('notes').values({ text: 'b' }).execute();
				await transaction.deleteFrom('notes').execute();
			});
		const results = await Promise.allSettled([inTransaction('a'), undoing(), inTransaction('c')]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
		expect(notes.onDisk()).toEqual(['c']);
	});

	it('is lost by all of them if one can’t be undone alone', async () => {
		notes.failAt('rollback to one_of_several');
		const results = await Promise.allSettled([inTransaction('a'), inTransaction('b', 'a')]);
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(notes.onDisk()).toEqual([]);
		notes.failAt('release one_of_several');
		const released = await Promise.allSettled([inTransaction('a'), inTransaction('b')]);
		expect(released.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(notes.onDisk()).toEqual([]);
	});

	it('is read by nobody before it is on disk', async () => {
		const read = async () => {
			const rows = await notes.store.selectFrom('notes').select('text').execute();
			return { read: rows.length, onDisk: notes.onDisk().length };
		};
		const reading: Array<ReturnType<typeof read>> = [];
		await notes.store.transaction().execute(async (transaction) => {
			await transaction.insertInto('notes').values({ text: 'a' }).execute();
			reading.push(read());
		});
		expect(await reading[0]).toEqual({ read: 1, onDisk: 1 });
		notes.failAt('commit');
		const failing = notes.store.transaction().execute(async (transaction) => {
			await transaction.insertInto('notes').values({ text: 'b' }).execute();
			reading.push(read());
		});
		const results = await Promise.allSettled([failing, reading[1]]);
		expect(results[0].status).toBe('rejected');
		await expect(reading[1]).rejects.toThrow('The disk is full.');
		expect(notes.onDisk()).toEqual(['a']);
	});

	it('is committed in parts if it is much, so that nobody waits for all of it', async () => {
		const seen: number[] = [];
		const texts = Array.from({ length: 150 }, (_, place) => String(place));
		await Promise.all(
			texts.map(async (text) => {
				await notes.insert(text);
				seen.push(notes.onDisk().length);
			}),
		);
		expect(notes.commits()).toBe(3);
		expect(seen[0]).toBe(64);
		expect(notes.onDisk()).toHaveLength(150);
	});

	it('is committed although the store is closed meanwhile', async () => {
		let closing: Promise<void> | undefined;
		const inserted = notes.store.transaction().execute(async (transaction) => {
			closing = notes.store.destroy();
			await transaction.insertInto('notes').values({ text: 'a' }).execute();
		});
		await inserted;
		expect(notes.onDisk()).toEqual(['a']);
		await closing;
	});

	it('is not waited for without end if the store is closed before its turn', async () => {
		await notes.insert('a');
		const reading = notes.store.selectFrom('notes').selectAll().execute();
		const inserting = notes.insert('b');
		const closing = notes.store.destroy();
		const results = await Promise.allSettled([reading, inserting, closing]);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
		expect(notes.onDisk()).toEqual(['a']);
	});

	it('keeps no lock while nothing is done, so that another program can write', async () => {
		const inserted = notes.insert('a');
		expect(notes.database.inTransaction).toBe(false);
		await inserted;
		expect(notes.database.inTransaction).toBe(false);
	});
});
