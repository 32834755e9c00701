import { elementsIn, recordsIn, refusalOf } from '../../../../shared/qbxml/answer';
import type { AnswerElement, AnswerObject } from '../../../../shared/qbxml/answerFromXml';
import { isObject } from '../../../../shared/qbxml/answerFromXml';
import { totalOf } from '../../../../shared/qbxml/totals';
import {
	isTerminal,
	type QueuedRecord,
	wroteNothing,
} from '../../../../shared/transport/queuedRecord';
import { wordsShown } from '../../../execution/queueing/requestWords';
import { filledInOf } from './differences';

/** What became of something that an execution has asked the accounting application to do. */
type Fate = 'added' | 'changed' | 'refused' | 'removed' | 'unknown' | 'waiting';

/** Something that an execution has asked the accounting application to do. It is plain JSON, and small. */
export interface Trace {
	fate: Fate;
	/** In qbXML's words, such as `InvoiceAdd`. */
	request: string;
	requestId: string;
	/** The record it is about, such as `Invoice`. */
	type: string;
	/** The TxnID or ListID. Empty if nothing shows it. */
	id: string;
	isListRecord: boolean;
	number: string | null;
	name: string | null;
	date: string | null;
	total: string | null;
	/** For what was added: what people had filled in, as the application showed it. */
	fields: AnswerObject;
	/** For what was added: the transactions that it was linked to from the beginning. */
	linked: string[];
	/** Why it was refused. */
	why: string | null;
}

const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);

/** Whom a transaction is with, by the elements that say so. */
const parties = ['CustomerRef', 'VendorRef', 'PayeeEntityRef', 'EntityRef'];

function partyOf(fields: AnswerObject): string | null {
	const party = parties.map((name) => fields[name]).find(isObject);
	return textOrNull(party?.FullName);
}

/** The IDs of the transactions that a record is linked to. */
export const linkedTo = ({ LinkedTxn: links }: AnswerObject): AnswerObject[] =>
	[links ?? []].flat().filter(isObject);

const isRead = (request: string): boolean => request.endsWith('Query');

const removals: ReadonlySet<string> = new Set(['ListDel', 'TxnDel', 'TxnVoid']);

const nothingKnown = {
	id: '',
	isListRecord: false,
	number: null,
	name: null,
	date: null,
	total: null,
	fields: {},
	linked: [],
	why: null,
};

/** What a request of which there is no answer was about. */
const typeOf = (request: string): string => request.replace(/(?:Add|Mod)$/, '');

function traceOfElement(requestId: string, element: AnswerElement): Trace {
	const { requestType: request, content } = element;
	const base = { ...nothingKnown, request, requestId, type: typeOf(request) };
	const refusal = refusalOf(element);
	if (refusal) return { ...base, fate: 'refused', why: refusal.message };
	const [record] = recordsIn(element);
	const fields = record?.fields ?? content;
	const isListRecord = fields.TxnID === undefined;
	const id = textOrNull(fields.TxnID ?? fields.ListID) ?? '';
	const isAdded = request.endsWith('Add') && record !== undefined && id !== '';
	return {
		...base,
		fate: removals.has(request) ? 'removed' : isAdded ? 'added' : 'changed',
		type:
			record?.type ??
			textOrNull(content.TxnVoidType ?? content.TxnDelType ?? content.ListDelType) ??
			base.type,
		id,
		isListRecord,
		number: textOrNull(fields.RefNumber),
		name: isListRecord ? textOrNull(fields.FullName ?? fields.Name) : partyOf(fields),
		date: textOrNull(fields.TxnDate),
		total: isListRecord ? null : textOrNull(totalOf(fields)),
		fields: isAdded ? filledInOf(fields) : {},
		linked: isAdded ? linkedTo(fields).map(({ TxnID }) => String(TxnID)) : [],
	};
}

/** What a queued request has done, or is going to do, the last thing first. Nothing if it only reads. */
function tracesOfRequest(record: QueuedRecord): Trace[] {
	const { id: requestId } = record;
	const answered = isTerminal(record) ? elementsIn(record) : [];
	if (answered.length > 0) {
		return answered
			.filter(({ requestType }) => !isRead(requestType))
			.map((element) => traceOfElement(requestId, element))
			.reverse();
	}
	const asked = (wordsShown(record)?.elements ?? []).map((name) => name.replace(/Rq$/, ''));
	const writes = asked.filter((request) => !isRead(request));
	if (asked.length > 0 && writes.length === 0) return [];
	const request = writes.join(', ');
	const fate = !isTerminal(record) ? 'waiting' : wroteNothing(record) ? 'refused' : 'unknown';
	const { message } = (record.error ?? {}) as { message?: unknown };
	return [
		{
			...nothingKnown,
			fate,
			request,
			requestId,
			type: writes.map(typeOf).join(', '),
			why: fate === 'waiting' ? null : textOrNull(message),
		},
	];
}

/**
 * What an execution has done, the last thing first, from its requests. What it has voided or deleted of its own additions
 * counts as a part of these.
 * @param records Its requests with their answers, the newest first.
 */
export function tracesOf(records: readonly QueuedRecord[]): Trace[] {
	const traces = records.flatMap(tracesOfRequest);
	const added = new Set(traces.filter(({ fate }) => fate === 'added').map(({ id }) => id));
	return traces.filter(({ fate, id }) => fate !== 'removed' || !added.has(id));
}
