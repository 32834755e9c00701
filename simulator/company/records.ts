/** A record without some of its elements. */
export function without<T extends object, Name extends keyof T>(
	record: T,
	...names: readonly Name[]
): Omit<T, Name> {
	const left = { ...record };
	for (const name of names) delete left[name];
	return left;
}
