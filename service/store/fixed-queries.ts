import type { Compilable, CompiledQuery, InferResult } from 'kysely';
import { createQueryId } from 'kysely';

import type { Store, StoreOrTransaction } from './database';
import { dialectOf } from './dialects';
import type { StoreDialect } from './dialects/dialect';
import { prepareOnce } from './dialects/named-statements';

/** Stands in a text for a value that is different each time. */
class Place {
	constructor(readonly name: string) {}
}

/**
 * A query whose text is always the same, and is built once for each kind of database: that takes longer than carrying it out.
 * @param build builds it, with what stands for its values
 * @returns gives its rows
 */
export function fixedQuery<
	Values extends Readonly<Record<string, string>>,
	Query extends Compilable<unknown>,
>(
	names: ReadonlyArray<keyof Values & string>,
	build: (store: StoreOrTransaction, values: Values) => Query,
): (store: StoreOrTransaction, values: Values) => Promise<InferResult<Query>> {
	const built = new Map<StoreDialect, CompiledQuery>();
	const places = Object.fromEntries(names.map((name) => [name, new Place(name)]));
	return async (store, values) => {
		const dialect = dialectOf(store);
		const text = built.get(dialect) ?? build(store, places as unknown as Values).compile();
		if (!built.has(dialect)) prepareOnce(text.sql);
		built.set(dialect, text);
		const parameters = text.parameters.map((parameter) =>
			parameter instanceof Place ? values[parameter.name] : parameter,
		);
		const { rows } = await (store as Store).executeQuery({
			...text,
			parameters,
			queryId: createQueryId(),
		});
		return rows as InferResult<Query>;
	};
}
