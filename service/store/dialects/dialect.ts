import type {
	ColumnDataType,
	ColumnDefinitionBuilder,
	Expression,
	Kysely,
	RawBuilder,
	SelectQueryBuilder,
	SqlBool,
} from 'kysely';

/** The identity of a column's definition, for what a database has no need of. */
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

/** How a table is defined. */
interface Definitions {
	/** Text that is compared byte by byte, whatever language the database speaks. */
	readonly text: ColumnDataType | Expression<unknown>;
	readonly bytes: ColumnDataType;
	/** The numbers of rows. */
	readonly rowNumber: ColumnDataType;
	/** Gives each row a number of its own. */
	readonly numbered: Column;
	/** Gives each row a higher number than any row had before. */
	readonly increasing: Column;
}

/** What the search phrase of the list (interface, section 4.2) is looked up in. */
interface Search {
	/** Creates the index of texts and what keeps it up to date. */
	create(database: Kysely<unknown>): Promise<void>;
	/** One of these conditions is met when the text contains the phrase, in either case of its letters. */
	containing(text: RawBuilder<unknown>, phrase: string): RawBuilder<SqlBool>[];
	/**
	 * Selects the `sequence` of the records whose indexed text may contain the phrase; undefined when the index does not know.
	 * A record that it does not select does not contain it, unless its response is too large for the index.
	 */
	mayContain(phrase: string): RawBuilder<unknown> | undefined;
	/** The table of the requests, with the hint that only those with a large response are read. */
	readonly largeResponses: RawBuilder<unknown>;
}

/** What shows that a database is a copy. */
interface Copies {
	/** What identifies the place in which a row is written by the current statement. */
	readonly ownMark: RawBuilder<string>;
	/** Whether a row of `database_identity` is where it was written. */
	readonly isOwnRow: RawBuilder<SqlBool>;
	/** The history that the database belongs to; null where it has no name. */
	readonly place: RawBuilder<string | null>;
}

/** What one database calls differently from the other. Everything else is written once for both. */
export interface StoreDialect {
	readonly definitions: Definitions;
	readonly search: Search;
	readonly copies: Copies;
	/** Whether several processes may work on it; otherwise it belongs to one alone. */
	readonly isShared: boolean;
	/** How large the database is. */
	readonly databaseBytes: RawBuilder<number>;
	/** A column of which the planner uses no index. */
	withoutIndex(column: string): RawBuilder<unknown>;
	/** Bytes of UTF-8 as text. */
	textOf(bytes: RawBuilder<unknown>): RawBuilder<string>;
	/**
	 * Locks the selected rows until the transaction ends, and leaves out those that another one has locked. Where only one
	 * process writes, nobody else can have.
	 */
	claimed<DB, TB extends keyof DB, O>(
		query: SelectQueryBuilder<DB, TB, O>,
	): SelectQueryBuilder<DB, TB, O>;
	/** Locks the selected rows until the transaction ends, and waits for those that another one has locked. */
	locked<DB, TB extends keyof DB, O>(
		query: SelectQueryBuilder<DB, TB, O>,
	): SelectQueryBuilder<DB, TB, O>;
	/** Keeps the selected rows from being deleted until the transaction ends. */
	kept<DB, TB extends keyof DB, O>(
		query: SelectQueryBuilder<DB, TB, O>,
	): SelectQueryBuilder<DB, TB, O>;
}
