import { failureOfAnswer, ServiceError } from '../../../../queue/calls/errors';
import type { Service } from '../../../../queue/calls/ports';
import type { ServiceCall } from '../../../../queue/calls/serviceCall';
import { sameId } from '../../../../queue/reader/queuedRequests';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdIn } from '../../../../queue/requests/requestId';

/** The error of a call that the service has answered with this status. */
export const answeredWith = (status: number, code = 'invalid_request'): ServiceError =>
	new ServiceError(failureOfAnswer(status, { error: { code, message: code } }));

/** The page that a call asks for. */
interface Asked {
	page: number;
	size: number;
}

interface Behaviour {
	/** Which records a search for a phrase finds. Unless given, those whose identifier contains it. */
	search?: (phrase: string, records: readonly QueuedRecord[]) => QueuedRecord[];
	/** What a list shows of a record. */
	listed?: (record: QueuedRecord) => QueuedRecord;
	/** What a record shows that is read by itself. */
	read?: (record: QueuedRecord) => QueuedRecord;
	/** What a call that queues is answered with. */
	queue?: (call: ServiceCall, records: QueuedRecord[]) => unknown;
	/** In which order a list has its records, given them newest first, and which page is asked for. */
	ordered?: (records: readonly QueuedRecord[], asked: Asked) => QueuedRecord[];
	/** How many records a page has at most, whatever is asked for. */
	largestPage?: number;
	/** Whether a page behind the last one is answered with the last one. */
	repeatsLastPage?: boolean;
	/** What the envelope of a list says of its pages. */
	totalPages?: (pages: number) => unknown;
	/** What happens before a call is answered. */
	before?: (call: ServiceCall, records: QueuedRecord[]) => void;
}

/** A service with a connection's queue, and the calls that it got. */
export interface ServedQueue extends Service {
	/** Newest first. */
	records: QueuedRecord[];
	calls: ServiceCall[];
}

const found = (phrase: string, records: readonly QueuedRecord[]): QueuedRecord[] =>
	records.filter((record) => requestIdIn(record)?.includes(phrase));

/** Answers as the interface says (section 4.2), from these records, newest first. */
export function servedQueue(
	records: readonly QueuedRecord[],
	{
		search = found,
		listed = (record) => record,
		read = (record) => record,
		queue,
		ordered = (all) => [...all],
		largestPage = Infinity,
		repeatsLastPage = false,
		totalPages = (pages) => pages,
		before,
	}: Behaviour = {},
): ServedQueue {
	const list = ({ query = {} }: ServiceCall) => {
		const { search_phrase: phrase, sort_direction: direction } = query;
		const all = phrase === undefined ? served.records : search(String(phrase), served.records);
		const fitting = all.filter((one) =>
			['state', 'webhook_state'].every(
				(name) => query[name] === undefined || one[name] === query[name],
			),
		);
		const size = Math.min(Number(query.page_size ?? 20), largestPage);
		const pages = Math.ceil(fitting.length / size);
		const asked = Number(query.page ?? 1);
		const page = repeatsLastPage ? Math.min(asked, Math.max(pages, 1)) : asked;
		const newestFirst = ordered(fitting, { page, size });
		const sorted = direction === 'asc' ? newestFirst.reverse() : newestFirst;
		return {
			data: sorted.slice((page - 1) * size, page * size).map(listed),
			page,
			total_pages: totalPages(pages),
		};
	};
	const served: ServedQueue = {
		records: [...records],
		calls: [],
		async send(call) {
			served.calls.push(call);
			before?.(call, served.records);
			if (call.method === 'POST') return queue?.(call, served.records);
			const [, id] = /^\/queued_requests\/(.+)$/.exec(call.path) ?? [];
			if (id === undefined) return list(call);
			const record = served.records.find((one) => sameId(one.id, decodeURIComponent(id)));
			if (!record) throw answeredWith(404, 'not_found');
			return { data: read(record) };
		},
	};
	return served;
}

/** Numbers from 0 up to 1 that look like chance, the same in each run (mulberry32). */
export function chance(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The same in any order. */
export const shuffled = <One>(all: readonly One[], random: () => number): One[] =>
	all
		.map((one) => ({ one, place: random() }))
		.sort((a, b) => a.place - b.place)
		.map(({ one }) => one);

/** The order of a service that lists what has the same time in another order at each call. */
export const shufflingTies =
	(random: () => number) =>
	(records: readonly QueuedRecord[]): QueuedRecord[] =>
		shuffled(records, random).sort((one, other) => Number(other.queued_ms) - Number(one.queued_ms));
