import type { Kysely, LogEvent } from 'kysely';

import { isOutOfSpace } from './dialects/failures';
import type { Tables } from './tables';

/** More than most requests and answers have: a few bytes may still fit where they don't. */
export const TRIED_BYTES = 1_048_576;

/** Whoever asks more often hears the same again. */
const BETWEEN_TRIES_MILLISECONDS = 1000;

interface Space {
	isLacking: boolean;
	triedAt: number;
}

const spaces = new WeakMap<Kysely<Tables>, Space>();

/**
 * Notices when a store has no room for what is written.
 * @returns what the store has to be made with, and has to be called with it afterwards
 */
export function watchSpace() {
	const space: Space = { isLacking: false, triedAt: 0 };
	return {
		log(event: LogEvent): void {
			if (event.level === 'error' && isOutOfSpace(event.error)) space.isLacking = true;
		},
		watch: (store: Kysely<Tables>): unknown => spaces.set(store, space),
	};
}

/** Writes something and takes it away again. */
async function tryToWrite(store: Kysely<Tables>): Promise<void> {
	const part = { answer_id: 'a try to write', form: 'xml', part: 0 } as const;
	const content = Buffer.alloc(TRIED_BYTES);
	await store
		.insertInto('answer_parts')
		.values({ ...part, content, next_start: Buffer.alloc(0) })
		.onConflict((conflict) =>
			conflict.columns(['answer_id', 'form', 'part']).doUpdateSet({ content }),
		)
		.execute();
	await store.deleteFrom('answer_parts').where('answer_id', '=', part.answer_id).execute();
}

/** Whether a store takes what is written. After a failure, only one more try shows that it does again. */
export async function hasSpace(store: Kysely<Tables>): Promise<boolean> {
	const space = spaces.get(store);
	if (!space?.isLacking) return true;
	if (Date.now() - space.triedAt < BETWEEN_TRIES_MILLISECONDS) return false;
	space.triedAt = Date.now();
	try {
		await tryToWrite(store);
		space.isLacking = false;
	} catch {
		// The next one to ask tries again.
	}
	return !space.isLacking;
}
