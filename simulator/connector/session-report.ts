/** How a session went. */
export interface SessionReport {
	/**
	 * `idle`: the service had nothing to do. `failed`: it could not be reached, or broke the protocol. `offline` and
	 * `broken`: a fault prevented the session or broke it off.
	 */
	outcome: 'done' | 'idle' | 'refused' | 'failed' | 'offline' | 'broken';
	/** How many requests were answered in the session. */
	requests: number;
	/** A message from the service or the connector, for people. */
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

/** The report as one line for people, without secrets. */
export function describeSession({ outcome, requests, message }: SessionReport): string {
	const count = outcome === 'done' ? [`${requests} request${requests === 1 ? '' : 's'}`] : [];
	return [words[outcome], ...count, ...(message ? [message] : [])].join(': ');
}
