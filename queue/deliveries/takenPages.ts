import { createHash } from 'node:crypto';

import type { JsonObject } from '../../quickbooks/json/object';
import type { Clock } from '../calls/ports';
import type { Delivery } from './delivery';
import { asStored, marksIn } from './storedMarks';

/** How many pages a node remembers: more than the service delivers until its last retry, and at most 40 kB. */
const REMEMBERED = 1000;

const STATIC_KEY = 'seenPages';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A hash of a delivery's content, for pages that nothing else tells apart. */
const contentMark = ({ response_xml: xml, response_json: json }: Delivery): string =>
	digest(xml ?? JSON.stringify(json));

/** What tells a page apart from the other pages of its request (interface, section 2.2). */
type PageFacts = Pick<Delivery, 'id' | 'page_request_id' | 'page' | 'state'>;

const markOf = ({ id, page_request_id: own, page, state }: PageFacts, content?: string): string =>
	digest(JSON.stringify([id, own, page, content, state])).slice(0, 20);

/** A short mark of one page in one state. It is based on the page_request_id or, without one, on the content. */
export const pageMark = (delivery: Delivery): string =>
	markOf(delivery, delivery.page_request_id === null ? contentMark(delivery) : undefined);

/**
 * All marks that a page may have been taken by. A delivery need not say all that the service's record says: without its
 * page_request_id, the page is known by what it holds.
 */
export function possibleMarks(delivery: Delivery): string[] {
	const {
		id,
		page_request_id: own,
		page,
		state,
		response_xml: xml,
		response_json: json,
	} = delivery;
	const contents = [
		...(typeof xml === 'string' ? [digest(xml)] : []),
		...(xml === null || json !== null ? [digest(JSON.stringify(json))] : []),
	];
	const numbers = [...new Set([page, null])];
	const marks = [...new Set([id, id.toLowerCase(), id.toUpperCase()])].flatMap((one) =>
		numbers.flatMap((number) => [
			...(own === null ? [] : [markOf({ id: one, page_request_id: own, page: number, state })]),
			...contents.map((content) =>
				markOf({ id: one, page_request_id: null, page: number, state }, content),
			),
		]),
	);
	return [...new Set([pageMark(delivery), ...marks])];
}

/** The response with which the service is answered. */
interface Response {
	readonly writableEnded: boolean;
	once(event: 'close', listener: () => void): unknown;
}

/** A page that n8n has received and not answered yet. */
interface Underway {
	response: Response;
	/** Resolves when n8n has taken the page, has answered without taking it, or the caller has gone away. */
	settled: Promise<void>;
}

/** What one process knows about a node's pages, beyond what is stored. */
interface Memory {
	underway: Map<string, Underway>;
	taken: Set<string>;
	/** Pages that were taken so long ago that we no longer remember them. */
	forgotten: string[];
}

// n8n saves static data as a whole, and the last writer wins. So we write everything that this process has taken again
// with each page. Otherwise pages that arrive together would erase each other.
const memories = new Map<string, Memory>();

const stored = (staticData: JsonObject): string[] => marksIn(staticData[STATIC_KEY]);

function memoryOf(node: string, staticData: JsonObject): Memory {
	const memory = memories.get(node) ?? {
		underway: new Map(),
		taken: new Set(stored(staticData)),
		forgotten: [],
	};
	memories.set(node, memory);
	return memory;
}

function keepNewest({ taken, forgotten }: Memory): void {
	for (const mark of taken) {
		if (taken.size <= REMEMBERED) return;
		taken.delete(mark);
		forgotten.push(mark);
	}
}

/**
 * Whether a page has been taken before. If it is underway, this waits for the outcome: a page that n8n could not store
 * counts as new when it comes again. The result is `unclear` if the earlier caller has gone away and n8n is still
 * working on the page.
 * @param node Workflow and node. Each node's pages are remembered separately.
 */
