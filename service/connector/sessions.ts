import { randomUUID } from 'node:crypto';

import type { Updateable } from 'kysely';
import type { Logger } from 'pino';

import { fetchNext } from '../queue/fetch';
import { releaseRequests } from '../queue/release';
import {
	deleteExpiredSession,
	deleteSession,
	expiredSessions,
	hasSession,
	insertSession,
	markCallFailed,
	type Session,
	sessionWith,
	updateSession,
} from '../store/connector-sessions';
import type { Store, StoreOrTransaction } from '../store/database';
import { firstAvailable, type RequestRecord, sentRecord } from '../store/queued-requests';
import type { ConnectorSessionTable } from '../store/tables';

type Changes = Updateable<ConnectorSessionTable>;

/** What a step of a session comes to. */
interface Step<Result> {
	readonly result: Result;
	/** What changes in the session with it. */
	readonly changes?: Changes;
}

export interface Sessions {
	/**
	 * Opens a session, and fetches its first request.
	 * @returns its ticket; `busy` while the connection has another session that goes on; undefined when there is nothing to do
	 */
	open(connectionId: string): Promise<{ readonly ticket: string } | 'busy' | undefined>;
	/**
	 * The open session with this ticket, at the start of each call. If another process took the last call, the store learns of
	 * this one before anything is done, so that the call is known to be lost if this process dies.
	 */
	takeCall(ticket: string): Promise<Session | undefined>;
	/** The request of a session that waits for an answer. */
	sentRequest(session: Session | undefined): Promise<RequestRecord | undefined>;
	/**
	 * Takes a step in a transaction: what is done and what changes in the session belong together. Other calls with the ticket
	 * wait, wherever they arrive. The session's timeout starts again.
	 * @returns undefined when no open session has this ticket
	 */
	step<Result>(
		ticket: string,
		work: (transaction: StoreOrTransaction, session: Session) => Promise<Step<Result>>,
	): Promise<Result | undefined>;
	/** Changes an open session, if it is still there. Its timeout starts again. */
	update(ticket: string, changes: Changes): Promise<Session | undefined>;
	/** Ends a session and rescues its request. Ending it twice is not an error. */
	end(ticket: string): Promise<void>;
	/** Ends the sessions that have been without a call for too long, whichever process took the last one. */
	endExpired(): Promise<void>;
	/** Remembers that a call failed, so that the connector may sign in again at once. It learned nothing of what was done. */
	callFailed(ticket: string): void;
}

interface SessionsParts {
	readonly store: Store;
	/** The process that takes the calls. */
	readonly processId: string;
	/** A session ends after this time without a call. */
	readonly timeoutSeconds: number;
	readonly log: Logger;
	/** Called when a session has ended without the answers to its requests, because webhooks may be due. */
	readonly onRelease: () => void;
}

/** The connector sessions. They are in the store: the next call may reach another process, or this one after a restart. */
export function createSessions(parts: SessionsParts): Sessions {
	const { store, processId, timeoutSeconds, log, onRelease } = parts;
	/** Sessions whose last call failed, and which the store may not know yet; with when they expire if nobody calls again. */
	const failedCalls = new Map<string, string>();

	const expiry = (): string => new Date(Date.now() + timeoutSeconds * 1000).toISOString();
	const called = () => ({ process_id: processId, expires_at: expiry() });

	async function markFailedCalls(): Promise<void> {
		for (const [ticket, expiredBy] of failedCalls) {
			await markCallFailed(store, ticket, expiredBy);
			failedCalls.delete(ticket);
		}
	}

	/**
	 * Most connectors that sign in find nothing to do, and that needs no session. The order matters: a session that opens
	 * between the two queries has fetched what was available.
	 */
	const isIdle = async (connectionId: string): Promise<boolean> =>
		(await firstAvailable(store, connectionId)) === undefined &&
		!(await hasSession(store, connectionId));

	function callFailed(ticket: string): void {
		failedCalls.set(ticket, expiry());
		// If the store is away, the next round tries again.
		markFailedCalls().catch((error: unknown) => log.error(error));
	}

	/** A session, as `Sessions.open` returns it, and whether requests of an earlier one were released. */
	const insertAndFetch = (ticket: string, connectionId: string) =>
		store.transaction().execute(async (transaction) => {
			const isInserted = await insertSession(transaction, {
				connection_id: connectionId,
				ticket,
				page_request_id: null,
				finished: 0,
				last_error: '',
				company_name: null,
				has_introduced: 0,
				is_finished: 0,
				...called(),
			});
			if (!isInserted) return { opened: 'busy' as const, hasReleased: false };
			const hasReleased = await releaseRequests(transaction, connectionId);
			const first = await fetchNext(transaction, connectionId);
			if (first) {
				const { page_request_id } = first;
				await updateSession(transaction, ticket, { page_request_id });
				return { opened: { ticket }, hasReleased };
			}
			await deleteSession(transaction, ticket);
			return { opened: undefined, hasReleased };
		});

	return {
		async open(connectionId) {
			if (await isIdle(connectionId)) return undefined;
			const ticket = randomUUID();
			const { opened, hasReleased } = await insertAndFetch(ticket, connectionId).catch(
				(error: unknown) => {
					// It may be there all the same.
					callFailed(ticket);
					throw error;
				},
			);
			if (hasReleased) onRelease();
			return opened;
		},

		async takeCall(ticket) {
			const session = await sessionWith(store, ticket);
			return session && session.process_id !== processId
				? await updateSession(store, ticket, called())
				: session;
		},

		sentRequest: async (session) =>
			session?.page_request_id ? await sentRecord(store, session.page_request_id) : undefined,

		step: (ticket, work) =>
			store.transaction().execute(async (transaction) => {
				const session = await updateSession(transaction, ticket, called());
				if (!session) return undefined;
				const { result, changes } = await work(transaction, session);
				if (changes && Object.keys(changes).length > 0)
					await updateSession(transaction, ticket, changes);
				return result;
			}),

		update: (ticket, changes) => updateSession(store, ticket, { ...changes, ...called() }),

		async end(ticket) {
			const hasReleased = await store.transaction().execute(async (transaction) => {
				const connectionId = await deleteSession(transaction, ticket);
				return connectionId !== undefined && (await releaseRequests(transaction, connectionId));
			});
			if (hasReleased) onRelease();
		},

		async endExpired() {
			await markFailedCalls();
			for (const { ticket, connection_id } of await expiredSessions(store)) {
				const hasEnded = await store.transaction().execute(async (transaction) => {
					const isDeleted = await deleteExpiredSession(transaction, ticket);
					if (isDeleted) await releaseRequests(transaction, connection_id);
					return isDeleted;
				});
				if (!hasEnded) continue;
				log.warn({ connection_id }, 'connector session timed out');
				onRelease();
			}
		},

		callFailed,
	};
}
