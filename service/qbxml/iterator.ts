import type { RequestChild, RequestJson } from './request';

/** The page size of an iterated query without a maximum. */
const DEFAULT_PAGE_SIZE = 100;

/** Elements that name the records they want. qbXML then allows neither `MaxReturned` nor an iterator. */
const selections = new Set(['ListID', 'FullName', 'TxnID', 'RefNumber', 'RefNumberCaseSensitive']);

function withAttributes(request: RequestJson, attributes: Record<string, string>): RequestJson {
	return {
		...request,
		request: { ...request.request, attributes: { ...request.request.attributes, ...attributes } },
	};
}

/**
 * Turns a query into the first page of an iteration (interface, section 4.3, "Automatic iteration"): `iterator="Start"`,
 * and a `MaxReturned` of 100 unless the query has one. qbXML cannot iterate a query for given IDs, names or numbers, so
 * that one is returned unchanged.
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
