import { randomUUID } from 'node:crypto';

import type { Updateable } from 'kysely';
import type { Logger } from 'pino';

import { fetchNext, fetchPage } from '../queue/fetch';
import { releaseRequests } from '../queue/release';
import {
	connectionOfReplaced,
	deleteExpiredSession,
	deleteIdleSession,
	deleteSession,
	expiredSessions,
	insertOnlySession,
	insertSession,
	markCallFailed,
	markRival,
	type Session,
	type SessionCall,
	sessionCall,
	type SignIn,
	signInTo,
	updateSession,
	updateUnchanged,
} from '../store/connector-sessions';
import {
	allOrNothing,
	inTransaction,
	type Store,
	type StoreOrTransaction,
} from '../store/database';
import { type RequestRecord, sentRecord } from '../store/queued-requests';
import type { RestoreGuard } from '../store/restore-guard';
import type { Tables } from '../store/tables';

type Changes = Updateable<Tables['connector_sessions']>;

/** What a step of a session comes to. */
export interface Step<Result> {
	readonly result: Result;
	/** What changes in the session with it. */
	readonly changes?: Changes;
}

/** What is to be done on a connection. */
type Work = Pick<SignIn, 'next' | 'isInUse'>;

export interface Sessions {
	/**
	 * Opens a session, and fetches its first request.
	 * @param found what is to be done on the connection, if it was read a moment ago
	 * @returns its ticket; `busy` while the connection has another session that goes on; undefined when there is nothing to do
	 */
	open(
		connectionId: string,
		found?: Work,
	): Promise<{ readonly ticket: string } | 'busy' | undefined>;
	/**
	 * The open session with this ticket and what belongs to it, at the start of each call. If another process took the last call, the store learns of
	 * this one before anything is done, so that the call is known to be lost if this process dies.
	 */
	takeCall(ticket: string): Promise<SessionCall | undefined>;
	/** The request of a session whose answer its connector owes. */
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
	/**
	 * Takes a step whose changes in the session are known before: if the session still stands where it was read, and the database is the
	 * one that was seen last.
	 * @returns undefined when nothing was done, so that `step` has to decide
	 */
	foreseenStep<Result>(
		session: Session,
		changes: Changes,
		work: (transaction: StoreOrTransaction) => Promise<Result | undefined>,
	): Promise<Result | undefined>;
	/**
	 * Notes that a connector calls on with a ticket in whose place its connection has another session. Only a second connector of
	 * the same connection does so. From then on, neither takes over from the other while that has a session.
	 */
	noteReplaced(ticket: string): Promise<void>;
	/** Whether another session has taken the place of the one with this ticket, and it was the last to which that happened. */
	wasReplaced(ticket: string): Promise<boolean>;
	/** Changes an open session, if it is still there. Its timeout starts again. */
	update(ticket: string, changes: Changes): Promise<Session | undefined>;
	/**
	 * Ends a session and rescues its request. Ending it twice is not an error.
	 * @returns whether there was one
	 */
	end(ticket: string): Promise<boolean>;
	/** Ends the sessions that have been without a call for too long, whichever process took the last one. */
	endExpired(): Promise<void>;
	/** Whether nothing may be handed out, because the database was restored. */
	isHeld(transaction: StoreOrTransaction): Promise<boolean>;
	/** Remembers that a call failed, so that the connector may sign in again at once. It learned nothing of what was done. */
	callFailed(ticket: string): void;
}

const ANSWER_SECONDS = 60;

interface SessionsParts {
	readonly store: Store;
	/** The process that takes the calls. */
	readonly processId: string;
	/** A session ends after this time without a call. */
	readonly timeoutSeconds: number;
	/**
	 * How long after a request was handed out a sign-in means that its answer got lost; a minute unless given. Before that, the
	 * accounting application of a second connector may still be at work.
	 */
	readonly answerSeconds?: number;
	/** Whether the database was restored, so that nothing may be handed out. */
	readonly guard: Pick<RestoreGuard, 'isHeld' | 'isCurrent'>;
	readonly log: Logger;
	/** Called when a session has ended without the answers to its requests, because webhooks may be due. */
	readonly onRelease: () => void;
}

