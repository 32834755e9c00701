import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { sql } from 'kysely';
import Database from 'libsql';

import { openStore, type Store } from '../../service/store/database';
import { trigramsOf } from '../../service/store/dialects/sqlite-search';
import { listRecords } from '../../service/store/list';
import { insertRecord } from '../../service/store/queued-requests';
import { containsPhrase } from '../../service/store/search';
import { dropDatabases, newDatabase, onPostgres } from '../support/databases';

const query = { page: 1, page_size: 100, sort: 'inserted_at', sort_direction: 'asc' } as const;
const MOMENT = '2026-01-01T00:00:00.000Z';
const CONNECTION = randomUUID();
const OTHER_CONNECTION = randomUUID();

describe('the search phrase', () => {
	let store: Store;

	beforeAll(async () => {
		store = await openStore(await newDatabase());
		const app_id = randomUUID();
		await store.insertInto('applications').values({ id: app_id, inserted_at: MOMENT }).execute();
		for (const id of [CONNECTION, OTHER_CONNECTION])
			await store
				.insertInto('connections')
				.values({
					id,
					app_id,
					username: id,
					name: '',
					type: 'standard',
					onboarding_token: id,
					inserted_at: MOMENT,
					updated_at: MOMENT,
				})
				.execute();
	});
	afterEach(async () => {
		await store.deleteFrom('queued_requests').execute();
	});
	afterAll(async () => {
		await store.destroy();
		await dropDatabases();
	});

	const add = async (request_xml: string, connection_id = CONNECTION): Promise<string> => {
		const id = randomUUID();
		const { page_request_id } = await insertRecord(store, {
			id,
			page_request_id: id,
			connection_id,
			page: 1,
			iterates: 0,
			state: 'waiting',
			webhook_state: 'not_applicable',
			request_json: '{}',
			request_xml,
			is_read: 1,
			fingerprint: 'x',
			caller_is_private: 0,
			inserted_at: MOMENT,
			updated_at: MOMENT,
		});
		return page_request_id;
	};

	const answer = (page_request_id: string, response_xml: string) =>
		store
			.updateTable('queued_requests')
			.set({ response_xml })
			.where('page_request_id', '=', page_request_id)
			.execute();

	const search = async (search_phrase: string, more = {}) => {
		const { records, total } = await listRecords(store, CONNECTION, {
			...query,
			...more,
			search_phrase,
		});
		return { found: records.map(({ request_xml }) => request_xml), total };
	};

	const letters = fc.constantFrom(...'aAzZ09 "%_*?[]\\üÜßſıİĸKkµΣςσПпД漢字ὈὀⰀⰰ😀𐐀𐐨');
	const word = fc.string({ unit: letters, minLength: 1, maxLength: 6 });

	/** The meaning of the phrase as a pattern: every character in either case. */
	const contains = (text: string, phrase: string): boolean => {
		const characters = [...text];
		return characters.some((_, start) =>
			[...phrase].every((wanted, offset) => {
				const found = characters[start + offset];
				return (
					found !== undefined &&
					[wanted, wanted.toLowerCase(), wanted.toUpperCase()].includes(found)
				);
			}),
		);
	};

	it('finds what contains it, whatever the case of its letters, and nothing else', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(fc.tuple(word, word, word), {
					minLength: 1,
					maxLength: 5,
					selector: String,
				}),
				word,
				async (texts, phrase) => {
					// IDs are hexadecimal, so brackets around the texts keep them from matching an ID.
					const all = texts.map((parts) => parts.join('('));
					for (const text of all) await add(text);
					const wanted = `(${phrase}`;
					const { found, total } = await search(wanted);
					await store.deleteFrom('queued_requests').execute();
					const expected = all.filter((text) => contains(text, wanted));
					expect(found).toEqual(expected);
					expect(total).toBe(expected.length);
				},
			),
			{ numRuns: 500, seed: 5 },
		);
	});

	it('is found in the answer once that is there, and no longer when the record is gone', async () => {
		const id = await add('one');
		await add('two');
		expect((await search('zürich')).total).toBe(0);
		await answer(id, 'in Zürich');
		expect(await search('ZÜRICH')).toEqual({ found: ['one'], total: 1 });
		await store.deleteFrom('queued_requests').where('id', '=', id).execute();
		expect((await search('zürich')).total).toBe(0);
	});

	it('is found in an answer that is too large for the index', async () => {
		const id = await add('one');
		await add('two', OTHER_CONNECTION);
		await answer(id, `${'x'.repeat(300_000)} needle`);
		expect(await search('Needle')).toEqual({ found: ['one'], total: 1 });
		expect(await search('haystack')).toEqual({ found: [], total: 0 });
	});

	if (!onPostgres())
		it('reads the large answers by their own index, however the planner would', async () => {
			const steps = await store
				.selectFrom('queued_requests')
				.select('sequence')
				.where(containsPhrase(store, CONNECTION, 'needle', ['a', 'b']))
				.explain<{ detail: string }>(undefined, sql`query plan`);
			const answers = steps.filter(({ detail }) => detail.includes('connection_id='));
			expect(answers.map(({ detail }) => detail)).toEqual([
				'SEARCH queued_requests USING INDEX queued_requests_with_large_answer (connection_id=?)',
			]);
			const inParts = steps.filter(({ detail }) => detail.includes('answer_id='));
			expect(inParts.map(({ detail }) => detail)).toEqual([
				'SEARCH queued_requests USING COVERING INDEX queued_requests_by_answer (answer_id=?)',
			]);
		});

	it('is found on the records of the connection alone, page by page', async () => {
		for (const text of ['needle 1', 'needle 2', 'needle 3']) await add(text);
		await add('needle 4', OTHER_CONNECTION);
		expect(await search('needle', { page_size: 2, page: 2 })).toEqual({
			found: ['needle 3'],
			total: 3,
		});
		expect(await search('needle', { page: 9 })).toEqual({ found: [], total: 3 });
		expect(await search('needle', { state: 'sent' })).toEqual({ found: [], total: 0 });
	});

	if (!onPostgres())
		it('is looked up by groups of which the index has the same opinion, for every character there is', () => {
			const database = new Database(':memory:');
			database.exec(
				"create virtual table f using fts5(t, content = '', detail = none, tokenize = 'trigram')",
			);
			const insert = database.prepare('insert into f (rowid, t) values (?, ?)');
			const codes = Array.from({ length: 0x10000 - 0x20 }, (_, place) => place + 0x20).filter(
				(code) => code < 0xd800 || code > 0xdfff,
			);
			database.exec('begin');
			for (const code of codes) insert.run(code, `ab${String.fromCharCode(code)}`);
			database.exec('commit');
			const match = database.prepare('select rowid from f where f match ?');
			const missed = codes.filter((code) => {
				const character = String.fromCharCode(code);
				const [trigram] = trigramsOf(`ab${character}`);
				if (trigram === undefined) return false;
				const rows = match.all(`"${trigram.replace('"', '""')}"`) as Array<{ rowid: number }>;
				const found = new Set(rows.map(({ rowid }) => rowid));
				return [character, character.toLowerCase(), character.toUpperCase()]
					.filter((form) => form.length === 1)
					.some((form) => !found.has(form.charCodeAt(0)));
			});
			expect(missed).toEqual([]);
			database.close();
		});
});
