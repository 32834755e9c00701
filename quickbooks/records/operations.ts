import { contentOfQueries, wordsAt } from '../qbxml/queryFacts';
import { canBeChanged } from '../qbxml/recordFacts';

export type RecordOperation =
	'create' | 'get' | 'query' | 'update' | 'void' | 'delete' | 'findOrCreate' | 'upsert';

const typesIn = (request: string, element: string): ReadonlySet<string> =>
	new Set(wordsAt(contentOfQueries(request), element));

/** What can be deleted: qbXML has the same words for asking what was. */
const deletable = {
	list: typesIn('ListDeletedQueryRq', 'ListDelType'),
	transaction: typesIn('TxnDeletedQueryRq', 'TxnDelType'),
};

const voidable = typesIn('TxnVoidRq', 'TxnVoidType');

/**
 * The operations of a record: those for which qbXML has a request for each of its types. Records of lists can also be found
 * by what tells them apart.
 * @param types Its types in qbXML that can be created. None for a record that can only be read.
 */
export function operationsOf(
	kind: 'list' | 'transaction',
	types: readonly string[],
): RecordOperation[] {
	if (types.length === 0) return ['get', 'query'];
	return [
		...(['create', 'get', 'query'] as const),
		...(types.every(canBeChanged) ? (['update'] as const) : []),
		...(types.every((type) => voidable.has(type)) ? (['void'] as const) : []),
		...(types.every((type) => deletable[kind].has(type)) ? (['delete'] as const) : []),
		...(kind === 'list' ? (['findOrCreate', 'upsert'] as const) : []),
	];
}
