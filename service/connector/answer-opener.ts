import type { AnswerThread } from '../qbxml';
import { receiveLargeAnswer } from '../queue/large-answer';
import type { Store } from '../store/database';
import type { OpenAnswer } from './message';
import { type Sessions, waitingRequest } from './sessions';

interface OpenerParts {
	readonly store: Store;
	readonly sessions: Sessions;
	readonly thread: AnswerThread;
}

/** Makes what begins to read large answers: those of sessions with a request that waits for one, and no others. */
export const answerOpener =
	({ store, sessions, thread }: OpenerParts): OpenAnswer =>
	(ticket) => {
		const session = sessions.use(ticket);
		const request = session && waitingRequest(session);
		return request ? receiveLargeAnswer(store, thread, request) : null;
	};
