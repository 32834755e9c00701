import type { Warning } from '../../quickbooks/qbxml/answer';
import type { QueueCursor } from '../reader/scanQueue';
import { stepPositionOfSlot } from '../requests/identifiers';
import type { QueuedRecord } from '../requests/queuedRecord';
import type { NamedRecord } from '../requests/shownRequest';

/**
 * What there was of an order before this run: nothing, a record that was removed, or one that stands, with the same contents, with
 * others, or with contents that can't be compared.
 */
export type Earlier = 'none' | 'removed' | 'stands' | 'differs' | 'uncompared';

/** Whether nothing is written for an order, since that was done before. */
export const existedBefore = (earlier: Earlier | undefined): boolean =>
	earlier !== undefined && earlier !== 'none' && earlier !== 'removed';

/** A request that a run has in the queue. */
export interface Queued {
	/** The place of the write in the run (see `Write`). */
	slot: string;
	key: string;
	identifier: string;
	connectionId: string;
	/** As the service gave it, without its answer: n8n stores the journal with the execution. */
	record: QueuedRecord;
	/** The execution that queued it. A Retry has another number. Empty if only its words say whether it is what is asked for. */
	execution: string;
	/** For what is written for an order. */
	earlier?: Earlier;
	/** The records that it changes, for a write of a later step. Without it, only its record may tell. */
	changed?: readonly NamedRecord[];
	/** Of the record that it adds, if it has one. */
	externalGuid?: string;
	/** The ID of the request instead of which it was queued, if it was (see `Write`). */
	replaces?: string;
}

/** A request that has certainly written nothing. */
interface Refusal {
	slot: string;
	id: string;
	/** The execution that learnt it. Another one may write in its place. */
	execution: string;
}

/** A call of which nobody knows whether the service took its request, and the error that says so. */
export interface LostCall {
	slot: string;
	message: string;
	description: string;
	externalGuid: string;
	/** When the call was given up, as ISO 8601. */
	at: string;
}

/** Where an item of an operation stands: what it has asked for, and the step that takes what comes of it. */
interface Planned {
	item: string;
	step: string;
	/** The slots of its requests, in order. */
	slots: readonly string[];
	/** What the steps before have kept for this one, as plain JSON. */
	kept: Record<string, unknown>;
	/** Stands for the form. Somebody may change that before a Retry. */
	formHash: string;
	/** What QuickBooks warned of when it carried out the steps before. */
	warnings?: readonly Warning[];
}

/** What a run has learnt, as it learnt it. */
export type JournalEvent =
	/** Where a connection's queue stood before this journal's first write. A Retry may not know of all writes before. */
	| { event: 'cursor'; connectionId: string; cursor: QueueCursor; isOfRetry?: true }
	/** An execution has looked for everything that the run has in a connection's queue. `because` says why it can't tell. */
	| { event: 'looked'; connectionId: string; execution: string; because?: string }
	/** A call goes out now. Until something else is known of the slot, nobody knows whether the service took it. */
	| { event: 'sent'; slot: string; key: string }
	| ({ event: 'queued' } & Queued)
	/** One of several writes of a step is in the queue. What takes it over may be another one of them. */
	| { event: 'seen'; slot: string; key: string; id: string }
	/** The service certainly does not have it. */
	| { event: 'notQueued'; slot: string }
	| ({ event: 'refused' } & Refusal)
	| ({ event: 'unknown' } & LostCall)
	/** What goes out instead of a request that has certainly left nothing in the books. */
	| { event: 'replaced'; requestId: string; slot: string }
	| ({ event: 'planned' } & Planned)
	/** The item waits for another one that changes the same. It begins anew when that one is done. */
	| { event: 'deferred'; item: string; waitsFor: readonly string[] }
	/** The item has failed for good in an execution. A later one begins anew with it. */
	| { event: 'failed'; item: string; execution: string }
	| { event: 'begunAnew'; item: string }
	/** A try begins to queue requests, those of its first round or of a later one. What it saw of the queue before may be old. */
	| { event: 'turn'; round: number }
	/** The time to wait was over. Later tries of the execution don't sleep again. */
	| { event: 'expired'; execution: string };

