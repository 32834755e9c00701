import type { PrebuiltOperation } from './operation';
import * as queries from './queries';
import * as writes from './writes';

const byPath = (listed: Record<string, PrebuiltOperation>): PrebuiltOperation[] =>
	Object.values(listed).sort((one, other) => one.path.localeCompare(other.path));

/** The pre-built endpoints (interface.md, section 4.3): queries and writes, each in the order of their paths. */
export const prebuiltOperations: readonly PrebuiltOperation[] = [
	...byPath(queries),
	...byPath(writes),
];
