import type { Shown } from '../../../../queue/reader/history';
import type { Gained, QueueCursor } from '../../../../queue/reader/scanQueue';
import { alsoKept, mayStandFor, nothingKept } from '../../../../queue/requests/identifiers';
import { isTerminal, type QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdIn } from '../../../../queue/requests/requestId';
import { unclear } from '../../../../quickbooks/qbxml/certainty';

/** How a service reads what the interface leaves open. */
export interface Reading {
	/** What a record shows as `requestID`. */
	identifiers:
		| 'as sent'
		| 'nothing'
		| 'nothing, and no request'
		| 'once it has ended'
		| "the service's text, until it has ended"
		| 'until it has ended'
		| 'in lower case'
		| 'cut off'
		| "the service's text"
		| "the service's number";
	/** How identifiers are found in its whole queue: its search can be trusted, the queue is short, or neither. */
	foundBy: 'search' | 'reading' | 'nothing';
	times: 'distinct' | 'equal' | 'equal, in another order at each call' | 'none';
	/** What it does with a call whose `Idempotency-Key` it knows, if it honours those. */
	keys: 'ignored' | 'gives what it has' | 'refuses another request';
}

/** A request in the service's queue, as it really is. */
export interface Request {
	id: string;
	sentAs: string;
	words: string;
	guid?: string;
	idempotencyKey?: string;
	state: 'waiting' | 'carried out' | 'refused' | 'unknown';
	/** Whether what it wrote was voided or deleted since. */
	isUndone?: true;
	/** What it writes, in truth. */
	writes: string;
	/** The execution that sent it. */
	by: string;
}

/** What a request looks like in the queue, and in the call that queues it. */
export const contentOf = ({ words, guid }: Pick<Request, 'words' | 'guid'>) => ({
	name: 'InvoiceAddRq',
	children: [
		{ name: 'Memo', text: words },
		...(guid === undefined ? [] : [{ name: 'ExternalGUID', text: guid }]),
	],
});

const stateShown = {
	waiting: { state: 'waiting' },
	'carried out': { state: 'response_received' },
	refused: { state: 'error', error: { code: '3140', message: 'There is no such customer.' } },
	unknown: { state: 'error', error: { code: 'connection_error', message: 'It broke off.' } },
};

/** So many letters of an identifier are left of those that are cut off: those that name the item, and a few of its words. */
const CUT_OFF = 26;

function identifierShown({ id, sentAs, state }: Request, { identifiers }: Reading) {
	const number = id.slice(1).padStart(4, '1');
	switch (identifiers) {
		case 'as sent':
			return sentAs || undefined;
		case 'nothing':
		case 'nothing, and no request':
			return undefined;
		case 'once it has ended':
			return state === 'waiting' ? undefined : sentAs || undefined;
		case 'until it has ended':
			return state === 'waiting' ? sentAs || undefined : undefined;
		case 'in lower case':
			return sentAs.toLowerCase() || undefined;
		case 'cut off':
			return sentAs.slice(0, CUT_OFF) || undefined;
		case "the service's text, until it has ended":
			return state === 'waiting' ? `req_${number}x` : sentAs || undefined;
		case "the service's text":
			return `req_${number}x`;
		case "the service's number":
			return number;
	}
}

const timeOf = (id: string, { times }: Reading) =>
	times === 'none'
		? {}
		: { inserted_at: times === 'distinct' ? `T${id.slice(1).padStart(6, '0')}` : 'T' };

const recordsShown = new WeakMap<Request, Map<Reading, QueuedRecord>>();

/** A request as the service shows it. */
export function shown(request: Request, reading: Reading): QueuedRecord {
	const before = recordsShown.get(request) ?? new Map<Reading, QueuedRecord>();
	recordsShown.set(request, before);
	const requestID = identifierShown(request, reading);
	const record = before.get(reading) ?? {
		id: request.id,
		...stateShown[request.state],
		...timeOf(request.id, reading),
		...(reading.identifiers !== 'nothing, and no request' && {
			request_json: {
				version: '13.0',
				request: {
					...contentOf(request),
					attributes: requestID === undefined ? {} : { requestID },
				},
			},
		}),
	};
	before.set(reading, record);
	return record;
}

