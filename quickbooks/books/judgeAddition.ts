import type { AnswerRecord } from '../qbxml/answer';
import { type AnswerObject, isObject } from '../qbxml/answerFromXml';
import { type Certainty, unclear } from '../qbxml/certainty';
import { isSameName } from '../qbxml/characters';
import type { RequestElement } from '../qbxml/requestXml';
import { centsOf, totalOf } from '../qbxml/totals';
import { requestsCreditsAlone } from './creditsAlone';
import { idElementOf, partners, textOf, totalWanted, type Wanted } from './wanted';

/** What the books say about a request. */
export type Verdict = Certainty<{ id: string }>;

/** What was read of the books. */
export interface Seen {
	/** What was added or changed since the request was queued. */
	records: readonly AnswerRecord[];
	/** What was deleted since then. Undefined if the accounting application does not tell. */
	deleted: readonly AnswerRecord[] | undefined;
	/** The moment from which on the request may have taken effect (see `earliest`). */
	from: string | undefined;
	/** Whether the accounting application shows the `ExternalGUID` of such records for certain. */
	showsGuid: boolean;
}

const plainGuid = (guid: unknown): string =>
	String(guid ?? '')
		.toLowerCase()
		.replace(/[{}]/g, '');

const isSameText = (one: unknown, other: unknown): boolean =>
	isSameName(String(one ?? ''), String(other ?? ''));

function shownAt(fields: AnswerObject, name: string, part: string): unknown {
	const { [name]: value } = fields;
	return isObject(value) ? value[part] : undefined;
}

/** Whether a reference in a request and one in a record mean the same, as far as both say. */
function isSameReference(wanted: RequestElement, fields: AnswerObject): boolean {
	const [id, name] = [textOf(wanted, 'ListID'), textOf(wanted, 'FullName')];
	return id === undefined
		? isSameText(name, shownAt(fields, wanted.name, 'FullName'))
		: id === shownAt(fields, wanted.name, 'ListID');
}

/** Whether a record has what the request was to write, by one sign. Undefined if the request doesn't give it. */
type Sign = (values: RequestElement, fields: AnswerObject) => boolean | undefined;

const ifGiven = (wanted: string | undefined, shown: unknown): boolean | undefined =>
	wanted === undefined ? undefined : isSameText(wanted, shown);

const textSign =
	(name: string): Sign =>
	(values, fields) =>
		ifGiven(textOf(values, name), fields[name]);

const partnerSign: Sign = ({ children }, fields) =>
	children
		.filter(({ name }) => partners.some((one) => one === name))
		.map((partner) => isSameReference(partner, fields))[0];

/** The lines of a sale are without its tax. */
const totalSign: Sign = (values, fields) => {
	const wanted = centsOf(totalWanted(values));
	if (wanted === undefined) return undefined;
	return [fields.Subtotal, totalOf(fields)].some((total) => centsOf(total) === wanted);
};

const parentSign: Sign = (values, { FullName: fullName }) => {
	const parent = values.children.find(({ name }) => name === 'ParentRef');
	const parentName = parent && textOf(parent, 'FullName');
	if (parentName === undefined || fullName === undefined) return undefined;
	return isSameText(fullName, `${parentName}:${textOf(values, 'Name') ?? ''}`);
};

/** By what records are known that have no GUID: by the first for certain, and the others must fit. */
const signs: Readonly<Record<Wanted['kind'], readonly [Sign, ...Sign[]]>> = {
	list: [textSign('Name'), parentSign],
	transaction: [textSign('RefNumber'), partnerSign, textSign('TxnDate'), totalSign],
};

/** Whether a record is exactly what a request was to add, by its name, or by its number and all else that it gives. */
function isAlike({ kind, values }: Wanted, { fields }: AnswerRecord): boolean {
	const [first, ...others] = signs[kind];
	return first(values, fields) === true && others.every((sign) => sign(values, fields) !== false);
}

/** Whether a record is like what a request was to add, in something that sets records apart. */
const isNear = ({ kind, values }: Wanted, { fields }: AnswerRecord): boolean =>
	[signs[kind][0], partnerSign].some((sign) => sign(values, fields) === true);

