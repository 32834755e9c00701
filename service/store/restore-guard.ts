import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

import { type RawBuilder, sql } from 'kysely';

import type { Store, StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import { OWNER_ONLY } from './private-file';

/** What the only rows of its two tables are found by. */
const THIS = 'this';

/** What a file beside an SQLite database remembers of it. It is in no backup, so it shows when the database is an older one. */
interface Remembered {
	readonly epoch: string;
	readonly beats: number;
}

/** Where that is remembered. */
export const memoryFileOf = (database: string): string => `${database}.last-use`;

function rememberedIn(file: string): Remembered | undefined {
	if (!existsSync(file)) return undefined;
	try {
		const { epoch, beats } = Object(JSON.parse(readFileSync(file, 'utf8'))) as Partial<Remembered>;
		return typeof epoch === 'string' && typeof beats === 'number' ? { epoch, beats } : undefined;
	} catch {
		// A disk that was full, or a crash: what it said is not known.
		return undefined;
	}
}

/** Remembers the use of an SQLite file beside it. */
export function rememberUse(file: string, { epoch, beats }: Remembered): void {
	const next = `${file}.new`;
	writeFileSync(next, `${JSON.stringify({ epoch, beats })}\n`, { mode: OWNER_ONLY });
	renameSync(next, file);
}

interface Standing extends Remembered {
	readonly earlier_epoch: string | null;
	readonly place: string | null;
	readonly held_since: string | null;
	/** Whether its rows are where they were written, and have not been copied there. */
	readonly is_own: boolean;
}

async function standingOf(store: StoreOrTransaction): Promise<Standing | undefined> {
	const { isOwnRow } = dialectOf(store).copies;
	const { rows } = await sql<Omit<Standing, 'is_own'> & { is_own: number | null }>`
		select epoch, earlier_epoch, beats, place, held_since,
			(select case when ${isOwnRow} then 1 else 0 end from database_identity where id = ${THIS}) as is_own
		from service_beats where id = ${THIS}`.execute(store);
	const found = rows.at(0);
	return found && { ...found, is_own: found.is_own === 1 };
}

async function insertStanding(store: StoreOrTransaction, earlier?: string): Promise<Remembered> {
	const { ownMark, place } = dialectOf(store).copies;
	await sql`insert into database_identity (id, mark) values (${THIS}, ${ownMark}) on conflict (id) do nothing`.execute(
		store,
	);
	const { rows } = await sql<Remembered>`
		insert into service_beats (id, epoch, earlier_epoch, beats, place)
		values (${THIS}, ${randomUUID()}, ${earlier ?? null}, 0, ${place})
		on conflict (id) do update set beats = service_beats.beats returning epoch, beats`.execute(store);
	return rows[0];
}

/** Why nothing is handed out, for the log and for whoever starts a service. */
export const HELD =
	'This database is older than what a service has done with it before, or was copied here: as after a restore. Requests that wait in it may have been carried out since, and would be written twice, so none is handed out. Run the command "restored" with it: it ends them with an error. Only if you know that no service has worked with this data anywhere since the copy was made, run "restored --still-current", which keeps them waiting.';

/**
 * Knows whether the database is the one that this process worked with a moment ago, and no earlier copy of it. A database that was
 * restored hands out nothing until it is told so.
 */
export interface RestoreGuard {
	/** Whether nothing may be handed out. Call it in the transaction that hands something out. */
	isHeld(store: StoreOrTransaction): Promise<boolean>;
	/**
	 * An expression that is 1 if the database is certainly the one that was seen last, for a statement that hands something out.
	 * If it is not, ask `isHeld`.
	 */
	isCurrent(): RawBuilder<number>;
	/** Notes that the database is in use. Call it every few seconds. */
	beat(): Promise<void>;
}

interface GuardParts {
	readonly store: Store;
	/** The file beside an SQLite database; undefined for one on PostgreSQL or in memory. */
	readonly memoryFile?: string;
	/** Told once when it is found that the database is an earlier one. */
	readonly onHeld: () => void;
}

/** Whether a database that a service starts on is an earlier copy, by what is known of it outside. */
function isEarlier(standing: Standing, before: Remembered | undefined, hasFile: boolean): boolean {
	if (!standing.is_own) return true;
	if (!hasFile) return false;
	return before === undefined
		? standing.beats > 0
		: before.epoch !== standing.epoch || before.beats > standing.beats;
}

/** Whether a database was restored, as far as that can be seen. */
export async function wasRestored(store: Store, memoryFile?: string): Promise<boolean> {
	// Before the database is asked: a service that works with it is the first to write there.
	const before = memoryFile === undefined ? undefined : rememberedIn(memoryFile);
	const standing = await standingOf(store);
	if (!standing) return false;
	return standing.held_since !== null || isEarlier(standing, before, memoryFile !== undefined);
}

/** Whether the database has come to another place since a service worked with it, by a promotion or a recovery. */
export async function hasMoved(store: Store): Promise<boolean> {
	const { rows } = await sql<{
		place: string | null;
	}>`select ${dialectOf(store).copies.place} as place`.execute(store);
	const standing = await standingOf(store);
	return !!standing && standing.place !== null && standing.place !== rows[0].place;
}

/** What only those know who can read the database; undefined before a service has worked with it. */
export const secretOf = async (store: StoreOrTransaction): Promise<string | undefined> =>
	(
		await store
			.selectFrom('service_beats')
			.select('epoch')
			.where('id', '=', THIS)
			.executeTakeFirst()
	)?.epoch;

/**
 * Begins to watch over a database.
 * @throws Error with a sentence for the operator when it was restored
 */
export async function startRestoreGuard({
	store,
	memoryFile,
	onHeld,
}: GuardParts): Promise<RestoreGuard> {
	const { place } = dialectOf(store).copies;
	const found = await standingOf(store);
	if (found && ((await hasMoved(store)) || (await wasRestored(store, memoryFile))))
		throw new Error(HELD);
	let seen: Remembered = found ?? (await insertStanding(store));
	/** Whether the database itself said at the last look that it was restored. If it no longer does, somebody has dealt with that. */
	let isHeld = false;
	let isTold = false;

	function judge(standing: Standing | undefined, before: Remembered): boolean {
		const isAccepted = isHeld || standing?.earlier_epoch === before.epoch;
		const isOlder =
			!standing ||
			!standing.is_own ||
			(!isAccepted && (standing.epoch !== before.epoch || standing.beats < before.beats));
		return isOlder || standing.held_since !== null;
	}

	async function look(executor: StoreOrTransaction): Promise<boolean> {
		// What was seen before the database is asked must be in its answer; what others see meanwhile need not.
		const before = seen;
		const standing = await standingOf(executor);
		const isNow = judge(standing, before);
		if (isNow && standing?.held_since === null)
			await executor
				.updateTable('service_beats')
				.set({ held_since: new Date().toISOString() })
				.where('id', '=', THIS)
				// Somebody may have dealt with it since.
				.where('epoch', '=', standing.epoch)
				.execute();
		if (isNow && !isTold) onHeld();
		isTold = isNow;
		// What is read or noted in a transaction may be undone with it, or with what is committed together with it.
		if (executor.isTransaction) return isNow;
		isHeld = isNow && standing !== undefined && standing.held_since !== null;
		if (!isNow && standing && seen === before)
			seen = { epoch: standing.epoch, beats: standing.beats };
		return isNow;
	}

	async function beat(): Promise<void> {
		if (await look(store)) return;
		const beaten = await store
			.updateTable('service_beats')
			.set(({ eb }) => ({ beats: eb('beats', '+', 1), place }))
			.where('id', '=', THIS)
			.where('epoch', '=', seen.epoch)
			.where('held_since', 'is', null)
			.returning(['epoch', 'beats'])
			.executeTakeFirst();
		if (!beaten) return;
		// Another process may have gone further since.
		seen = { epoch: beaten.epoch, beats: Math.max(beaten.beats, seen.beats) };
		if (memoryFile !== undefined) rememberUse(memoryFile, seen);
	}

	function isCurrent(): RawBuilder<number> {
		const { isOwnRow } = dialectOf(store).copies;
		return sql<number>`(select count(*) from service_beats, database_identity
			where service_beats.id = ${THIS} and epoch = ${seen.epoch} and beats >= ${seen.beats} and held_since is null
				and database_identity.id = ${THIS} and ${isOwnRow})`;
	}

	await beat();
	return { isHeld: look, isCurrent, beat };
}

/**
 * Has a restored database count as the current one from now on. Call it in the transaction that deals with its requests.
 * @param earlier the epoch that has ended, if processes that have seen it may go on
 * @returns what has to be remembered beside an SQLite file once that is stored
 */
export async function acceptAsCurrent(
	transaction: StoreOrTransaction,
	earlier?: string,
): Promise<Remembered> {
	await transaction.deleteFrom('database_identity').execute();
	await transaction.deleteFrom('service_beats').execute();
	return await insertStanding(transaction, earlier);
}