/**
 * What a run of the node has done so far, and its Retries with it: one list, to which everything is added before or as it
 * happens. Nothing else is kept; the rest is derived from it (see `knownFrom`).
 */
export interface Journal {
	runKey: string;
	events: JournalEvent[];
}

/** Where an item stands. */
export interface Standing extends Planned {
	waitsFor?: readonly string[];
	failedIn?: string;
}

/** What a journal says, as questions about it are asked. */
export interface Known {
	cursors: Map<string, QueueCursor>;
	/** The connections whose queues had nothing of the run then. */
	begunOn: Set<string>;
	/** Why the run's own requests can't be told in a connection's queue, by connection and execution. Empty if they can. */
	looks: Map<string, string>;
	/** The requests in the queue, by slot. */
	queued: Map<string, Queued>;
	/** Calls that went out and have no answer, by slot: the key of what was sent. */
	unanswered: Map<string, string>;
	/** The slots that this try has sent in its present turn: it saw before that nothing was there. */
	sentInTurn: Set<string>;
	refused: Map<string, readonly Refusal[]>;
	lost: Map<string, LostCall>;
	/** The slots that were last written instead of requests that left nothing, by the IDs of those. */
	replacements: Map<string, string>;
	items: Map<string, Standing>;
	/** The keys of the writes of later steps that are in the queue and were not certainly refused: by item, and by their IDs. */
	stepWrites: Map<string, Map<string, { step: number; key: string }>>;
	/** All requests that are known to belong to the run: the identifiers they were sent with, by ID in lower case. */
	own: Map<string, string>;
	/** The slots under which an identifier was queued on a connection (see `identifierKey`). */
	slotsByIdentifier: Map<string, Set<string>>;
	round: number;
	expiredIn?: string;
}

const lookKey = (connectionId: string, execution: string): string => `${connectionId} ${execution}`;

/** What stands for an identifier on a connection. */
const identifierKey = (connectionId: string, identifier: string): string =>
	`${connectionId} ${identifier}`;

const nothing = (): Known => ({
	cursors: new Map(),
	begunOn: new Set(),
	looks: new Map(),
	queued: new Map(),
	unanswered: new Map(),
	sentInTurn: new Set(),
	refused: new Map(),
	lost: new Map(),
	replacements: new Map(),
	items: new Map(),
	stepWrites: new Map(),
	own: new Map(),
	slotsByIdentifier: new Map(),
	round: 0,
});

function learnStepWrite({ stepWrites }: Known, slot: string, key: string, id: string): void {
	const position = stepPositionOfSlot(slot);
	if (!position) return;
	const { item, step } = position;
	const own = stepWrites.get(item) ?? new Map<string, { step: number; key: string }>();
	stepWrites.set(item, own.set(id, { step, key }));
}

function learnQueued(known: Known, queued: Queued): void {
	const { slot, key, connectionId, identifier, record, replaces } = queued;
	learnStepWrite(known, slot, key, record.id);
	if (replaces !== undefined) known.replacements.set(replaces, slot);
	known.queued.set(slot, queued);
	known.unanswered.delete(slot);
	known.lost.delete(slot);
	known.own.set(record.id.toLowerCase(), identifier);
	const name = identifierKey(connectionId, identifier);
	const slots = known.slotsByIdentifier.get(name);
	if (slots) slots.add(slot);
	else known.slotsByIdentifier.set(name, new Set([slot]));
}

function learnRefused(known: Known, { slot, id, execution }: Refusal): void {
	const { refused, own, stepWrites } = known;
	stepWrites.get(stepPositionOfSlot(slot)?.item ?? '')?.delete(id);
	const before = refused.get(slot) ?? [];
	if (before.some((one) => one.id === id)) return;
	refused.set(slot, [...before, { slot, id, execution }]);
	if (!own.has(id.toLowerCase())) own.set(id.toLowerCase(), '');
}

