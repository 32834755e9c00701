import type { AnswerThread } from '../qbxml';
import { type LargeAnswer, receiveLargeAnswer } from '../queue/large-answer';
import type { Store } from '../store/database';
import type { OpenSessions } from './message';
import type { Sessions } from './sessions';

interface OpenerParts {
	readonly store: Store;
	readonly processId: string;
	readonly sessions: Sessions;
	readonly thread: AnswerThread;
}

/** What is known of the open sessions; large answers are taken of those with a request that waits for one, and of no others. */
export const openSessions = ({
	store,
	processId,
	sessions,
	thread,
}: OpenerParts): OpenSessions => ({
	has: async (ticket) => (await sessions.update(ticket, {})) !== undefined,
	async answer(ticket) {
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
	},
});
