import { groupBy } from '../../quickbooks/json/groupBy';
import type { JsonObject } from '../../quickbooks/json/object';
import { textOf } from '../../quickbooks/qbxml/answer';
import { QueueError } from '../calls/errors';
import type { QueryValues } from '../calls/serviceCall';
import type { QueuedRecord } from '../requests/queuedRecord';

/** When a record was queued, by the service's clock, as far as a list shows it. */
export const queuedAt = ({ inserted_at: at }: JsonObject): string | undefined =>
	textOf(at) ?? undefined;

/** Whether one moment is certainly before another. */
function isEarlier(one: string | undefined, other: string | undefined): boolean {
	if (one === undefined || other === undefined) return false;
	const [moment, otherMoment] = [Date.parse(one), Date.parse(other)];
	if (moment !== otherMoment && !Number.isNaN(moment - otherMoment)) return moment < otherMoment;
	// Digits beyond milliseconds can be compared where both have as many.
	return one.length === other.length && one < other;
}

/** Whether a record was certainly queued before another one, by what a list shows of their times. */
export const isOlder = (one: JsonObject, other: JsonObject): boolean =>
	isEarlier(queuedAt(one), queuedAt(other));

/** The order of a list (interface, section 4.2). */
export interface ListOrder {
	/** The time that a list is sorted by. Undefined if it does not show it. */
	timeOf: (record: JsonObject) => string | undefined;
	/** Whether a record certainly stands in front of another one. */
	isBefore: (one: JsonObject, other: JsonObject) => boolean;
	/** Whether two records may have the same time, so that a service may list them in either order. */
	isTied: (one: JsonObject, other: JsonObject) => boolean;
	/** Whether a record goes to the front when it changes. */
	movesToFront: boolean;
}

/** The order that a query asks for, or the one that the interface states. */
export function orderOf({ sort, sort_direction: direction }: QueryValues): ListOrder {
	const isByChange = sort === 'updated_at';
	const isAscending = direction === 'asc';
	const timeOf = (record: JsonObject): string | undefined =>
		isByChange ? (textOf(record.updated_at) ?? undefined) : queuedAt(record);
	const isBefore = (one: JsonObject, other: JsonObject): boolean =>
		isAscending ? isEarlier(timeOf(one), timeOf(other)) : isEarlier(timeOf(other), timeOf(one));
	return {
		timeOf,
		isBefore,
		isTied: (one, other) => !isBefore(one, other) && !isBefore(other, one),
		movesToFront: isByChange && !isAscending,
	};
}

/** What tells a record apart whatever has become of it since. The pages of an iterated request share their ID. */
export const placeOf = ({
	id,
	page_request_id: pageRequestId,
	page,
	inserted_at: at,
}: QueuedRecord): string => JSON.stringify([id.toLowerCase(), pageRequestId, page, at]);

const inAnyOrder = (records: readonly QueuedRecord[]): string => records.map(placeOf).sort().join();

/** Whether two looks at a page have shown the same records, in whatever order. */
export const showTheSame = (
	one: readonly QueuedRecord[],
	other: readonly QueuedRecord[],
): boolean => inAnyOrder(one) === inAnyOrder(other);

/** A page of a list, as it was at one call. */
interface Page {
	data: readonly QueuedRecord[];
	/** The number of pages by then. Infinity if the service does not say. */
	total_pages: number;
}

/** How to read a list. */
interface Reader {
	read: (number: number, size: number) => Promise<Page>;
	order: ListOrder;
	/** The size of the largest pages. They hold most records of one time all at once. */
	size: number;
	/** How many records may be read. */
	limit: number;
}

/** Where to look in a list: how many records stand in front of it, and how many up to its end. */
interface Range {
	from: number;
	to: number;
}

/** Pages that stand one behind the other. */
interface Stretch {
	pages: readonly Page[];
	/** The number of the last one. */
	to: number;
	/** Whether the records in question go on behind what may be read. */
	isCutOff: boolean;
}

/** The pages with the records of one time, from the first to the last. Without times, nothing says how far those go on. */
async function readStretch(
	{ read, order, limit }: Reader,
	size: number,
	range: Range,
	tie: QueuedRecord,
): Promise<Stretch> {
	let first = Math.floor(range.from / size) + 1;
	let last = first;
	const pages = [await read(first, size)];
	const shown = new Set(pages[0].data.map(placeOf));
	const goesOn = (): boolean => {
		const { data, total_pages: count } = pages[pages.length - 1];
		const end = data.at(-1);
		const isWithin = last * size < range.to;
		const isTimed = end !== undefined && order.timeOf(end) !== undefined;
		return last < count && (isWithin || (isTimed && !order.isBefore(tie, end)));
	};
	while (goesOn() && last * size < limit) {
		const page = await read(last + 1, size);
		// Instead of a page behind its end, a service may give the last one again.
		const isNew = page.data.some((record) => !shown.has(placeOf(record)));
		if (page.total_pages === Infinity && !isNew) break;
		for (const record of page.data) shown.add(placeOf(record));
		pages.push(page);
		last += 1;
	}
	const isCutOff = goesOn() && last * size >= limit;
	const beginsBehind = (): boolean => {
		const [record] = pages[0].data;
		return record === undefined || !order.isBefore(record, tie);
	};
	while (first > 1 && beginsBehind()) pages.unshift(await read(--first, size));
	return { pages, to: last, isCutOff };
}

