import type { JsonObject } from '../../json/object';
import type { AnswerRecord } from '../../qbxml/answer';
import type { AnswerObject } from '../../qbxml/answerFromXml';
import { voidingOf } from '../voiding';
import type { Difference } from './differences';
import { inRemovalOrder, type Removable } from './removalOrder';
import { linkedTo, type Trace } from './traces';

/** How a type of record is taken out of the books: the request, in qbXML's words. */
export type Removal = 'ListDel' | 'TxnDel' | 'TxnVoid';

/** What is to become of something that an execution has done: it is taken out of the books, or it stays for a reason. */
export interface Verdict {
	trace: Trace;
	/** Undefined if nothing is done. */
	removal?: Removal;
	/** Whether something that hangs on it is to be removed before. */
	isLater?: boolean;
	/** What it is called if nothing is done. */
	action?: Settled['action'] | 'nothingWritten' | 'waiting';
	/** In a sentence. */
	why?: string;
}

/** What each action means, for people. */
export const meanings: Readonly<Record<string, string>> = {
	wouldVoid: 'Would be voided',
	wouldDelete: 'Would be deleted',
	voided: 'Was voided',
	deleted: 'Was deleted',
	alreadyUndone: 'Is voided already, or no longer in the books',
	notUndone: 'Stays as it is',
	nothingWritten: 'Was refused, so there is nothing to undo',
	waiting: 'Has not been carried out yet',
	unknown: 'Nobody knows whether it was carried out',
};

/** What has become of a record that was to be removed. It is plain JSON. */
export interface Settled extends JsonObject {
	action: 'alreadyUndone' | 'deleted' | 'notUndone' | 'unknown' | 'voided';
	/** In a sentence. Null if there is nothing to say. */
	why: string | null;
}

/** What verdicts are made from. */
export interface Evidence {
	/** What has become of records before, by their IDs. */
	settled: Readonly<Record<string, Settled>>;
	/** The records as they are now, by their IDs. */
	now: ReadonlyMap<string, AnswerRecord>;
	/** How a type of record can be taken out. Undefined if it can't be. */
	removalOf: (type: string) => Removal | undefined;
	/** Whether a type of record could be read. */
	isReadable: (type: string) => boolean;
	/** What people have changed in a record since it was written. */
	differencesOf: (asWritten: AnswerRecord, now: AnswerRecord) => readonly Difference[];
	/** What the form calls a type of record. */
	nameOf: (type: string) => string;
	/** Whether what can't be voided is deleted. */
	deletes: boolean;
}

const MOST_SHOWN = 3;

