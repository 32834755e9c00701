/** How a session went. */
export interface SessionReport {
	/**
	 * `idle`: the service had nothing to do; `failed`: it could not be reached, or broke the protocol; `offline`: there
	 * was no session, `broken`: it was broken off, both because the desktop was to have such a fault.
	 */
	outcome: 'done' | 'idle' | 'refused' | 'failed' | 'offline' | 'broken';
	/** Requests answered in the session. */
	requests: number;
	/** What the service or the connection said, for a person. */
	message?: string;
}

const words: Record<SessionReport['outcome'], string> = {
	done: 'Session done',
	idle: 'Nothing to do',
	refused: 'Session refused',
	failed: 'Session failed',
	offline: 'Offline',
	broken: 'Session broken off',
};

/** The report as one line for a person, without secrets. */
export function describeSession({ outcome, requests, message }: SessionReport): string {
	const count = outcome === 'done' ? [`${requests} request${requests === 1 ? '' : 's'}`] : [];
	return [words[outcome], ...count, ...(message ? [message] : [])].join(': ');
}
