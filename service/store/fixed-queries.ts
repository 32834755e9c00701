import {
	type Compilable,
	type CompiledQuery,
	createQueryId,
	type Expression,
	type InferResult,
	sql,
} from 'kysely';

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
export function fixedQuery<Name extends string, Query extends Compilable<unknown>>(
	names: readonly Name[],
	build: (store: StoreOrTransaction, places: Readonly<Record<Name, Expression<string>>>) => Query,
): (
	store: StoreOrTransaction,
	values: Readonly<Record<Name, string>>,
) => Promise<InferResult<Query>> {
	const built = new Map<StoreDialect, CompiledQuery>();
	const places: Readonly<Record<string, Expression<string>>> = Object.fromEntries(
		names.map((name) => [name, sql<string>`${new Place(name)}`]),
	);
	return async (store, values) => {
		const dialect = dialectOf(store);
		const text = built.get(dialect) ?? build(store, places).compile();
		if (!built.has(dialect)) prepareOnce(text.sql);
		built.set(dialect, text);
		const parameters = text.parameters.map((parameter) =>
			parameter instanceof Place ? values[parameter.name as Name] : parameter,
		);
		const { rows } = await (store as Store).executeQuery({
			...text,
			parameters,
			queryId: createQueryId(),
		});
		return rows as InferResult<Query>;
	};
}