function setStanding({ items }: Known, item: string, change: Partial<Standing>): void {
	const standing = items.get(item);
	if (standing) items.set(item, { ...standing, ...change });
}

/** Adds one event to what is known. */
function learn(known: Known, event: JournalEvent): void {
	switch (event.event) {
		case 'cursor':
			known.cursors.set(event.connectionId, event.cursor);
			if (!event.isOfRetry) known.begunOn.add(event.connectionId);
			return;
		case 'looked':
			known.looks.set(lookKey(event.connectionId, event.execution), event.because ?? '');
			return;
		case 'sent':
			known.unanswered.set(event.slot, event.key);
			known.sentInTurn.add(event.slot);
			known.lost.delete(event.slot);
			return;
		case 'queued':
			learnQueued(known, event);
			return;
		case 'seen':
			learnStepWrite(known, event.slot, event.key, event.id);
			return;
		case 'notQueued':
			known.unanswered.delete(event.slot);
			known.lost.delete(event.slot);
			return;
		case 'refused':
			learnRefused(known, event);
			return;
		case 'unknown':
			known.lost.set(event.slot, event);
			return;
		case 'replaced':
			known.replacements.set(event.requestId, event.slot);
			return;
		case 'planned': {
			const { item, step, slots, kept, formHash, warnings } = event;
			known.items.set(item, { item, step, slots, kept, formHash, ...(warnings && { warnings }) });
			return;
		}
		case 'deferred':
			setStanding(known, event.item, { waitsFor: event.waitsFor });
			return;
		case 'failed':
			setStanding(known, event.item, { failedIn: event.execution });
			return;
		case 'begunAnew':
			known.items.delete(event.item);
			return;
		case 'turn':
			known.round = Math.max(known.round, event.round);
			known.looks.clear();
			known.sentInTurn.clear();
			return;
		case 'expired':
			known.expiredIn = event.execution;
			return;
	}
}

/** What was derived of journals, and up to which event. */
const derived = new WeakMap<JournalEvent[], { known: Known; upTo: number }>();

/** What a journal says. It is derived once, and then only from what was added. */
export function knownFrom({ events }: Journal): Readonly<Known> {
	const before = derived.get(events) ?? { known: nothing(), upTo: 0 };
	for (const event of events.slice(before.upTo)) learn(before.known, event);
	derived.set(events, { known: before.known, upTo: events.length });
	return before.known;
}

/** Adds to a journal. Call it before a call goes out, and as soon as something is learnt. */
export function note({ events }: Journal, event: JournalEvent): void {
	events.push(event);
}

/** An empty journal of a run. */
export const newJournal = (runKey: string): Journal => ({ runKey, events: [] });

/**
 * Why an execution could not tell what the run has in a connection's queue, as a clause. Empty if it could, undefined if it has
 * not looked.
 */
export const lookOf = (
	{ looks }: Known,
	connectionId: string,
	execution: string,
): string | undefined => looks.get(lookKey(connectionId, execution));

/** What the run has queued under an identifier, in the order in which it was queued. */
export const queuedAs = (
	{ slotsByIdentifier, queued }: Known,
	connectionId: string,
	identifier: string,
): Queued[] =>
	[...(slotsByIdentifier.get(identifierKey(connectionId, identifier)) ?? [])].flatMap((slot) => {
		const own = queued.get(slot);
		return own && own.identifier === identifier ? [own] : [];
	});

/** Whether another execution has learnt that a request certainly wrote nothing, so that this one may write in its place. */
export const isRefusedBefore = (
	{ refused }: Known,
	slot: string,
	{ id }: QueuedRecord,
	execution: string,
): boolean =>
	refused.get(slot)?.some((one) => one.id === id && one.execution !== execution) ?? false;
