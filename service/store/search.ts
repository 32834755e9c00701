import { sql, type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Tables } from './tables';

/**
 * The search phrase of the list (section 4.2) is looked up in an index of every three characters that stand next to
 * each other in a record. The index says only which of them occur, not where, which keeps it small; what it finds is
 * therefore looked at once more.
 */
const SEARCHED = ['id', 'request_xml', 'response_xml', 'webhook_url'] as const;

/** An answer beyond this size is not indexed, as that takes longer than looking through it; it is always looked at. */
const LARGEST_INDEXED_BYTES = 262_144;

const isLarge = (row: string): string =>
	`octet_length(${row}response_xml) > ${LARGEST_INDEXED_BYTES}`;

/** All that is searched in a row, and nothing of an answer that is too large. */
const indexedText = (row: string): string =>
	[
		`${row}id`,
		`${row}request_xml`,
		`coalesce(${row}webhook_url, '')`,
		`case when ${isLarge(row)} then '' else coalesce(${row}response_xml, '') end`,
	].join(' || char(10) || ');

const STATEMENTS = [
	`create virtual table queued_requests_search using fts5 (
		text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
	`create index queued_requests_with_large_answer on queued_requests (connection_id) where ${isLarge('')}`,
	`create trigger queued_requests_search_insert after insert on queued_requests begin
		insert into queued_requests_search (rowid, text) values (new.sequence, ${indexedText('new.')});
	end`,
	`create trigger queued_requests_search_update after update of ${SEARCHED.join(', ')} on queued_requests
	when old.response_xml is not new.response_xml or old.request_xml is not new.request_xml
		or old.webhook_url is not new.webhook_url or old.id is not new.id begin
		delete from queued_requests_search where rowid = old.sequence;
		insert into queued_requests_search (rowid, text) values (new.sequence, ${indexedText('new.')});
	end`,
	`create trigger queued_requests_search_delete after delete on queued_requests begin
		delete from queued_requests_search where rowid = old.sequence;
	end`,
	`insert into queued_requests_search (rowid, text)
		select sequence, ${indexedText('')} from queued_requests`,
];

/** Makes the index, keeps it up to date by triggers, and fills it with what is there. */
export async function createSearch(database: Kysely<unknown>): Promise<void> {
	for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

/**
 * Characters of whose case the index has the same opinion as `globOf`: ASCII, and Latin letters but for the dotless
 * `ı`, the dotted `İ`, `ŉ` and `ÿ`, whose other form is elsewhere.
 */
const foldedAlike =
	/[\x20-\x7e\u00c0-\u00fe\u0100-\u012f\u0132-\u0148\u014a-\u0177\u0179-\u017e]{3}/;

/** The groups of three characters that whatever contains the phrase contains as well. */
export function trigramsOf(phrase: string): string[] {
	const characters = [...phrase];
	const groups = characters.map((_, index) => characters.slice(index, index + 3).join(''));
	return [...new Set(groups.filter((group) => foldedAlike.test(group)))];
}

/**
 * A GLOB pattern that finds the phrase in either case. SQLite's LIKE ignores the case of ASCII letters only; a
 * class of both forms of a letter works for all of them.
 */
function globOf(phrase: string): string {
	const characters = [...phrase].map((character) => {
		const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
		const single = [...forms].filter((form) => [...form].length === 1);
		return single.length > 1 || '*?['.includes(character) ? `[${single.join('')}]` : character;
	});
	return `*${characters.join('')}*`;
}

const likeOf = (phrase: string): string => `%${phrase.replace(/[\\%_]/g, '\\$&')}%`;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** LIKE is several times as fast as GLOB with its classes, and enough for a phrase in ASCII. */
const contains = (column: (typeof SEARCHED)[number], phrase: string): RawBuilder<SqlBool> =>
	isAscii(phrase)
		? sql<SqlBool>`${sql.ref(column)} like ${likeOf(phrase)} escape '\\'`
		: sql<SqlBool>`${sql.ref(column)} glob ${globOf(phrase)}`;

const mayContain = (connectionId: string, trigrams: readonly string[]): RawBuilder<SqlBool> => {
	const words = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
	return sql<SqlBool>`sequence in (
		select rowid from queued_requests_search where queued_requests_search match ${words}
		union all
		select sequence from queued_requests where connection_id = ${connectionId} and ${sql.raw(isLarge(''))})`;
};

/**
 * The condition that a record contains a phrase, whatever the case of its letters.
 * @returns to be used within a selection from `queued_requests`
 */
export function containsPhrase(connectionId: string, phrase: string) {
	const trigrams = trigramsOf(phrase);
	return ({ and, or }: ExpressionBuilder<Tables, 'queued_requests'>) => {
		const found = or(SEARCHED.map((column) => contains(column, phrase)));
		return trigrams.length === 0 ? found : and([mayContain(connectionId, trigrams), found]);
	};
}