export async function knownAs(
	node: string,
	staticData: JsonObject,
	mark: string,
): Promise<'new' | 'taken' | 'unclear'> {
	const { underway, taken } = memoryOf(node, staticData);
	for (let other = underway.get(mark); other; other = underway.get(mark)) {
		await other.settled;
		if (taken.has(mark)) return 'taken';
		if (!other.response.writableEnded) return 'unclear';
		if (underway.get(mark) === other) underway.delete(mark);
	}
	return taken.has(mark) || stored(staticData).includes(mark) ? 'taken' : 'new';
}

/** Whether a page has been taken, or is being taken in this process, by any of its possible marks. */
export function isKnown(node: string, staticData: JsonObject, marks: readonly string[]): boolean {
	const { underway, taken } = memoryOf(node, staticData);
	const all = new Set(stored(staticData));
	return marks.some((mark) => underway.has(mark) || taken.has(mark) || all.has(mark));
}

/**
 * Remembers a page in this process, and stores it with the next one: a page that would start something if it were judged
 * again later, or further marks of a page.
 */
export function settlePage(node: string, staticData: JsonObject, marks: readonly string[]): void {
	const memory = memoryOf(node, staticData);
	for (const mark of marks) memory.taken.add(mark);
	keepNewest(memory);
}

/** How far back a node's memory reaches. Times are in milliseconds since 1970, by n8n's clock. */
interface Reach {
	/** All pages that were taken since then are remembered. */
	since: number;
	/** A later page, which will be the next to count from. */
	next: { mark: string; at: number };
}

const REACH_KEY = 'seenSince';
/** After so many pages, memory is counted from a later one, so that at most twice as many count. */
const COUNTED = 400;

/** How far the memory reaches with one more page, which stands at its end. */
function reachWith(before: Reach | undefined, marks: readonly string[], now: number): Reach {
	const next = { mark: marks[marks.length - 1], at: now };
	if (before === undefined) return { since: now, next };
	const place = marks.indexOf(before.next.mark);
	if (place < 0) return { since: now, next };
	if (place >= marks.length - COUNTED) return before;
	return { since: before.next.at, next };
}

/** Whether every page that a node has taken since a moment is remembered. */
export function remembersSince(node: string, staticData: JsonObject, moment: number): boolean {
	const { taken } = memoryOf(node, staticData);
	if (Math.max(taken.size, stored(staticData).length) < REMEMBERED) return true;
	const { since = Infinity } = (staticData[REACH_KEY] ?? {}) as Partial<Reach>;
	return moment > since;
}

/** A page that is handed to n8n. */
interface Handed {
	/** Call this once n8n has stored the execution. From then on the page is remembered. */
	taken: () => void;
	/** The marks of pages that were forgotten since the last page. Each is reported only once. */
	forgotten: string[];
}

/** Stores what is remembered of a node's pages, beside what is stored already. */
function store({ taken }: Memory, staticData: JsonObject, clock: Pick<Clock, 'now'>): void {
	const all = [...new Set([...stored(staticData), ...taken])].slice(-REMEMBERED);
	staticData[STATIC_KEY] = asStored(all);
	const before = staticData[REACH_KEY] as Reach | undefined;
	const reach = reachWith(before, all, clock.now());
	if (reach !== before) staticData[REACH_KEY] = { ...reach };
}

/** Stores what this process has remembered of a node's pages since the static data was read. */
export function storePages(node: string, staticData: JsonObject, clock: Pick<Clock, 'now'>): void {
	const memory = memories.get(node);
	if (memory && memory.taken.size > 0) store(memory, staticData, clock);
}

/**
 * Records that a page is handed to n8n.
 * @param response The response with which n8n answers the service.
 */
export function beginPage(
	node: string,
	staticData: JsonObject,
	mark: string,
	response: Response,
	clock: Pick<Clock, 'now'>,
): Handed {
	const memory = memoryOf(node, staticData);
	const { underway, taken } = memory;
	let settle = () => {};
	const settled = new Promise<void>((resolve) => {
		settle = resolve;
	});
	underway.set(mark, { response, settled });
	response.once('close', () => settle());
	return {
		taken: () => {
			underway.delete(mark);
			taken.add(mark);
			keepNewest(memory);
			store(memory, staticData, clock);
			settle();
		},
		forgotten: memory.forgotten.splice(0),
	};
}