/** Records by their places. What stands in one place can't be told apart by it, such as the pages of one request. */
type Places = Map<string, readonly QueuedRecord[]>;

/** Adds what a page shows. One page shows each record once, so that what it shows in one place is as many records. */
function learn(known: Places, records: readonly QueuedRecord[]): void {
	for (const [place, own] of groupBy(records, placeOf)) {
		if (own.length >= (known.get(place)?.length ?? 0)) known.set(place, own);
	}
}

const allIn = (known: Places): QueuedRecord[] => [...known.values()].flat();

/** So often in a row, pages of different sizes that show all records in one order prove that the service keeps it. */
const STEADY = 8;

/** How often the pages are read at most. */
const MOST_PASSES = 30;

/** Into how many parts the largest page is divided, in every fourth pass. */
const divisors = [2, 4, 5];

/**
 * How large the pages of a pass are. That each page is always the same proves nothing: it may have an order of its own, as from a
 * database that sorts no more than it has to give, or from a cache. Pages of another size then show others.
 */
const sizeOf = (pass: number, largest: number): number =>
	pass % 4 === 3 ? largest / divisors[Math.floor(pass / 4) % divisors.length] : largest;

/** The records of some pages of a list. */
interface TiedRecords extends Pick<Stretch, 'isCutOff' | 'to'> {
	/** The records of that time, and then those behind them. */
	records: QueuedRecord[];
	last: Page;
}

/**
 * Reads records of one time that stand on more than one page of a list. A service may list them in another order at each call
 * ("most recent first", interface, section 4.2), so that what moves between two pages is on neither when it is read. But they always
 * take up as many places as there are of them: so the pages are read again until as many records are known, and then once more until
 * the same ones are, for one that was deleted may have made them one too few.
 * @param range Where one of them stands.
 * @param tie One of them.
 * @returns Undefined if there never are as many.
 */
export async function readTied(
	reader: Reader,
	{ from, to }: Range,
	tie: QueuedRecord,
): Promise<TiedRecords | undefined> {
	const isTied = (record: QueuedRecord): boolean => reader.order.isTied(record, tie);
	// Pages of all sizes end there.
	const range = { from, to: Math.ceil(to / reader.size) * reader.size };
	const known: Places = new Map();
	let all = '';
	let before = '';
	let steady = 0;
	for (let pass = 0; pass < MOST_PASSES; pass++) {
		const size = sizeOf(pass, reader.size);
		const { pages, ...stretch } = await readStretch(reader, size, range, tie);
		const tied = pages.map(({ data }) => data.filter(isTied));
		const places = tied.flat();
		for (const page of tied) learn(known, page);
		if (allIn(known).length > places.length) {
			// One was deleted, or others have moved in from behind, which only lists without times hide.
			known.clear();
			for (const page of tied) learn(known, page);
			if (reader.order.timeOf(tie) === undefined) range.to += reader.size;
		}
		const now = places.map(placeOf).join();
		steady = now === before ? steady + 1 : 1;
		before = now;
		if (size < reader.size) continue;
		const found = allIn(known);
		const areAll = found.length === places.length;
		// One look at one page shows them all.
		const isKnown = areAll && (pages.length === 1 || inAnyOrder(found) === all);
		if (isKnown || steady >= STEADY || stretch.isCutOff) {
			const behind = pages
				.flatMap(({ data }) => data)
				.filter((record) => reader.order.isBefore(tie, record));
			return {
				...stretch,
				// Where each record keeps its place, none was missed, although some can't be told apart.
				records: [...(isKnown ? found : places), ...behind],
				last: pages[pages.length - 1],
			};
		}
		if (areAll) {
			all = inAnyOrder(found);
			known.clear();
		}
	}
	return undefined;
}

/** The error of a list that can't be read completely, since what stands on its pages never adds up. */
export const listOutOfOrder = (): QueueError =>
	new QueueError(
		'The list of queued requests could not be read completely.',
		'The service lists requests of the same time in another order at each call, and more of them than fit on one page. Nothing that depends on this list was sent. Try again when fewer requests are being queued, or delete old ones.',
	);
