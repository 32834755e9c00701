import { randomUUID } from 'node:crypto';

import type { Logger } from 'pino';

import type { RequestRecord } from '../store/queued-requests';

/** An open connector session. */
export interface Session {
	readonly ticket: string;
	readonly connectionId: string;
	/** The request that the session is working on, fetched or sent. */
	current?: RequestRecord;
	/** How many requests the session has finished. */
	finished: number;
	/** The answer to getLastError. */
	lastError: string;
	/** The company’s name, for a connection that gets its name from the first processed request. */
	companyName?: string;
	/** Whether the connector has told its host and company. */
	hasIntroduced: boolean;
	/** Whether the connector has heard that there is no more to do, so that it only has to close the session. */
	isFinished: boolean;
}

export interface Sessions {
	/**
	 * Opens a session; undefined while the connection has another open one. One that is finished doesn't count: the connector
	 * would not sign in again if it still meant to close it.
	 */
	open(connectionId: string): Session | undefined;
	/** The open session with this ticket. Its timeout starts again. */
	use(ticket: string): Session | undefined;
	isOpen(connectionId: string): boolean;
	/** Ends a session and rescues its request. Ending it twice is not an error. */
	end(session: Session): Promise<void>;
	endOf(connectionId: string): Promise<void>;
	endAll(): Promise<void>;
}

/**
 * The open connector sessions. They exist in this process only: after a restart none is open.
 * @param timeoutSeconds a session ends after this time without a call
 * @param onEnd rescues the request of a connection’s session
 */
export function createSessions(
	timeoutSeconds: number,
	onEnd: (connectionId: string) => Promise<void>,
	log: Logger,
): Sessions {
	const byConnection = new Map<
		string,
		{ session: Session; timer: NodeJS.Timeout; isEnding?: boolean }
	>();

	async function end({ ticket, connectionId }: Session): Promise<void> {
		const entry = byConnection.get(connectionId);
		if (entry?.session.ticket !== ticket) return;
		clearTimeout(entry.timer);
		entry.isEnding = true;
		await onEnd(connectionId);
		byConnection.delete(connectionId);
	}

	async function endOf(connectionId: string): Promise<void> {
		const entry = byConnection.get(connectionId);
		if (entry) await end(entry.session);
	}

	return {
		open(connectionId) {
			const before = byConnection.get(connectionId);
			if (before?.isEnding || before?.session.isFinished === false) return undefined;
			clearTimeout(before?.timer);
			const session: Session = {
				ticket: randomUUID(),
				connectionId,
				finished: 0,
				lastError: '',
				hasIntroduced: false,
				isFinished: false,
			};
			const timer = setTimeout(() => {
				log.warn({ connection_id: connectionId }, 'connector session timed out');
				end(session).catch((error: unknown) => log.error(error));
			}, timeoutSeconds * 1000);
			byConnection.set(connectionId, { session, timer });
			return session;
		},
		use(ticket) {
			const entry = [...byConnection.values()].find(({ session }) => session.ticket === ticket);
			entry?.timer.refresh();
			return entry?.session;
		},
		isOpen: (connectionId) => byConnection.has(connectionId),
		end,
		endOf,
		async endAll() {
			for (const connectionId of [...byConnection.keys()]) await endOf(connectionId);
		},
	};
}

/** The request of a session that waits for an answer. */
export const waitingRequest = ({ current }: Session): RequestRecord | undefined =>
	current?.state === 'sent' ? current : undefined;
