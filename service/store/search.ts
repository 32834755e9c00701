import { type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Store } from './database';
import { dialectOf } from './dialects';
import { isLarge, searched } from './dialects/indexed-text';
import type { Tables } from './tables';

/** The request has one of these answers. */
const hasOneOf = (answerIds: readonly string[]): RawBuilder<SqlBool> =>
	sql<SqlBool>`answer_id in (${sql.join(answerIds)})`;

/**
 * The condition that a record contains a phrase, ignoring case. The phrase is looked up in an index of texts, and every record
 * that this finds is checked. The index stays because a company's queue grows long.
 * @param answerIds the answers that contain it among those that are stored in parts
 * @returns for use in a selection from `queued_requests`
 */
export function containsPhrase(
	store: Store,
	connectionId: string,
	phrase: string,
	answerIds: readonly string[],
) {
	const { containing, mayContain, largeResponses } = dialectOf(store).search;
	const indexed = mayContain(phrase);
	return ({ and, or }: ExpressionBuilder<Tables, 'queued_requests'>) => {
		const found = or([
			...searched.flatMap((column) => containing(sql.ref(column), phrase)),
			...(answerIds.length > 0 ? [hasOneOf(answerIds)] : []),
		]);
		if (!indexed) return found;
		const candidates = [
			indexed,
			sql`select sequence from ${largeResponses} where connection_id = ${connectionId} and ${sql.raw(isLarge(''))}`,
			...(answerIds.length > 0
				? [sql`select sequence from queued_requests where ${hasOneOf(answerIds)}`]
				: []),
		];
		return and([sql<SqlBool>`sequence in (${sql.join(candidates, sql` union all `)})`, found]);
	};
}
