import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { RequestRecord } from '../store/queued-requests';

/** An open connector session. */
export interface Session {
	readonly ticket: string;
	readonly connectionId: string;
	/** The request that the session holds, taken or sent. */
	current?: RequestRecord;
	/** How many requests the session has finished. */
	finished: number;
	/** What getLastError answers. */
	lastError: string;
	/** The company’s name, kept until the first request is processed. */
	companyName?: string;
	/** Whether the host and company answer has been read. */
	introduced: boolean;
}

export interface Sessions {
	/** Opens a session; undefined while another one is open on the connection. */
	open(connectionId: string): Session | undefined;
	/** The open session with a ticket; its time starts over. */
	use(ticket: string): Session | undefined;
	isOpen(connectionId: string): boolean;
	/** Ends a session and lets go of what it held. Ending it twice is no error. */
	end(session: Session): Promise<void>;
	endOf(connectionId: string): Promise<void>;
	endAll(): Promise<void>;
}

/**
 * The open connector sessions. They live in this process: after a restart none is open.
 * @param timeoutSeconds after how long without a call a session is ended
 * @param onEnd lets go of what the session of a connection held
 */
export function createSessions(
	timeoutSeconds: number,
	onEnd: (connectionId: string) => Promise<void>,
	log: Logger,
): Sessions {
	const byConnection = new Map<string, { session: Session; timer: NodeJS.Timeout }>();

	async function end({ ticket, connectionId }: Session): Promise<void> {
		const entry = byConnection.get(connectionId);
		if (entry?.session.ticket !== ticket) return;
		clearTimeout(entry.timer);
		await onEnd(connectionId);
		byConnection.delete(connectionId);
	}

	async function endOf(connectionId: string): Promise<void> {
		const entry = byConnection.get(connectionId);
		if (entry) await end(entry.session);
	}

	return {
		open(connectionId) {
			if (byConnection.has(connectionId)) return undefined;
			const session: Session = {
				ticket: randomUUID(),
				connectionId,
				finished: 0,
				lastError: '',
				introduced: false,
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
