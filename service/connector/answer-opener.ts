import type { AnswerThread } from '../qbxml';
import { type LargeAnswer, receiveLargeAnswer } from '../queue/large-answer';
import type { Store } from '../store/database';
import type { OpenAnswer } from './message';
import type { Sessions } from './sessions';

interface OpenerParts {
	readonly store: Store;
	readonly processId: string;
	readonly sessions: Sessions;
	readonly thread: AnswerThread;
}

/** Makes what begins to read large answers: those of sessions with a request that waits for one, and no others. */
export const answerOpener =
	({ store, processId, sessions, thread }: OpenerParts): OpenAnswer =>
	async (ticket) => {
		const request = await sessions.sentRequest(await sessions.update(ticket, {}));
		if (!request) return null;
		const answer = receiveLargeAnswer(store, thread, processId, request);
		const write: LargeAnswer['write'] = async (part) => {
			try {
				await answer.write(part);
			} catch (problem) {
				sessions.callFailed(ticket);
				throw problem;
			}
		};
		return { ...answer, write };
	};
