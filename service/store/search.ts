import { type ExpressionBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Tables } from './tables';

/**
 * The search phrase of the list (interface, section 4.2) is looked up in an index of trigrams, that is, of every three
 * neighbouring characters in a record. To stay small, the index knows which trigrams occur but not where, so every record
 * it finds is checked again. It stays because a company's queue grows long.
 */
const searched = ['id', 'request_xml', 'response_xml', 'webhook_url'] as const;

/** Larger responses are not indexed, because that takes longer than scanning them. They are always scanned. */
const LARGEST_INDEXED_BYTES = 262_144;

const isLarge = (row: string): string =>
	`octet_length(${row}response_xml) > ${LARGEST_INDEXED_BYTES}`;

const LARGE_ANSWERS = 'queued_requests_with_large_answer';

/** Everything searched in a row, without a response that is too large. */
const indexedText = (row: string): string =>
	[
		`${row}id`,
		`${row}request_xml`,
		`coalesce(${row}webhook_url, '')`,
		`case when ${isLarge(row)} then '' else coalesce(${row}response_xml, '') end`,
	].join(' || char(10) || ');

const statements = [
	`create virtual table queued_requests_search using fts5 (
		text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
	`create index ${LARGE_ANSWERS} on queued_requests (connection_id) where ${isLarge('')}`,
	`create trigger queued_requests_search_insert after insert on queued_requests begin
		insert into queued_requests_search (rowid, text) values (new.sequence, ${indexedText('new.')});
	end`,
	`create trigger queued_requests_search_update after update of ${searched.join(', ')} on queued_requests
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

/** Creates the index and the triggers that keep it up to date, and fills it with the existing records. */
export async function createSearch(database: Kysely<unknown>): Promise<void> {
	for (const statement of statements) await sql.raw(statement).execute(database);
}

/**
 * Letters whose case SQLite’s index and JavaScript treat differently, by Unicode block: the dotless `ı`, and scripts that
 * got a second case only recently. Characters beyond the first plane are left out as well.
 */
const FOLDED_OTHERWISE =
	/[\u0131\u0180-\u02af\u0370-\u0385\u03f0-\u03ff\u0500-\u052f\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1dff\u2c00-\u2dff\ua640-\uabff\ud800-\udfff]/;

const GROUP_LENGTH = 3;

/** The trigrams that the index must contain for a record with the phrase. */
export function trigramsOf(phrase: string): string[] {
	const characters = [...phrase];
	const groups = characters.map((_, index) =>
		characters.slice(index, index + GROUP_LENGTH).join(''),
	);
	const usable = groups.filter(
		(group) => [...group].length === GROUP_LENGTH && !FOLDED_OTHERWISE.test(group),
	);
	return [...new Set(usable)];
}

/** A character in both cases, where that is still one character. */
function formsOf(character: string): string[] {
	const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
	return [...forms].filter((form) => [...form].length === 1);
}

/** A GLOB pattern that finds the phrase in either case, with a class of both forms for each letter. */
function globOf(phrase: string): string {
	const characters = [...phrase].map((character) => {
		const forms = formsOf(character);
		return forms.length > 1 || '*?['.includes(character) ? `[${forms.join('')}]` : character;
	});
	return `*${characters.join('')}*`;
}

const MOST_VARIANTS = 8;

/**
 * The phrase in every case of its non-ASCII letters, because LIKE ignores the case of ASCII letters only.
 * @returns undefined when there are too many
 */
function variantsOf(phrase: string): string[] | undefined {
	let variants = [''];
	for (const character of phrase) {
		const forms = character < '\u0080' ? [character] : formsOf(character);
		variants = variants.flatMap((start) => forms.map((form) => start + form));
		if (variants.length > MOST_VARIANTS) return undefined;
	}
	return variants;
}

const likeOf = (phrase: string): string => `%${phrase.replace(/[\\%_]/g, '\\$&')}%`;

/** One of these conditions is met when the text contains the phrase. LIKE is many times faster than GLOB with classes. */
export function containing(text: RawBuilder<unknown>, phrase: string): RawBuilder<SqlBool>[] {
	const variants = variantsOf(phrase);
	return variants
		? variants.map((variant) => sql<SqlBool>`${text} like ${likeOf(variant)} escape '\\'`)
		: [sql<SqlBool>`${text} glob ${globOf(phrase)}`];
}

/** The request has one of these answers. */
const hasOneOf = (answerIds: readonly string[]): RawBuilder<SqlBool> =>
	sql<SqlBool>`answer_id in (${sql.join(answerIds)})`;

/** Names the index of large answers, because SQLite would rather read all of a connection's records by another one. */
function mayContain(
	connectionId: string,
	trigrams: readonly string[],
	answerIds: readonly string[],
): RawBuilder<SqlBool> {
	const words = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
	return sql<SqlBool>`sequence in (
		select rowid from queued_requests_search where queued_requests_search match ${words}
		union all
		select sequence from queued_requests indexed by ${sql.ref(LARGE_ANSWERS)}
			where connection_id = ${connectionId} and ${sql.raw(isLarge(''))}
		${answerIds.length > 0 ? sql`union all select sequence from queued_requests where ${hasOneOf(answerIds)}` : sql``})`;
}

/**
 * The condition that a record contains a phrase, ignoring case.
 * @param answerIds the answers that contain it among those that are stored in parts
 * @returns for use in a selection from `queued_requests`
 */
export function containsPhrase(connectionId: string, phrase: string, answerIds: readonly string[]) {
	const trigrams = trigramsOf(phrase);
	return ({ and, or }: ExpressionBuilder<Tables, 'queued_requests'>) => {
		const found = or([
			...searched.flatMap((column) => containing(sql.ref(column), phrase)),
			...(answerIds.length > 0 ? [hasOneOf(answerIds)] : []),
		]);
		return trigrams.length === 0
			? found
			: and([mayContain(connectionId, trigrams, answerIds), found]);
	};
}