/** The list of a queue: newest first; what has the same time stands in any order, here in the one that is hardest to read. */
export function listed(queue: readonly Request[], reading: Reading): QueuedRecord[] {
	const records = queue.map((request) => shown(request, reading));
	return reading.times.startsWith('equal') ? records : records.reverse();
}

/** Where a queue stands, as `readCursor` reads it. */
export function cursorOf(records: readonly QueuedRecord[]): QueueCursor {
	const [newest] = records;
	if (!newest) return { ids: [] };
	const at = newest.inserted_at as string | undefined;
	const same = records.filter(
		(one) => one === newest || (at !== undefined && one.inserted_at === at),
	);
	return { ids: same.map(({ id }) => id), ...(at !== undefined && { at }) };
}

/** What a queue has gained, as `recordsSince` reads it. */
export function gainedSince(list: readonly QueuedRecord[], { ids, at }: QueueCursor): Gained {
	const records: QueuedRecord[] = [];
	const behind: QueuedRecord[] = [];
	let isPassed = false;
	for (const record of list) {
		if (ids.includes(record.id)) isPassed = true;
		else if (!isPassed) records.push(record);
		else if (at !== undefined && record.inserted_at !== at) break;
		else {
			records.push(record);
			if (at === undefined) behind.push(record);
		}
	}
	const isCursorGone = ids.length > 0 && !isPassed;
	const mayBeOlder = isCursorGone ? records : behind;
	return { records, mayBeOlder: new Set(mayBeOlder.map(({ id }) => id)), isWhole: true };
}

/** What the service does with a call: its queue afterwards, and the request that it answers with, unless it refuses. */
export function taken(
	queue: readonly Request[],
	request: Request,
	{ keys }: Reading,
): { queue: readonly Request[]; answer?: Request } {
	const same = queue.find(
		({ idempotencyKey }) => keys !== 'ignored' && idempotencyKey === request.idempotencyKey,
	);
	if (!same) return { queue: [...queue, request], answer: request };
	const isAnother = same.words !== request.words || same.sentAs !== request.sentAs;
	return isAnother && keys === 'refuses another request' ? { queue } : { queue, answer: same };
}

/** What is asked of a whole queue. */
interface Question {
	fits: (identifier: string) => boolean;
	/** The identifiers that are looked for, or how they begin. */
	phrases: readonly string[];
	/** Whether an identifier is certainly one that a caller of ours gave. */
	isOurs: (identifier: string) => boolean;
	own: ReadonlyMap<string, string>;
}

/**
 * What a whole queue shows of identifiers, or why it can't tell: what `openHistory` and `find` promise to give. The search is
 * trusted if it finds our requests at both ends of the queue. Otherwise a queue is read to its beginning, unless it is too long.
 */
export function history(
	queue: readonly Request[],
	reading: Reading,
	{ fits, phrases, isOurs, own }: Question,
): Shown {
	const records = queue.map((request) => shown(request, reading));
	const proofs = records.filter((record) => isOurs(requestIdIn(record) ?? ''));
	const isTrusted = proofs.length > 0 && reading.foundBy === 'search';
	if (!isTrusted && reading.foundBy !== 'reading' && records.length > 0)
		return { found: [], doubt: unclear('its queue is too long to be read') };
	if (!isTrusted && records.length > 0 && proofs.length === 0) {
		return { found: [], doubt: unclear('no request in its queue shows the identifier') };
	}
	const isOpenShown = proofs.some((record) => !isTerminal(record));
	const isEndedShown = proofs.some(isTerminal);
	const kept = proofs.reduce(
		(known, record) => alsoKept(known, requestIdIn(record) ?? ''),
		nothingKept,
	);
	const isClear = (record: QueuedRecord): boolean => {
		const identifier = requestIdIn(record) ?? '';
		const isShown = isTerminal(record) ? isEndedShown : isOpenShown;
		return (
			isOurs(identifier) || (isShown && !phrases.some((one) => mayStandFor(identifier, one, kept)))
		);
	};
	const hidden = records.find((record) => !isClear(record) && !own.has(record.id));
	return {
		found: records.flatMap((record) => {
			const identifier = requestIdIn(record) ?? '';
			return isClear(record) && fits(identifier) ? [{ record, identifier }] : [];
		}),
		...(hidden && { doubt: unclear(`the request ${hidden.id} does not show its identifier`) }),
	};
}