const MOST_NAMED = 5;

/** A record in a list of several, for people to tell them apart. */
function inWords({ fields }: AnswerRecord): string {
	const partner = partners
		.map((name) => shownAt(fields, name, 'FullName'))
		.find((name) => name !== undefined);
	const number = fields.FullName ?? fields.Name ?? fields.RefNumber;
	return [fields.TxnID ?? fields.ListID, number, partner, fields.TxnDate, totalOf(fields)]
		.filter((part) => part !== undefined)
		.map(String)
		.join(', ');
}

const listed = (records: readonly AnswerRecord[]): string =>
	[
		...records.slice(0, MOST_NAMED).map(inWords),
		...(records.length > MOST_NAMED ? [`and ${records.length - MOST_NAMED} more`] : []),
	].join('; ');

function isCreatedSince({ fields }: AnswerRecord, from: string | undefined): boolean {
	const created = Date.parse(String(fields.TimeCreated));
	return from === undefined || Number.isNaN(created) || created >= Date.parse(from);
}

/** Whether a record that was deleted may be what a request had added. */
function mayHaveBeen({ kind, values }: Wanted, record: AnswerRecord, from: string | undefined) {
	const wanted = textOf(values, kind === 'list' ? 'Name' : 'RefNumber');
	const { FullName: fullName, RefNumber: number } = record.fields;
	const shown =
		kind === 'list'
			? String(fullName ?? '')
					.split(':')
					.at(-1)
			: number;
	const isOther = wanted !== undefined && shown !== undefined && !isSameText(wanted, shown);
	return isCreatedSince(record, from) && !isOther;
}

function judgeByLikeness(wanted: Wanted, created: readonly AnswerRecord[]): Verdict {
	const alike = created.filter((record) => isAlike(wanted, record));
	const [only] = alike;
	if (alike.length === 1) return { is: 'found', id: String(only.fields[idElementOf(wanted)]) };
	if (alike.length > 1) return unclear(`${alike.length} records look the same: ${listed(alike)}`);
	const near = created.filter((record) => isNear(wanted, record));
	const proof = 'such records have no mark of their own that would prove it';
	return unclear(
		near.length === 0
			? `${proof}, and none that is like it was added`
			: `${proof}. Most like it: ${listed(near)}`,
	);
}

/**
 * Judges whether a request has added its record.
 * @param guid The record's `ExternalGUID`. Empty if it was given none.
 */
export function judgeAddition(wanted: Wanted, guid: string, seen: Seen): Verdict {
	const { records, deleted, from, showsGuid } = seen;
	const hasGuid = plainGuid(guid) !== '';
	const own = hasGuid
		? records.filter(({ fields }) => plainGuid(fields.ExternalGUID) === plainGuid(guid))
		: [];
	const [only] = own;
	if (own.length === 1) return { is: 'found', id: String(only.fields[idElementOf(wanted)]) };
	if (own.length > 1) return unclear(`${own.length} records have its ExternalGUID: ${listed(own)}`);
	if (requestsCreditsAlone(wanted.values)) {
		return unclear(
			'it only applies credits, of which QuickBooks makes no payment that could be found: the invoices or bills show in QuickBooks which credits are applied to them',
		);
	}
	const created = records.filter((record) => isCreatedSince(record, from));
	// What has another GUID was added by another request.
	const unmarked = created.filter(({ fields }) => plainGuid(fields.ExternalGUID) === '');
	const areShown = showsGuid || unmarked.length < created.length;
	if (!hasGuid || !areShown) return judgeByLikeness(wanted, unmarked);
	const twins = unmarked.filter((record) => isAlike(wanted, record));
	if (twins.length > 0) {
		return unclear(`there is one like it, without its ExternalGUID: ${listed(twins)}`);
	}
	if (!deleted) return unclear('QuickBooks does not tell what was deleted');
	const gone = deleted.filter((record) => mayHaveBeen(wanted, record, from));
	if (gone.length > 0) {
		return unclear(`it may have been written and then deleted by someone: ${listed(gone)}`);
	}
	return { is: 'absent' };
}
