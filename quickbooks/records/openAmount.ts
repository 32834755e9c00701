import type { AnswerRecord } from '../qbxml/answer';
import { listOf } from '../qbxml/answerFromJson';
import { type AnswerObject, type AnswerValue, isObject } from '../qbxml/answerFromXml';
import { amountOf, centsOf } from '../qbxml/totals';

/** What says how much of a bill or a vendor credit is still open. It may be absent, or what the vendor is owed altogether. */
const OPEN_AMOUNT = 'OpenAmount';

/** The totals of the records that show it. */
const totals: readonly string[] = ['AmountDue', 'CreditAmount'];

/** The elements that say it for certain, of a query with `IncludeLinkedTxns`. */
export const openAmountElements: readonly string[] = ['LinkedTxn', 'IsPaid'];

/** Whether a kind of record says what is open of it with the element that may be wrong. */
export const hasOpenAmount = (balance: string | undefined): boolean => balance === OPEN_AMOUNT;

const QUANTITIES_ONLY = 'QUANTYPE';

/** What a link takes from what is open, in cents: the sign differs between bills and credits. Undefined if it can't be read. */
function settledBy({ Amount }: AnswerObject): bigint | undefined {
	const cents = centsOf(Amount);
	return cents !== undefined && cents < 0n ? -cents : cents;
}

const totalIn = (fields: AnswerObject): bigint | undefined =>
	totals.map((name) => centsOf(fields[name])).find((cents) => cents !== undefined);

/** What is open of a bill or a vendor credit by its total and its links. Undefined if these don't say. */
function openByLinks(fields: AnswerObject): string | undefined {
	if (String(fields.IsPaid) === 'true') return amountOf(0n);
	const total = totalIn(fields);
	const settled = listOf(fields.LinkedTxn)
		.filter(isObject)
		.filter(({ LinkType }) => LinkType !== QUANTITIES_ONLY)
		.map(settledBy);
	if (total === undefined || settled.some((cents) => cents === undefined)) return undefined;
	return amountOf((settled as bigint[]).reduce((left, cents) => left - cents, total));
}

/**
 * A bill or a vendor credit with what is open of it as its total and its links say, because the `OpenAmount` that QuickBooks shows
 * may be absent or that of all bills.
 * @param record As a query with `IncludeLinkedTxns` shows it.
 */
export function withOpenAmount(record: AnswerRecord): AnswerRecord {
	const open = openByLinks(record.fields);
	return open === undefined
		? record
		: { ...record, fields: { ...record.fields, [OPEN_AMOUNT]: open } };
}

/**
 * The `OpenAmount` of a record of which nobody has asked for the links. Undefined if it certainly isn't what is open: more than the
 * total is what the vendor is owed altogether.
 */
export function plausibleOpenAmount({ fields }: AnswerRecord): AnswerValue | undefined {
	if (String(fields.IsPaid) === 'true') return amountOf(0n);
	const open = centsOf(fields[OPEN_AMOUNT]);
	const total = totalIn(fields);
	return open !== undefined && total !== undefined && open > total
		? undefined
		: fields[OPEN_AMOUNT];
}

/** Whether an answer with chosen elements has all by which `withOpenAmount` works. None chosen means all. */
export const showsLinks = (chosen: readonly string[]): boolean =>
	chosen.length === 0 ||
	(chosen.includes('LinkedTxn') && totals.some((name) => chosen.includes(name)));
