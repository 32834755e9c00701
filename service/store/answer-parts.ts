import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Store } from './database';

/** The two forms in which an answer is stored. */
export type AnswerForm = 'xml' | 'json';

/** The longest phrase that can be searched for may begin in one part and end in the next. */
const LONGEST_PHRASE_BYTES = 4000;

/**
 * Stores a large answer in parts, each in a transaction of its own, because reading or writing it as a whole would hold up
 * everything else.
 * @returns under which ID the answer is stored now; nothing refers to it yet
 */
export async function storeAnswer(
	store: Store,
	answer: Readonly<Record<AnswerForm, readonly Uint8Array[]>>,
): Promise<string> {
	const answer_id = randomUUID();
	for (const form of ['xml', 'json'] as const)
		for (const [part, bytes] of answer[form].entries()) {
			await setImmediate();
			const next = form === 'xml' ? answer.xml.at(part + 1)?.subarray(0, LONGEST_PHRASE_BYTES) : [];
			await store
				.insertInto('answer_parts')
				.values({
					answer_id,
					form,
					part,
					content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
					next_start: Buffer.from(next ?? []),
				})
				.execute();
		}
	return answer_id;
}

/** Reads an answer part by part. Each ends with a whole character. */
export async function* partsOf(
	store: Store,
	answerId: string,
	form: AnswerForm,
): AsyncGenerator<Buffer> {
	for (let part = 0; ; part += 1) {
		await setImmediate();
		const found = await store
			.selectFrom('answer_parts')
			.select('content')
			.where('answer_id', '=', answerId)
			.where('form', '=', form)
			.where('part', '=', part)
			.executeTakeFirst();
		if (!found && part === 0) throw new Error(`The stored answer ${answerId} is gone.`);
		if (!found) return;
		yield Buffer.from(found.content);
	}
}

async function isUsed(store: Store, answerId: string): Promise<boolean> {
	for (const table of ['queued_requests', 'deliveries'] as const) {
		const user = await store
			.selectFrom(table)
			.select('sequence')
			.where('answer_id', '=', answerId)
			.executeTakeFirst();
		if (user) return true;
	}
	return false;
}

async function deleteAnswer(store: Store, answerId: string): Promise<void> {
	const parts = await store
		.selectFrom('answer_parts')
		.select('sequence')
		.where('answer_id', '=', answerId)
		.execute();
	for (const { sequence } of parts) {
		await setImmediate();
		await store.deleteFrom('answer_parts').where('sequence', '=', sequence).execute();
	}
}

/** Deletes answers, unless a request or a delivery has them. Call it after what had them is gone. */
export async function deleteUnused(
	store: Store,
	answerIds: ReadonlyArray<string | null>,
): Promise<void> {
	for (const id of answerIds)
		if (id !== null && !(await isUsed(store, id))) await deleteAnswer(store, id);
}

/** Deletes what a process that was killed has left. Call it before anybody stores an answer. */
export async function deleteLeftAnswers(store: Store): Promise<void> {
	const stored = await store.selectFrom('answer_parts').select('answer_id').distinct().execute();
	await deleteUnused(
		store,
		stored.map(({ answer_id }) => answer_id),
	);
}
