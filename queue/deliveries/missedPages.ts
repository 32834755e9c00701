import type { JsonObject } from '../../quickbooks/json/object';
import { ownPage } from '../reader/ownPage';
import { distinctPages, inOrder } from '../reader/pages';
import { hasAnswer, hasFailed, isTerminal, type QueuedRecord } from '../requests/queuedRecord';
import { REMEMBERED } from '../runs/knownRuns';
import { runInUrl, startOf } from '../runs/runNames';
import { type FoundRun, type Place, recordsOfRun } from '../runs/runs';
import { isWhole, type Page, pageFrom, withRecord } from './delivery';
import { isKnown, possibleMarks, remembersSince } from './takenPages';

/** A page that the service counts as delivered, and that this trigger has never taken. */
export interface MissedPage {
	page: Page;
	/** The URL that it was delivered to. */
	url: string;
	marks: readonly string[];
}

/** What a look at a run has shown. */
export interface Missed {
	/** In order. */
	pages: MissedPage[];
	/** The keys of pages of which we may know more in a moment. */
	open: string[];
	/** What is missing for certain, and can't be taken: why, as a clause. */
	lost?: string;
	/** Why it is not clear whether anything is missing, as a clause. */
	doubt?: string;
}

/** What a node remembers. */
interface Remembered {
	/** Workflow, node and mode. */
	node: string;
	staticData: JsonObject;
}

/** How many pages we read one by one for one look at most. */
const MOST_READS = 100;
/** How far the clocks of n8n's processes may differ, in milliseconds. */
const CLOCKS_DIFFER = 60_000;

/** Tells the pages of a run apart, whatever has become of them. */
const keyOf = ({ page_request_id: own, page }: QueuedRecord): string => JSON.stringify([own, page]);

interface Known {
	record: QueuedRecord;
	page: Page;
	marks: string[];
}

/**
 * What a record says of its page.
 * @param isOnly Whether it is the only page of its request. Its delivery says so, although the record need not.
 */
function knownFrom(record: QueuedRecord, isOnly: boolean): Known {
	const page = withRecord(pageFrom({ id: record.id }) as Page, record);
	const { delivery } = page;
	if (isOnly) {
		delivery.page_request_id ??= record.id;
		delivery.page ??= 1;
	}
	return { record, page, marks: possibleMarks(delivery) };
}

const isShown = (record: QueuedRecord): boolean =>
	typeof record.webhook_state === 'string' &&
	typeof record.webhook_url === 'string' &&
	(hasAnswer(record) || hasFailed(record));

/**
 * Why we can't tell a page that was never taken from one that we don't recognise. Undefined if we can.
 * @param recognised How many of the run's pages are known to have been taken.
 */
function doubtAbout(
	{ known, name }: Place,
	run: FoundRun,
	{ node, staticData }: Remembered,
	recognised: number,
): string | undefined {
	if (!remembersSince(node, staticData, Date.parse(run.start) - CLOCKS_DIFFER)) {
		return 'more pages have come since its start than the trigger remembers';
	}
	const own = known.find(({ requestId }) => requestId === run.requestId);
	const mayBeForgotten =
		known.length >= REMEMBERED &&
		!known.some(({ requestId }) => startOf(name, requestId) !== undefined);
	if (!own && mayBeForgotten) return 'the trigger does not remember the run any more';
	return Number(own?.taken ?? 0) > recognised
		? 'the service shows its pages in another way than it has delivered them'
		: undefined;
}

/**
 * The pages of a run that the service counts as delivered, and that were never taken: while n8n starts, it answers every
 * delivery with 200 and takes nothing.
 * @param only The keys of the pages to look at. All if left out.
 * @throws ServiceError if the service can't be asked.
 */
export async function missedPages(
	place: Place,
	run: FoundRun,
	remembered: Remembered,
	only?: ReadonlySet<string>,
): Promise<Missed> {
	const { node, staticData } = remembered;
	const isNew = ({ marks }: Known) => !isKnown(node, staticData, marks);
	const records = distinctPages(await recordsOfRun(place, run));
	const isOnly = !place.iterates(run.requestId);
	const shown = inOrder(records.filter(isTerminal)).map((record) => knownFrom(record, isOnly));
	const unknown: Known[] = [];
	let reads = 0;
	for (const one of shown.filter(isNew)) {
		const isRead = !isShown(one.record) && reads < MOST_READS;
		reads += isRead ? 1 : 0;
		const whole = isRead ? knownFrom(await ownPage(place.service, one.record), isOnly) : one;
		if (isNew(whole)) unknown.push(whole);
	}
	const looked = unknown.filter(({ record }) => !only || only.has(keyOf(record)));
	const inState = (state: unknown) => looked.filter(({ record }) => record.webhook_state === state);
	// A service may note down late that a page has been delivered, or that it is completed.
	const late = records.filter(
		(record) => !isTerminal(record) && record.webhook_state === 'succeeded',
	);
	const open = [...inState('pending').map(({ record }) => record), ...late].map(keyOf);
	const delivered = inState('succeeded');
	const untold = inState(undefined);
	if (delivered.length + untold.length === 0) return { pages: [], open };

	const isUntold =
		untold.length > 0 || delivered.some(({ record }) => !runInUrl(record.webhook_url));
	const doubt =
		doubtAbout(place, run, remembered, shown.length - unknown.length) ??
		(isUntold ? 'the service does not show what was delivered' : undefined);
	if (doubt !== undefined) return { pages: [], open, doubt };
	const unreadable = delivered.filter(({ page }) => !isWhole(page));
	return {
		pages: delivered
			.filter(({ page }) => isWhole(page))
			.map(({ record, page, marks }) => ({ page, url: String(record.webhook_url), marks })),
		open,
		...(unreadable.length > 0 && {
			lost: `${unreadable.length} of its pages came while n8n was starting, and can't be read any more`,
		}),
	};
}