function inSentence(differences: readonly Difference[]): string {
	const quoted = (text: string | null) => (text === null ? 'nothing' : `"${text}"`);
	const shown = differences
		.slice(0, MOST_SHOWN)
		.map(
			({ field, line, from, to }) =>
				`${line === undefined ? '' : `${line}, `}${field} from ${quoted(from)} to ${quoted(to)}`,
		);
	const more = differences.length - shown.length;
	return `Someone has changed it since: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}

/** Why something is not undone of which there is no record to look at. */
const otherwise: Readonly<
	Record<Exclude<Trace['fate'], 'added'>, (trace: Trace) => Omit<Verdict, 'trace'>>
> = {
	applied: () => ({
		action: 'notUndone',
		why: 'It has only applied credits, and made no payment that could be voided. Take the credits off the invoices or bills in QuickBooks.',
	}),
	changed: ({ request }) => ({
		action: 'notUndone',
		why: request.endsWith('Add')
			? 'Its answer does not show which record was added. Look in QuickBooks.'
			: "Changes can't be undone, since nothing says what was there before.",
	}),
	removed: () => ({
		action: 'notUndone',
		why: "What was voided or deleted can't be brought back.",
	}),
	refused: ({ why }) => ({
		action: 'nothingWritten',
		why: `QuickBooks has refused it${why === null ? '.' : `: ${why}`}`,
	}),
	waiting: () => ({
		action: 'waiting',
		why: 'It has not been carried out yet. Delete the queued request, or undo the execution again once it has ended.',
	}),
	unknown: () => ({
		action: 'unknown',
		why: 'Nobody knows whether it was carried out. Look for it in QuickBooks.',
	}),
};

const STAYS = 'which stays in the books';

/** What carries out an order is linked to it when it is added, and no answer shows that. Later, no link can be made. */
const isOrder = (type: string): boolean => type === 'SalesOrder' || type === 'PurchaseOrder';

/** Looks at the records of an execution, each after everything that hangs on it. */
class Judge {
	private readonly own: ReadonlySet<string>;
	/** What stays in the books, by ID, with a clause about it. */
	private readonly staying = new Map<string, string>();
	/** What is voided, and so goes on referring to list records. */
	private readonly voided = new Set<string>();
	/** What is to be removed, by ID. */
	private readonly going = new Set<string>();

	constructor(
		traces: readonly Trace[],
		private readonly evidence: Evidence,
	) {
		this.own = new Set(traces.map(({ id }) => id));
	}

	private called({ type, number, name, isListRecord }: Trace): string {
		const rest = isListRecord ? name && `"${name}"` : number;
		return [this.evidence.nameOf(type), rest].filter(Boolean).join(' ');
	}

	private linkOf(trace: Trace, hanging: readonly Trace[], fields: AnswerObject) {
		for (const one of hanging) {
			const refers = trace.isListRecord && this.voided.has(one.id);
			const stays = this.staying.get(one.id) ?? (refers ? STAYS : undefined);
			if (stays === undefined) continue;
			return `${this.called(one)}, ${stays}, ${trace.isListRecord ? 'refers' : 'is linked'} to it.`;
		}
		for (const { TxnID, TxnType, RefNumber, TxnDate } of linkedTo(fields)) {
			const id = String(TxnID);
			if (this.own.has(id) || trace.linked.includes(id) || isOrder(String(TxnType))) continue;
			const other = [this.evidence.nameOf(String(TxnType)), RefNumber, TxnDate && `of ${TxnDate}`];
			return `${other.filter(Boolean).join(' ')}, which this execution has not written, is linked to it.`;
		}
		return undefined;
	}

	private obstacle({ trace, hanging }: Removable, now: AnswerRecord): string | undefined {
		const { differencesOf, removalOf, deletes } = this.evidence;
		const { type, fields } = trace;
		const differences = differencesOf({ type, fields }, now);
		if (differences.length > 0) return inSentence(differences);
		const link = this.linkOf(trace, hanging, now.fields);
		if (link !== undefined) return link;
		const removal = removalOf(type);
		if (!removal) return 'It can be neither voided nor deleted from outside.';
		if (removal === 'TxnVoid' || deletes) return undefined;
		return "It can only be deleted. To do that, switch on Delete What Can't Be Voided.";
	}

	private ofSettled(trace: Trace, { action, why }: Settled): Verdict {
		if (action === 'notUndone') this.staying.set(trace.id, STAYS);
		if (action === 'unknown') {
			this.staying.set(trace.id, 'of which nobody knows whether it is still in the books');
		}
		if (action === 'voided') this.voided.add(trace.id);
		return { trace, action, ...(why !== null && { why }) };
	}

	private ofRecord(removable: Removable): Verdict {
		const { trace, hanging } = removable;
		const { now: records, removalOf, isReadable, settled } = this.evidence;
		const { [trace.id]: before } = settled;
		if (before) return this.ofSettled(trace, before);
		const stay = (why: string): Verdict => {
			this.staying.set(trace.id, STAYS);
			return { trace, action: 'notUndone', why };
		};
		if (!isReadable(trace.type)) return stay("It can't be looked at from outside.");
		const now = records.get(trace.id);
		if (!now) return { trace, action: 'alreadyUndone', why: 'It is no longer in the books.' };
		const removal = removalOf(trace.type);
		if (removal === 'TxnVoid' && voidingOf(now.fields, trace.fields) === 'voided') {
			this.voided.add(trace.id);
			return { trace, action: 'alreadyUndone', why: 'It has been voided.' };
		}
		const obstacle = this.obstacle(removable, now);
		if (obstacle !== undefined) return stay(obstacle);
		if (removal === 'TxnVoid') this.voided.add(trace.id);
		this.going.add(trace.id);
		return { trace, removal, isLater: hanging.some(({ id }) => this.going.has(id)) };
	}

	/** The verdicts on what was added, by trace. */
	verdicts(added: readonly Trace[]): Map<Trace, Verdict> {
		const { now } = this.evidence;
		const fieldsOf = (trace: Trace): AnswerObject => now.get(trace.id)?.fields ?? trace.fields;
		return new Map(inRemovalOrder(added, fieldsOf).map((one) => [one.trace, this.ofRecord(one)]));
	}
}

/**
 * What is to become of everything that an execution has done.
 * @param traces The newest first, in which order things are undone as long as nothing hangs on them.
 */
export function judge(traces: readonly Trace[], evidence: Evidence): Verdict[] {
	const added = traces.filter(({ fate }) => fate === 'added');
	const verdicts = new Judge(traces, evidence).verdicts(added);
	return traces.map((trace) =>
		trace.fate === 'added'
			? (verdicts.get(trace) as Verdict)
			: { trace, ...otherwise[trace.fate](trace) },
	);
}
