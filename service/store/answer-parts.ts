import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Store, StoreOrTransaction } from './database';
import { aliveProcesses } from './service-processes';

/** The two forms in which an answer is stored. */
export type AnswerForm = 'xml' | 'json';

/** A part of an answer, whose number no other part of it has. */
interface NewPart {
	readonly number: number;
	readonly form: AnswerForm;
	/** UTF-8, which ends with a whole character. */
	readonly content: Uint8Array;
}

/** An answer whose parts are all stored: the numbers of the parts of each form, in their order. */
export interface StoredAnswer extends Readonly<Record<AnswerForm, readonly number[]>> {
	readonly id: string;
	/** The process that has stored it. */
	readonly processId: string;
}

/** The longest phrase that can be searched for may begin in one part and end in the next. */
const LONGEST_PHRASE_BYTES = 4000;

/** Stores an answer part by part, while it arrives. Nobody sees it before `insertAnswer`. */
export interface AnswerStorage {
	readonly id: string;
	/** Stores some parts, each in a transaction of its own, because a long one would hold up everything else. */
	add(parts: readonly NewPart[]): Promise<void>;
	/** Stores the last one. */
	end(): Promise<void>;
}

/** The start of a text in UTF-8 that ends with a whole character. */
function startOf(text: Uint8Array, mostBytes: number): Uint8Array {
	let end = Math.min(text.length, mostBytes);
	while (end < text.length && (text[end] & 0xc0) === 0x80) end -= 1;
	return text.subarray(0, end);
}

const bufferOf = (bytes: Uint8Array): Buffer =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** @param processId the process that stores it; if that dies meanwhile, others delete the parts */
export function createAnswerStorage(store: Store, processId: string): AnswerStorage {
	const id = randomUUID();
	let isBegun = false;
	/** The newest part of the XML, which waits for how the next one starts. */
	let last: NewPart | undefined;

	async function insert({ number, form, content }: NewPart, nextStart: Uint8Array): Promise<void> {
		await setImmediate();
		await store
			.insertInto('answer_parts')
			.values({
				answer_id: id,
				form,
				part: number,
				content: bufferOf(content),
				next_start: bufferOf(nextStart),
			})
			.execute();
	}

	async function endWith(nextStart: Uint8Array): Promise<void> {
		if (last) await insert(last, nextStart);
		last = undefined;
	}

	return {
		id,
		async add(parts) {
			if (!isBegun)
				await store
					.insertInto('unfinished_answers')
					.values({ id, process_id: processId })
					.execute();
			isBegun = true;
			for (const part of parts) {
				if (part.form === 'xml') {
					await endWith(startOf(part.content, LONGEST_PHRASE_BYTES));
					last = part;
				} else await insert(part, new Uint8Array());
			}
		},
		end: () => endWith(new Uint8Array()),
	};
}

/**
 * Makes an answer whose parts are stored one that can be read. Call it in the transaction that gives it to a request.
 * @throws Error when this process was taken for dead, and others may have deleted parts
 */
export async function insertAnswer(
	transaction: StoreOrTransaction,
	{ id, processId, xml, json }: StoredAnswer,
): Promise<void> {
	const { numDeletedRows } = await transaction
		.deleteFrom('unfinished_answers')
		.where('id', '=', id)
		.where('process_id', '=', processId)
		.executeTakeFirstOrThrow();
	if (numDeletedRows === 0n) throw new Error(`The stored answer ${id} was given up.`);
	await transaction
		.insertInto('answers')
		.values({ id, xml: JSON.stringify(xml), json: JSON.stringify(json) })
		.execute();
}

/** The numbers of an answer's parts, in their order. */
export async function orderOf(store: Store, id: string, form: AnswerForm): Promise<number[]> {
	const answer = await store
		.selectFrom('answers')
		.select(form)
		.where('id', '=', id)
		.executeTakeFirst();
	return answer ? (JSON.parse(answer[form]) as number[]) : [];
}

/** Reads an answer part by part. Each ends with a whole character. */
export async function* partsOf(store: Store, id: string, form: AnswerForm): AsyncGenerator<Buffer> {
	const order = await orderOf(store, id, form);
	if (order.length === 0) throw new Error(`The stored answer ${id} is gone.`);
	for (const part of order) {
		await setImmediate();
		const { content } = await store
			.selectFrom('answer_parts')
			.select('content')
			.where('answer_id', '=', id)
			.where('form', '=', form)
			.where('part', '=', part)
			.executeTakeFirstOrThrow();
		yield Buffer.from(content as ArrayBuffer);
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
	await store.deleteFrom('answers').where('id', '=', answerId).execute();
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

/** Deletes what is stored of an answer that nobody has got. Nothing happens to one that a request has. */
export async function dropUnfinished(store: Store, answerId: string): Promise<void> {
	await deleteUnused(store, [answerId]);
	await store.deleteFrom('unfinished_answers').where('id', '=', answerId).execute();
}

/**
 * Deletes what processes have left that died while they stored an answer.
 * @param processId the process that deletes it
 * @param now ISO 8601 UTC
 */
export async function deleteLeftAnswers(
	store: Store,
	processId: string,
	now: string,
): Promise<void> {
	const left = await store
		.updateTable('unfinished_answers')
		.set({ process_id: processId })
		.where('process_id', 'not in', aliveProcesses(now))
		.returning('id')
		.execute();
	for (const { id } of left) await dropUnfinished(store, id);
}
