import { sql, type SqlBool } from 'kysely';

import { formsOf, likeOf, variantsOf } from '../phrase';
import type { StoreDialect } from './dialect';
import { indexedText, LARGE_RESPONSES_INDEX, largeResponsesIndex, searched } from './indexed-text';

const textOfRow = (row: string): string => indexedText(row, 'char(10)');

/**
 * The index knows of every three neighbouring characters in a record. To stay small, it knows which of these trigrams occur
 * but not where, so every record it finds is checked again.
 */
const statements = [
	`create virtual table queued_requests_search using fts5 (
		text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
	largeResponsesIndex,
	`create trigger queued_requests_search_insert after insert on queued_requests begin
		insert into queued_requests_search (rowid, text) values (new.sequence, ${textOfRow('new.')});
	end`,
	`create trigger queued_requests_search_update after update of ${searched.join(', ')} on queued_requests
	when old.response_xml is not new.response_xml or old.request_xml is not new.request_xml
		or old.webhook_url is not new.webhook_url or old.id is not new.id begin
		delete from queued_requests_search where rowid = old.sequence;
		insert into queued_requests_search (rowid, text) values (new.sequence, ${textOfRow('new.')});
	end`,
	`create trigger queued_requests_search_delete after delete on queued_requests begin
		delete from queued_requests_search where rowid = old.sequence;
	end`,
];

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

/** A GLOB pattern that finds the phrase in either case, with a class of both forms for each letter. */
function globOf(phrase: string): string {
	const characters = [...phrase].map((character) => {
		const forms = formsOf(character);
		return forms.length > 1 || '*?['.includes(character) ? `[${forms.join('')}]` : character;
	});
	return `*${characters.join('')}*`;
}

export const sqliteSearch: StoreDialect['search'] = {
	async create(database) {
		for (const statement of statements) await sql.raw(statement).execute(database);
	},
	// LIKE is many times faster than GLOB with classes.
	containing(text, phrase) {
		const variants = variantsOf(phrase);
		return variants
			? variants.map((variant) => sql<SqlBool>`${text} like ${likeOf(variant)} escape '\\'`)
			: [sql<SqlBool>`${text} glob ${globOf(phrase)}`];
	},
	mayContain(phrase) {
		const trigrams = trigramsOf(phrase);
		if (trigrams.length === 0) return undefined;
		const words = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
		return sql`select rowid from queued_requests_search where queued_requests_search match ${words}`;
	},
	// SQLite would rather read all of a connection's records by another index.
	largeResponses: sql`queued_requests indexed by ${sql.ref(LARGE_RESPONSES_INDEX)}`,
};
