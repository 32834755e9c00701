/** Something that is worked out once for an object, and for each of the names given with it. */
export function once<Source extends object, Result>(): (
	source: Source,
	name: string,
	make: () => Result,
) => Result {
	const known = new WeakMap<Source, Map<string, Result>>();
	return (source, name, make) => {
		const named = known.get(source) ?? new Map<string, Result>();
		known.set(source, named);
		const result = named.get(name) ?? make();
		named.set(name, result);
		return result;
	};
}
