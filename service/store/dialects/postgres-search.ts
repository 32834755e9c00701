import { type Kysely, sql, type SqlBool } from 'kysely';

import { formsOf, likeOf, variantsOf } from '../phrase';
import type { Tables } from '../tables';
import type { StoreDialect } from './dialect';
import { indexedText, largeResponsesIndex, searched } from './indexed-text';

/** Byte by byte, LOWER changes ASCII letters only. Whatever the database's language does with others is left out of it. */
const textOfRow = (row: string): string => `lower((${indexedText(row, 'chr(10)')}) collate "C")`;

const changed = searched.map((column) => `old.${column} is distinct from new.${column}`);

/**
 * The text has a table of its own, because PostgreSQL enters a row into all its indexes again whenever a state changes, and
 * that of texts takes long.
 */
const statements = [
	`create table queued_requests_search (
		sequence bigint primary key references queued_requests (sequence) on delete cascade,
		text text collate "C" not null)`,
	largeResponsesIndex,
	`create function index_queued_request() returns trigger language plpgsql as $$ begin
		insert into queued_requests_search (sequence, text) values (new.sequence, ${textOfRow('new.')})
			on conflict (sequence) do update set text = excluded.text;
		return null;
	end $$`,
	`create trigger queued_requests_search_insert after insert on queued_requests
		for each row execute function index_queued_request()`,
	`create trigger queued_requests_search_update after update of ${searched.join(', ')} on queued_requests
		for each row when (${changed.join(' or ')}) execute function index_queued_request()`,
];

/** The ASCII letters in lower case, as the text in the index. */
const lowerCase = (text: string): string =>
	text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Something from which the index can take trigrams: three letters or digits, or the start of a word. */
const HAS_TRIGRAM = /[a-z0-9]{3}|[^a-z0-9][a-z0-9]/;

/** The ASCII parts of a phrase that the index can look up, in lower case. */
const lookedUp = (phrase: string): string[] =>
	(lowerCase(phrase).match(/[ -~]{3,}/g) ?? []).filter((part) => HAS_TRIGRAM.test(part));

/** A regular expression that finds the phrase in either case, with a class of both forms for each letter. */
function regularExpressionOf(phrase: string): string {
	const literal = (character: string) => character.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
	return [...phrase]
		.map((character) => {
			const forms = formsOf(character);
			return forms.length > 1 ? `[${forms.join('')}]` : literal(character);
		})
		.join('');
}

export const postgresSearch: StoreDialect['search'] = {
	async create(database) {
		for (const statement of statements) await sql.raw(statement).execute(database);
	},
	containing(text, phrase) {
		const variants = variantsOf(phrase);
		return variants
			? variants.map((variant) => sql<SqlBool>`${text} ilike ${likeOf(variant)} escape '\\'`)
			: [sql<SqlBool>`${text} ~ ${regularExpressionOf(phrase)}`];
	},
	mayContain(phrase) {
		const parts = lookedUp(phrase);
		if (parts.length === 0) return undefined;
		const conditions = parts.map((part) => sql`text like ${likeOf(part)} escape '\\'`);
		return sql`select sequence from queued_requests_search where ${sql.join(conditions, sql` and `)}`;
	},
	largeResponses: sql`queued_requests`,
};

const TRIGRAM_INDEX = 'queued_requests_search_by_trigram';

/** The codes with which PostgreSQL says that the user may not create the extension, or that it does not have it. */
const refusals = new Set(['42501', '0A000', '58P01']);

/** One process at a time looks for the index; any number will do that nothing else locks. */
const INDEX_LOCK = 3_853_314_791;

/**
 * Creates the index of trigrams unless it is there. It belongs to an extension that the owner of a database may create, where
 * PostgreSQL has it. Without it, the same searches read all texts.
 * @param warn is told that there is none, and what to do
 */
export async function createTrigramIndex(
	database: Kysely<Tables>,
	warn: (message: string) => void,
): Promise<void> {
	try {
		await database.transaction().execute(async (transaction) => {
			await sql`select pg_advisory_xact_lock(${sql.lit(INDEX_LOCK)})`.execute(transaction);
			const { rows } =
				await sql`select to_regclass(${TRIGRAM_INDEX}) where to_regclass(${TRIGRAM_INDEX}) is not null`.execute(
					transaction,
				);
			if (rows.length > 0) return;
			await sql`create extension if not exists pg_trgm`.execute(transaction);
			await sql
				.raw(
					`create index ${TRIGRAM_INDEX} on queued_requests_search using gin (text gin_trgm_ops)`,
				)
				.execute(transaction);
		});
	} catch (error) {
		if (!(error instanceof Error) || !refusals.has((error as { code?: string }).code ?? ''))
			throw error;
		warn(
			`The search for requests reads all of them, because PostgreSQL did not create its index: ${error.message}. ` +
				'Have an administrator run "create extension pg_trgm" in the database, and start the service again.',
		);
	}
}
