import { createHash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import type { Delivery } from './delivery';

/** How many pages a node remembers: more than the service delivers within its last retry, at 40 kB at most. */
const remembered = 1000;

const staticKey = 'seenPages';

/** A short mark of one page in one state. */
export const pageMark = ({ id, page_request_id: pageRequestId, state }: Delivery): string =>
	createHash('sha256')
		.update(JSON.stringify([id, pageRequestId, state]))
		.digest('base64url')
		.slice(0, 20);

/** A page that is being accepted: whether it was, once n8n has answered the service. */
type Acceptance = Promise<boolean>;

/** What one process knows of a node's pages, beyond what is stored. */
interface Memory {
	underway: Map<string, Acceptance>;
	accepted: Set<string>;
}

// Static data is saved whole after the answer, and the last writer wins: what this process has accepted is written
// again with each page, so that pages which arrive together do not forget each other.
const memories = new Map<string, Memory>();

function memoryOf(node: string): Memory {
	const memory = memories.get(node) ?? { underway: new Map(), accepted: new Set() };
	memories.set(node, memory);
	return memory;
}

const stored = (staticData: IDataObject): string[] => (staticData[staticKey] ?? []) as string[];

function keepNewest(accepted: Set<string>): void {
	for (const mark of accepted) {
		if (accepted.size <= remembered) return;
		accepted.delete(mark);
	}
}

/**
 * Whether a page was accepted before. If it is just being accepted, this waits for how that ends, so that a page whose
 * acceptance fails is taken when it comes again.
 * @param node Workflow and node, whose pages are remembered apart.
 */
export async function wasSeen(
	node: string,
	staticData: IDataObject,
	mark: string,
): Promise<boolean> {
	const memory = memoryOf(node);
	for (let underway = memory.underway.get(mark); underway; underway = memory.underway.get(mark)) {
		if (await underway) return true;
	}
	return memory.accepted.has(mark) || stored(staticData).includes(mark);
}

/**
 * Remembers a page: in the static data, which n8n saves only if it accepts the page, and in this process.
 * @param acceptance Whether n8n accepted it, known once it has answered.
 */
export function remember(
	node: string,
	staticData: IDataObject,
	mark: string,
	acceptance: Acceptance,
): void {
	const { underway, accepted } = memoryOf(node);
	const marks = [...new Set([...stored(staticData), ...accepted, mark])];
	staticData[staticKey] = marks.slice(-remembered);
	underway.set(
		mark,
		acceptance.then((isAccepted) => {
			underway.delete(mark);
			if (isAccepted) accepted.add(mark);
			keepNewest(accepted);
			return isAccepted;
		}),
	);
}
