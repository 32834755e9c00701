import {
	CompiledQuery,
	type DatabaseConnection,
	type Driver,
	type QueryResult,
	SelectQueryNode,
	type SqliteDatabase,
} from 'kysely';

/** What is committed together. */
interface Group {
	/** Who waits for it to be on disk. */
	readonly members: Array<{ onDisk: () => void; onFailure: (reason: unknown) => void }>;
}

/** Lets one after the other in. */
function createTurns() {
	const waiting: Array<() => void> = [];
	let isTaken = false;
	return {
		async take(): Promise<void> {
			if (isTaken) await new Promise<void>((go) => waiting.push(go));
			isTaken = true;
		},
		isLast: () => waiting.length === 0,
		pass(): void {
			const next = waiting.shift();
			if (next) next();
			else isTaken = false;
		},
	};
}

/** Texts that only read. What is not recognised as one of them is committed for nothing. */
const READS = /^\s*(?:select|with|pragma|explain)\b/i;

const isRead = ({ query, sql }: CompiledQuery): boolean =>
	query.kind === 'RawNode' ? READS.test(sql) : SelectQueryNode.is(query);

/** One that is part of something larger is undone up to here, if it is undone. */
const SAVEPOINT = 'one_of_several';

/** Whoever comes while others are at work must not keep them waiting for ever. */
const MOST_IN_ONE_COMMIT = 64;

const UNDONE = 'SQLite has undone the transaction after a failure.';

/**
 * Has SQLite commit what comes together with one wait for the disk. Whoever changes something waits until everything that has arrived
 * with it is known; then one after the other is done, and all of it committed. Nobody is answered before it is on disk, also nobody
 * who has read it. Each of them is undone by itself if it fails. If they can't be committed, none of them is, and all are told.
 * @param isInTransaction whether the database has a transaction open
 * @param isMigrating whether somebody else has opened one around all that is done
 */
