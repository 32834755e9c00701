import type { PrebuiltOperation } from './endpoint/operation';
import * as queries from './queries';
import * as writes from './writes';

export type { PrebuiltOperation };

const byPath = (listed: Record<string, PrebuiltOperation>): PrebuiltOperation[] =>
	Object.values(listed).sort((one, other) => one.path.localeCompare(other.path));

/** The pre-built endpoints (interface, section 4.3): first the queries, then the writes, each sorted by path. */
export const prebuiltOperations: readonly PrebuiltOperation[] = [
	...byPath(queries),
	...byPath(writes),
];
