import { recordsIn, refusalOf } from '../../qbxml/answer';
import { objectsIn } from '../../qbxml/answerFromJson';
import type { AnswerElement, AnswerObject } from '../../qbxml/answerFromXml';
import { isObject } from '../../qbxml/answerFromXml';
import { totalOf } from '../../qbxml/totals';
import { madeNoPayment } from '../creditsAlone';
import { filledInOf } from './differences';

/** What became of something that an execution has asked the accounting application to do. */
type Fate = 'added' | 'applied' | 'changed' | 'refused' | 'removed' | 'unknown' | 'waiting';

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

export const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);

/** Whom a transaction is with, by the elements that say so. */
const parties = ['CustomerRef', 'VendorRef', 'PayeeEntityRef', 'EntityRef'];

function partyOf(fields: AnswerObject): string | null {
	const party = parties.map((name) => fields[name]).find(isObject);
	return textOrNull(party?.FullName);
}

/** The IDs of the transactions that a record is linked to. */
export const linkedTo = ({ LinkedTxn: links }: AnswerObject): AnswerObject[] => objectsIn(links);

export const isRead = (request: string): boolean => request.endsWith('Query');

const removals: ReadonlySet<string> = new Set(['ListDel', 'TxnDel', 'TxnVoid']);

export const nothingKnown = {
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
export const typeOf = (request: string): string => request.replace(/(?:Add|Mod)$/, '');

/**
 * What an answered request has done.
 * @param linked The transactions that the request names: the answer to an Add hardly ever shows what it is linked to.
 */
export function traceOfElement(
	requestId: string,
	element: AnswerElement,
	linked: readonly string[] = [],
): Trace {
	const { requestType: request, content } = element;
	const base = { ...nothingKnown, request, requestId, type: typeOf(request) };
	const refusal = refusalOf(element);
	if (refusal) return { ...base, fate: 'refused', why: refusal.message };
	const [record] = recordsIn(element);
	const fields = record?.fields ?? content;
	const isApplied = madeNoPayment(element);
	const isListRecord = fields.TxnID === undefined && !isApplied;
	const id = textOrNull(fields.TxnID ?? fields.ListID) ?? '';
	const isAdded = request.endsWith('Add') && record !== undefined && id !== '';
	return {
		...base,
		fate: isApplied ? 'applied' : removals.has(request) ? 'removed' : isAdded ? 'added' : 'changed',
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
		linked: isAdded ? [...linked, ...linkedTo(fields).map(({ TxnID }) => String(TxnID))] : [],
	};
}
