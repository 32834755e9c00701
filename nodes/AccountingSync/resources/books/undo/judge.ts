import type { AnswerRecord } from '../../../../shared/qbxml/answer';
import {
	type AnswerObject,
	type AnswerValue,
	isObject,
} from '../../../../shared/qbxml/answerFromXml';
import type { Difference } from './differences';
import { linkedTo, type Trace } from './traces';

/** How a type of record is taken out of the books: the request, in qbXML's words. */
export type Removal = 'ListDel' | 'TxnDel' | 'TxnVoid';

/** What is to become of something that an execution has done: it is taken out of the books, or it stays for a reason. */
export interface Verdict {
	trace: Trace;
	/** Undefined if nothing is done. */
	removal?: Removal;
	/** What it is called if nothing is done. */
	action?: 'alreadyUndone' | 'notUndone' | 'nothingWritten' | 'unknown' | 'waiting';
	/** In a sentence. */
	why?: string;
}

/** What verdicts are made from. */
export interface Evidence {
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

const AMOUNT = /(?:Amount|Subtotal|Total|AmountDue|Difference)$/;

/** All amounts in a record, those of its lines too. */
const amountsIn = (fields: AnswerObject): string[] =>
	Object.entries(fields).flatMap(([name, value]) => amountsOf(name, value));

function amountsOf(name: string, value: AnswerValue): string[] {
	if (Array.isArray(value)) return value.flatMap((one) => amountsOf(name, one));
	if (isObject(value)) return amountsIn(value);
	return AMOUNT.test(name) ? [String(value)] : [];
}

const isNothing = (amount: string): boolean => Number(amount) === 0;

/**
 * Whether a transaction has been voided. Nothing but its amounts says so, which are all zero, and its memo, which begins
 * with "VOID:" where there is one.
 */
export function isVoided(asWritten: AnswerObject, now: AnswerObject): boolean {
	const amounts = amountsIn(now);
	if (amounts.length === 0 || !amounts.every(isNothing)) return false;
	const saysSo = /^VOID\b/i.test(String(now.Memo ?? ''));
	return saysSo || !amountsIn(asWritten).every(isNothing);
}

/** The IDs of all list records that a record refers to. */
function referencesIn(value: AnswerValue): string[] {
	if (Array.isArray(value)) return value.flatMap(referencesIn);
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, part]) => [
		...(name.endsWith('Ref') && isObject(part) && part.ListID !== undefined
			? [String(part.ListID)]
			: []),
		...referencesIn(part),
	]);
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

/** Looks at the records of an execution, the newest first. What is newer may depend on what is older. */
class Judge {
	private readonly own: ReadonlySet<string>;
	/** What stays in the books, by ID. */
	private readonly staying = new Map<string, Trace>();
	/** The records that refer to a list record and stay in the books, by its ID. */
	private readonly users = new Map<string, Trace>();

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

	private linkOf(trace: Trace, fields: AnswerObject): string | undefined {
		for (const { TxnID, TxnType, RefNumber, TxnDate } of linkedTo(fields)) {
			const id = String(TxnID);
			const stays = this.staying.get(id);
			if (stays) return `${this.called(stays)}, which stays, is linked to it.`;
			if (this.own.has(id) || trace.linked.includes(id)) continue;
			const other = [this.evidence.nameOf(String(TxnType)), RefNumber, TxnDate && `of ${TxnDate}`];
			return `${other.filter(Boolean).join(' ')}, which this execution has not written, is linked to it.`;
		}
		return undefined;
	}

	private obstacle(trace: Trace, now: AnswerRecord): string | undefined {
		const { differencesOf, removalOf, deletes } = this.evidence;
		const { type, id, fields } = trace;
		const differences = differencesOf({ type, fields }, now);
		if (differences.length > 0) return inSentence(differences);
		const link = this.linkOf(trace, now.fields);
		if (link !== undefined) return link;
		const user = this.users.get(id);
		if (user) return `${this.called(user)}, which stays in the books, refers to it.`;
		const removal = removalOf(type);
		if (!removal) return 'It can be neither voided nor deleted from outside.';
		if (removal === 'TxnVoid' || deletes) return undefined;
		return "It can only be deleted. To do that, switch on Delete What Can't Be Voided.";
	}

	private keep(trace: Trace, now: AnswerRecord | undefined): void {
		for (const id of referencesIn(now?.fields ?? trace.fields)) this.users.set(id, trace);
	}

	private ofRecord(trace: Trace): Verdict {
		const { now: records, removalOf, isReadable } = this.evidence;
		const stay = (why: string): Verdict => {
			this.staying.set(trace.id, trace);
			this.keep(trace, records.get(trace.id));
			return { trace, action: 'notUndone', why };
		};
		if (!isReadable(trace.type)) return stay("It can't be looked at from outside.");
		const now = records.get(trace.id);
		if (!now) return { trace, action: 'alreadyUndone', why: 'It is no longer in the books.' };
		const removal = removalOf(trace.type);
		if (removal === 'TxnVoid' && isVoided(trace.fields, now.fields)) {
			this.keep(trace, now);
			return { trace, action: 'alreadyUndone', why: 'It has been voided.' };
		}
		const obstacle = this.obstacle(trace, now);
		if (obstacle !== undefined) return stay(obstacle);
		if (removal === 'TxnVoid') this.keep(trace, now);
		return { trace, removal };
	}

	verdict(trace: Trace): Verdict {
		if (trace.fate === 'added') return this.ofRecord(trace);
		return { trace, ...otherwise[trace.fate](trace) };
	}
}

/**
 * What is to become of everything that an execution has done.
 * @param traces The newest first, in which order things are undone.
 */
export function judge(traces: readonly Trace[], evidence: Evidence): Verdict[] {
	const judging = new Judge(traces, evidence);
	return traces.map((trace) => judging.verdict(trace));
}
