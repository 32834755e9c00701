import { createHash } from 'node:crypto';

import type { RequestChild, RequestJson } from './request';

/** What differs between two tries of the same request: who it is told apart by, and where its reading stands. */
const varying = new Set(['requestID', 'iterator', 'iteratorID']);

/** Of a record that was changed meanwhile, the next try has another one. */
const VERSION_OF_RECORD = 'EditSequence';

type Content = readonly [name: string, attributes: unknown, text: string, children: unknown];

function contentOf({ name, attributes = {}, text = '', children = [] }: RequestChild): Content {
	return [
		name,
		Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1)),
		text,
		children.filter((child) => child.name !== VERSION_OF_RECORD).map(contentOf),
	];
}

/** The same for all tries of the same request, and different for everything else. */
export function fingerprintOf({ request: { attributes = {}, ...request } }: RequestJson): string {
	const lasting = Object.entries(attributes).filter(([name]) => !varying.has(name));
	const content = contentOf({ ...request, attributes: Object.fromEntries(lasting) });
	return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

/** Identifiers that n8n's nodes make for one run of a workflow, with the number of the item, and others that they make. */
const OF_RUN = /^(n8n-(?!instead-)[\w-]{16})-(\d+)/;
const OF_NODES = /^n8n-/;

/**
 * Which order a request writes, if its identifier says so. Only what adds something is an order: the same change of a record twice is one
 * change.
 */
export function orderOf({ request: { name, attributes = {} } }: RequestJson): {
	readonly order_name: string | null;
	readonly order_scope: string | null;
} {
	const { requestID = '' } = attributes;
	const [, run, item] = OF_RUN.exec(requestID) ?? [];
	if (!name.endsWith('AddRq') || requestID === '') return { order_name: null, order_scope: null };
	if (run !== undefined) return { order_name: item, order_scope: run };
	return OF_NODES.test(requestID)
		? { order_name: null, order_scope: null }
		: { order_name: requestID, order_scope: '' };
}
