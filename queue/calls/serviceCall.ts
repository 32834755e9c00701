/** The query of a call: a list goes out as `name[]=` pairs. */
export type QueryValues = Record<string, boolean | number | string | string[]>;

/** One call of the interface. */
export interface ServiceCall {
	method: 'GET' | 'POST' | 'DELETE';
	/** Path below the base address, with its parts already encoded (see `path`). */
	path: string;
	query?: QueryValues;
	body?: object;
	/**
	 * The key by which a service recognises a request that it has to queue, however often the call arrives. Not every
	 * service looks at it.
	 */
	idempotencyKey?: string;
	/**
	 * Until when an answer is of use. With a deadline, the request is sent only once, and broken off if the answer comes
	 * too late.
	 */
	deadline?: AbortSignal;
}

/** A path from its parts, each encoded. */
export const path = (...parts: string[]): string =>
	parts.map((part) => `/${encodeURIComponent(part)}`).join('');

/** `?a=1&list[]=2&list[]=3`, or nothing for an empty query. Every list goes out as `name[]=` pairs. */
export function queryString(query: QueryValues = {}): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		Array.isArray(value)
			? value.map((entry): [string, string] => [`${name}[]`, entry])
			: [[name, String(value)] satisfies [string, string]],
	);
	return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
