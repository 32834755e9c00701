import { createHash } from 'node:crypto';

import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Delivery } from './delivery';

/** How many pages a node remembers: more than the service delivers within its last retry, at 40 kB at most. */
const REMEMBERED = 1000;

const STATIC_KEY = 'seenPages';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What a delivery holds, for pages that nothing else tells apart. */
const contentMark = ({ response_xml: xml, response_json: json }: Delivery): string =>
	digest(xml ?? JSON.stringify(json));

/** What tells a page from the others of its request (interface, section 2.2). */
type PageFacts = Pick<Delivery, 'id' | 'page_request_id' | 'page' | 'state'>;

const markOf = ({ id, page_request_id: own, page, state }: PageFacts, content?: string): string =>
	digest(JSON.stringify([id, own, page, content, state])).slice(0, 20);

/** A short mark of one page in one state: by its page_request_id or, without one, by what it holds. */
export const pageMark = (delivery: Delivery): string =>
	markOf(delivery, delivery.page_request_id === null ? contentMark(delivery) : undefined);

type Response = Pick<ReturnType<IWebhookFunctions['getResponseObject']>, 'once' | 'writableEnded'>;

/** A page that n8n has been handed and has not answered for yet. */
interface Underway {
	response: Response;
	/** Done when n8n has taken the page, has answered without taking it, or the caller has gone away. */
	settled: Promise<void>;
}

/** What one process knows of a node's pages, beyond what is stored. */
interface Memory {
	underway: Map<string, Underway>;
	taken: Set<string>;
	/** Pages that were taken so long ago that they are no longer remembered. */
	forgotten: string[];
}

// Static data is saved whole, and the last writer wins: what this process has taken is written again with each page,
// so that pages which arrive together do not forget each other.
const memories = new Map<string, Memory>();

const stored = (staticData: IDataObject): string[] => (staticData[STATIC_KEY] ?? []) as string[];

function memoryOf(node: string, staticData: IDataObject): Memory {
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
 * Whether a page has been taken before. If it is underway, this waits for how that ends: one that n8n could not store
 * is new when it comes again. It is `unclear` when the caller of then has gone away and n8n is still at work.
 * @param node Workflow and node, whose pages are remembered apart.
 */
export async function knownAs(
	node: string,
	staticData: IDataObject,
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

/** A page that is handed to n8n. */
interface Handed {
	/** To be called once n8n has stored the execution: from then on the page is remembered. */
	taken: () => void;
	/** The marks of pages that were forgotten since the last page; they are told only once. */
	forgotten: string[];
}

/**
 * Notes that a page is handed to n8n.
 * @param response How n8n answers the service.
 */
export function beginPage(
	node: string,
	staticData: IDataObject,
	mark: string,
	response: Response,
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
			staticData[STATIC_KEY] = [...new Set([...stored(staticData), ...taken])].slice(-REMEMBERED);
			settle();
		},
		forgotten: memory.forgotten.splice(0),
	};
}