export function createSqliteDriver(
	database: SqliteDatabase,
	isInTransaction: () => boolean,
	isMigrating: () => boolean,
): Driver {
	const turns = createTurns();
	let group: Group | undefined;
	let gathering: Promise<void> | undefined;

	const run = (sql: string): unknown => database.prepare(sql).run([]);

	function execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
		const statement = database.prepare(sql);
		if (statement.reader) return { rows: statement.all(parameters) as Row[] };
		const { changes, lastInsertRowid } = statement.run(parameters);
		return {
			numAffectedRows: BigInt(changes),
			insertId: BigInt(lastInsertRowid),
			rows: [],
		};
	}

	function endGroup(tell: (member: Group['members'][number]) => void): void {
		const members = group?.members ?? [];
		group = undefined;
		for (const member of members) tell(member);
	}

	/** After some failures, SQLite has undone everything that was not committed. */
	function failIfUndone(reason: unknown): void {
		if (group && !isInTransaction()) endGroup(({ onFailure }) => onFailure(reason));
	}

	function failAll(reason: unknown): void {
		endGroup(({ onFailure }) => onFailure(reason));
		try {
			if (isInTransaction()) run('rollback');
		} catch {
			// Whoever comes next can't begin, and says so.
		}
	}

	/** Does what nobody may be part of a commit without. */
	function orFailAll(sql: string): void {
		try {
			run(sql);
		} catch (error) {
			failAll(error);
			throw error;
		}
	}

	function commit(): void {
		try {
			run('commit');
			endGroup(({ onDisk }) => onDisk());
		} catch (error) {
			failAll(error);
		}
	}

	/** Lets the next one in. The last one has everything committed. */
	function passTurn(): void {
		try {
			if (group && (turns.isLast() || group.members.length >= MOST_IN_ONE_COMMIT)) commit();
		} finally {
			turns.pass();
		}
	}

	/** Resolves when all that has arrived so far is known. */
	function gathered(): Promise<void> {
		gathering ??= new Promise((resolve) => {
			setImmediate(() => {
				gathering = undefined;
				resolve();
			});
		});
		return gathering;
	}

	/** @returns whether others have begun before, with which it is committed */
	function join(): boolean {
		if (group) {
			run(`savepoint ${SAVEPOINT}`);
			return true;
		}
		// What reads first must not find later that another program has written since.
		run('begin immediate');
		group = { members: [] };
		return false;
	}

	/** Resolves when what has been done so far is on disk. */
	const onDisk = (): Promise<void> =>
		new Promise((resolve, reject) => {
			if (group) group.members.push({ onDisk: resolve, onFailure: reject });
			else resolve();
		});

	class Connection implements DatabaseConnection {
		private hasTurn = true;
		/** What its transaction is part of, until that ends. */
		private joined: Group | undefined;
		private isOneOfSeveral = false;

		private pass(): void {
			if (!this.hasTurn) return;
			this.hasTurn = false;
			passTurn();
		}

		private async takeTurn(): Promise<void> {
			await turns.take();
			this.hasTurn = true;
		}

		/** Waits for those that have arrived with this one, unless they are being carried out already. */
		private async gather(): Promise<void> {
			if (group) return;
			this.pass();
			await gathered();
			await this.takeTurn();
		}

		private async single<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
			if (isMigrating() || (!group && isRead(query))) return execute<Row>(query);
			if (!isRead(query)) await this.gather();
			if (!group) join();
			let result: QueryResult<Row>;
			try {
				result = execute<Row>(query);
			} catch (error) {
				failIfUndone(error);
				throw error;
			}
			const stored = onDisk();
			this.pass();
			await stored;
			return result;
		}

		private async begin(): Promise<QueryResult<never>> {
			await this.gather();
			this.isOneOfSeveral = join();
			this.joined = group;
			return { rows: [] };
		}

		private async commit(): Promise<QueryResult<never>> {
			this.joined = undefined;
			if (this.isOneOfSeveral) orFailAll(`release ${SAVEPOINT}`);
			const stored = onDisk();
			this.pass();
			await stored;
			return { rows: [] };
		}

		private rollback(): QueryResult<never> {
			this.joined = undefined;
			if (this.isOneOfSeveral) {
				orFailAll(`rollback to ${SAVEPOINT}`);
				orFailAll(`release ${SAVEPOINT}`);
			} else failAll(new Error(UNDONE));
			return { rows: [] };
		}

		async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
			// Kysely also undoes what could not be committed; by then, others are at work.
			if (query.sql === 'rollback' && (!this.joined || this.joined !== group)) return { rows: [] };
			if (!this.hasTurn) await this.takeTurn();
			if (query.sql === 'begin') return await this.begin();
			if (!this.joined) return await this.single<Row>(query);
			if (this.joined !== group) throw new Error(UNDONE);
			if (query.sql === 'commit') return await this.commit();
			if (query.sql === 'rollback') return this.rollback();
			try {
				return execute<Row>(query);
			} catch (error) {
				failIfUndone(error);
				throw error;
			}
		}

		async *streamQuery(): AsyncGenerator<never> {
			throw new Error('Rows of SQLite are not read one by one.');
		}

		release(): void {
			this.pass();
		}
	}
	return {
		init: async () => undefined,
		async acquireConnection() {
			await turns.take();
			return new Connection();
		},
		async beginTransaction(connection) {
			await connection.executeQuery(CompiledQuery.raw('begin'));
		},
		async commitTransaction(connection) {
			await connection.executeQuery(CompiledQuery.raw('commit'));
		},
		async rollbackTransaction(connection) {
			await connection.executeQuery(CompiledQuery.raw('rollback'));
		},
		async releaseConnection(connection) {
			(connection as Connection).release();
		},
		async destroy() {
			await gathering;
			await turns.take();
			try {
				if (group) commit();
				database.close();
			} finally {
				// Whoever has come too late can't begin, and says so.
				turns.pass();
			}
		},
	};
}
