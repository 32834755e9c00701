import type { RecordValue } from './value-types';

/** What is left of a value when empty texts are taken out of it, as out of an address; undefined if nothing is. */
export function withoutCleared(value: RecordValue | undefined): RecordValue | undefined {
	if (value === '') return undefined;
	if (typeof value !== 'object' || Array.isArray(value)) return value;
	const parts = Object.entries(value);
	const left = parts.filter(([, part]) => part !== '');
	// A reference stays the very one that is renamed with its record.
	if (left.length === parts.length) return value;
	return left.length > 0 ? Object.fromEntries(left) : undefined;
}

/** A record without some of its elements. */
export function without<T extends object, Name extends keyof T>(
	record: T,
	...names: readonly Name[]
): Omit<T, Name> {
	const left = { ...record };
	for (const name of names) delete left[name];
	return left;
}