/** The connector sessions. They are in the store: the next call may reach another process, or this one after a restart. */
export function createSessions(parts: SessionsParts): Sessions {
	const {
		store,
		processId,
		timeoutSeconds,
		answerSeconds = ANSWER_SECONDS,
		guard,
		log,
		onRelease,
	} = parts;
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

	function callFailed(ticket: string): void {
		failedCalls.set(ticket, expiry());
		// If the store is away, the next round tries again.
		markFailedCalls().catch((error: unknown) => log.error(error));
	}

	const newSession = (ticket: string, connectionId: string): Session => ({
		connection_id: connectionId,
		ticket,
		page_request_id: null,
		recovers: 0,
		handed_out_at: null,
		iterator_remaining: null,
		hold_until: null,
		hold_limit: null,
		finished: 0,
		last_report: null,
		last_error: '',
		company_name: null,
		has_introduced: 0,
		takes_any_file: 0,
		is_finished: 0,
		...called(),
	});

	/** Opens a session for a request on a connection that nobody uses; undefined if that has changed. */
	const openFor = (pageRequestId: string, session: Session) =>
		allOrNothing(store, async (transaction) => {
			const working = { ...session, page_request_id: pageRequestId };
			if (!(await insertOnlySession(transaction, working, guard.isCurrent()))) return undefined;
			const fetched = await fetchPage(transaction, pageRequestId);
			return fetched && { opened: { ticket: session.ticket }, hasReleased: false };
		});

	/** A session, as `Sessions.open` returns it, and whether requests of an earlier one were released. */
	const insertAndFetch = (session: Session) =>
		inTransaction(store, async (transaction) => {
			const { ticket, connection_id } = session;
			const owedSince = new Date(Date.now() - answerSeconds * 1000).toISOString();
			const isInserted = await insertSession(transaction, session, owedSince);
			if (!isInserted) return { opened: 'busy' as const, hasReleased: false };
			const { hasReleased, lost } = await releaseRequests(transaction, connection_id);
			const first = lost ?? (await fetchNext(transaction, connection_id));
			if (first) {
				const { page_request_id } = first;
				await updateSession(transaction, ticket, { page_request_id, recovers: lost ? 1 : 0 });
				return { opened: { ticket }, hasReleased };
			}
			await deleteSession(transaction, ticket);
			return { opened: undefined, hasReleased };
		});

	async function openSession(session: Session, { next, isInUse }: Work) {
		const opened = isInUse || next === undefined ? undefined : await openFor(next, session);
		if (opened) return opened;
		if (await guard.isHeld(store)) return { opened: 'busy' as const, hasReleased: false };
		return await insertAndFetch(session);
	}

	return {
		async open(connectionId, found) {
			const work = found ?? (await signInTo(store, 'id', connectionId));
			// Most connectors that sign in find nothing to do, and that needs no session.
			if (!work || (work.next === undefined && !work.isInUse)) return undefined;
			const ticket = randomUUID();
			const { opened, hasReleased } = await openSession(
				newSession(ticket, connectionId),
				work,
			).catch((error: unknown) => {
				// It may be there all the same.
				callFailed(ticket);
				throw error;
			});
			if (hasReleased) onRelease();
			return opened;
		},

		async takeCall(ticket) {
			const call = await sessionCall(store, ticket);
			if (!call || call.session.process_id === processId) return call;
			const session = await updateSession(store, ticket, called());
			return session && { ...call, session };
		},

		sentRequest: async (session) =>
			session?.page_request_id && session.handed_out_at !== null
				? await sentRecord(store, session.page_request_id)
				: undefined,

		step: (ticket, work) =>
			inTransaction(store, async (transaction) => {
				const session = await updateSession(transaction, ticket, called());
				if (!session) return undefined;
				const { result, changes } = await work(transaction, session);
				if (changes && Object.keys(changes).length > 0)
					await updateSession(transaction, ticket, changes);
				return result;
			}),

		foreseenStep: (session, changes, work) =>
			allOrNothing(store, async (transaction) => {
				const after = { ...called(), ...changes };
				return (await updateUnchanged(transaction, session, after, guard.isCurrent()))
					? await work(transaction)
					: undefined;
			}),

		async noteReplaced(ticket) {
			const connectionId = await connectionOfReplaced(store, ticket);
			if (connectionId === undefined) return;
			await markRival(store, connectionId);
			log.warn(
				{ connection_id: connectionId },
				'two connectors share this connection: one called on after the other had signed in',
			);
		},

		wasReplaced: async (ticket) => (await connectionOfReplaced(store, ticket)) !== undefined,

		update: (ticket, changes) => updateSession(store, ticket, { ...changes, ...called() }),

		async end(ticket) {
			if (await deleteIdleSession(store, ticket)) return true;
			const ended = await inTransaction(store, async (transaction) => {
				const connectionId = await deleteSession(transaction, ticket);
				return connectionId === undefined
					? undefined
					: await releaseRequests(transaction, connectionId);
			});
			if (ended?.hasReleased) onRelease();
			return ended !== undefined;
		},

		async endExpired() {
			await markFailedCalls();
			for (const { ticket, connection_id } of await expiredSessions(store)) {
				const hasEnded = await inTransaction(store, async (transaction) => {
					const isDeleted = await deleteExpiredSession(transaction, ticket);
					if (isDeleted) await releaseRequests(transaction, connection_id);
					return isDeleted;
				});
				if (!hasEnded) continue;
				log.warn({ connection_id }, 'connector session timed out');
				onRelease();
			}
		},

		isHeld: (transaction) => guard.isHeld(transaction),
		callFailed,
	};
}
