import {
	type AnswerThread,
	InvalidXml,
	type KeptPart,
	type QbxmlResponse,
	type ResponseFilter,
	type WrittenPart,
} from '../qbxml';
import { createAnswerStorage, dropUnfinished } from '../store/answer-parts';
import type { Store } from '../store/database';
import type { RequestRecord } from '../store/queued-requests';

/** A large answer that is read and stored while it arrives. One call at a time. */
export interface LargeAnswer {
	/** The request that was sent for it. */
	readonly request: RequestRecord;
	/** Where its parts are stored, and the process that stores them. */
	readonly id: string;
	readonly processId: string;
	/** Takes the next part, when there is room for it. What comes after one that cannot be read is ignored. */
	write(part: WrittenPart): Promise<void>;
	/**
	 * Reads and stores what is left of it.
	 * @throws InvalidXml when it could not be read
	 */
	read(): Promise<QbxmlResponse<readonly number[]>>;
	/** Ends it, and deletes what is stored unless a request has got it. Call it always. */
	close(): Promise<void>;
}

export const filterOf = ({ answer_filter }: RequestRecord): ResponseFilter | undefined =>
	answer_filter === null ? undefined : (JSON.parse(answer_filter) as ResponseFilter);

/**
 * @param processId the process that receives it
 * @param request the one that was sent
 */
export function receiveLargeAnswer(
	store: Store,
	thread: AnswerThread,
	processId: string,
	request: RequestRecord,
): LargeAnswer {
	const reading = thread.open(filterOf(request));
	const storage = createAnswerStorage(store, processId);
	let storing = Promise.resolve();
	let invalid: InvalidXml | undefined;

	/** Stores parts while the next one is read, but never more than one's. */
	async function keep(parts: readonly KeptPart[]): Promise<void> {
		await storing;
		storing = storage.add(parts);
		// Whoever comes next waits for it and learns of it.
		storing.catch(() => undefined);
	}

	return {
		request,
		id: storage.id,
		processId,
		async write(part) {
			if (invalid) return;
			try {
				await keep(await reading.write(part));
			} catch (problem) {
				if (!(problem instanceof InvalidXml)) throw problem;
				invalid = problem;
			}
		},
		async read() {
			if (invalid) throw invalid;
			const { kept, response } = await reading.end();
			await keep(kept);
			await storing;
			await storage.end();
			return response;
		},
		async close() {
			reading.drop();
			await storing.catch(() => undefined);
			await dropUnfinished(store, storage.id);
		},
	};
}
