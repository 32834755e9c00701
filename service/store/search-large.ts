import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import { orderOf } from './answer-parts';
import type { Store } from './database';
import { dialectOf } from './dialects';
import { answersOf } from './queued-requests';

async function contains(store: Store, answerId: string, phrase: string): Promise<boolean> {
	const { search, textOf } = dialectOf(store);
	// With enough of the next part for phrases that begin in this one.
	const text = textOf(sql`(content || next_start)`);
	for (const part of await orderOf(store, answerId, 'xml')) {
		await setImmediate();
		const found = await store
			.selectFrom('answer_parts')
			.select('sequence')
			.where('answer_id', '=', answerId)
			.where('form', '=', 'xml')
			.where('part', '=', part)
			.where(({ or }) => or(search.containing(text, phrase)))
			.executeTakeFirst();
		if (found) return true;
	}
	return false;
}

/**
 * The large answers of a connection's requests that contain a phrase. They are looked through part by part, because as a whole
 * they would hold up everything else.
 */
export async function largeAnswersWith(
	store: Store,
	connectionId: string,
	phrase: string,
): Promise<string[]> {
	const found: string[] = [];
	for (const id of await answersOf(store, connectionId))
		if (await contains(store, id, phrase)) found.push(id);
	return found;
}
