import type { SqliteDatabase } from 'kysely';
import Database from 'libsql';

import { withPreparedStatements } from '../../service/store/dialects/prepared-statements';

const INSERT = 'insert into notes (text) values (?)';
const SELECT = 'select * from notes where id <= ? order by id';

function openNotes() {
	const file = new Database(':memory:');
	file.exec('create table notes (id integer primary key, text text unique)');
	const prepared: string[] = [];
	const counting: SqliteDatabase = {
		prepare(sql) {
			prepared.push(sql);
			return file.prepare(sql);
		},
		close: () => file.close(),
	};
	const database = withPreparedStatements(counting);
	return { file, prepared, database };
}

describe('prepared statements', () => {
	it('are prepared once, and give the rows of their own values each time', () => {
		const { database, prepared } = openNotes();
		for (const text of ['one', 'two', 'three']) database.prepare(INSERT).run([text]);
		const countUpTo = (id: number) => database.prepare(SELECT).all([id]).length;
		expect([3, 1, 0, 2].map(countUpTo)).toEqual([3, 1, 0, 2]);
		expect(prepared).toEqual([INSERT, SELECT]);
		database.close();
	});

	it('read more rows than the library fetches at a time', () => {
		const { database } = openNotes();
		for (let id = 1; id <= 250; id += 1) database.prepare(INSERT).run([`note ${id}`]);
		for (const id of [250, 100, 200, 99])
			expect(database.prepare(SELECT).all([id])).toHaveLength(id);
		database.close();
	});

	it('are prepared again after a failure, which leaves nothing open', () => {
		const { database, prepared } = openNotes();
		const begin = () => database.prepare('begin').run([]);
		const commit = () => database.prepare('commit').run([]);
		begin();
		database.prepare(INSERT).run(['one']);
		expect(() => database.prepare(INSERT).run(['one'])).toThrow('UNIQUE constraint failed');
		database.prepare(INSERT).run(['two']);
		commit();
		begin();
		database.prepare(INSERT).run(['three']);
		commit();
		expect(database.prepare(SELECT).all([9])).toHaveLength(3);
		expect(prepared.filter((sql) => sql === INSERT)).toHaveLength(2);
		database.close();
	});

	it('see the columns that a table gets later', () => {
		const { database, file } = openNotes();
		database.prepare(INSERT).run(['one']);
		expect(database.prepare(SELECT).all([1])).toEqual([{ id: 1, text: 'one' }]);
		file.exec("alter table notes add column colour text default 'red'");
		expect(database.prepare(SELECT).all([1])).toEqual([{ id: 1, text: 'one', colour: 'red' }]);
		database.close();
	});

	it('that were not used for long make room for others', () => {
		const { database, prepared } = openNotes();
		for (let number = 0; number < 300; number += 1) database.prepare(`select ${number}`).all([]);
		database.prepare('select 299').all([]);
		database.prepare('select 0').all([]);
		expect(prepared).toHaveLength(301);
		database.close();
	});
});
