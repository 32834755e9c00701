type Identified = { ListID: string } | { TxnID: string };

interface Index {
	size: number;
	records: Map<string, Identified>;
}

const indexes = new WeakMap<object, Index>();

const idOf = (record: Identified): string =>
	('ListID' in record ? record.ListID : record.TxnID).toUpperCase();

/** Forgets where the records of a list are, because one has been taken out of it. */
export const forget = (list: object): boolean => indexes.delete(list);

/** The record of a list with this ListID or TxnID. Only new records at the end are looked at for the first time. */
export function findById<T extends Identified>(
	list: readonly T[],
	id: string | undefined,
): T | undefined {
	if (id === undefined) return undefined;
	const known = indexes.get(list);
	const index: Index =
		known === undefined || known.size > list.length ? { size: 0, records: new Map() } : known;
	for (; index.size < list.length; index.size += 1) {
		const record = list[index.size];
		index.records.set(idOf(record), record);
	}
	indexes.set(list, index);
	return index.records.get(id.toUpperCase()) as T | undefined;
}
