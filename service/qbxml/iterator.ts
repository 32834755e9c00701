import type { RequestChild, RequestJson } from './request';

/** Records per page of an iterated query that names no maximum. */
const DEFAULT_PAGE_SIZE = 100;

/** A query by these asks for given records; qbXML then allows neither `MaxReturned` nor an iterator. */
const selections = new Set(['ListID', 'FullName', 'TxnID', 'RefNumber', 'RefNumberCaseSensitive']);

function withAttributes(request: RequestJson, attributes: Record<string, string>): RequestJson {
	return {
		...request,
		request: { ...request.request, attributes: { ...request.request.attributes, ...attributes } },
	};
}

/**
 * Makes a query the first page of an iteration (interface.md, section 4.3, "Automatic iteration"): `iterator="Start"`
 * and a `MaxReturned`, which is 100 when the query has none. A query for given IDs, names or numbers is answered whole
 * and cannot be iterated in qbXML: it comes back as it is.
 */
export function startIterator(request: RequestJson): RequestJson {
	const children = request.request.children ?? [];
	if (children.some(({ name }) => selections.has(name))) return request;
	const pageSize: RequestChild[] = children.some(({ name }) => name === 'MaxReturned')
		? []
		: [{ name: 'MaxReturned', text: String(DEFAULT_PAGE_SIZE) }];
	const paged = {
		...request,
		request: { ...request.request, children: [...pageSize, ...children] },
	};
	return withAttributes(paged, { iterator: 'Start' });
}

/** Makes the request for the next page: the same query with `iterator="Continue"` and the iterator's ID. */
export function continueIterator(request: RequestJson, iteratorID: string): RequestJson {
	return withAttributes(request, { iterator: 'Continue', iteratorID });
}
