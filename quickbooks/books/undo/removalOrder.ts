import type { AnswerObject, AnswerValue } from '../../qbxml/answerFromXml';
import { isObject } from '../../qbxml/answerFromXml';
import type { Trace } from './traces';

/**
 * Transactions are linked to each other on both sides. Each type stands before those that it is applied to, deposited from or
 * made out of, so that it has to go first.
 */
const appliedFirst: readonly string[] = [
	...['Deposit', 'ARRefundCreditCard', 'Check', 'ReceivePayment'],
	...['BillPaymentCheck', 'BillPaymentCreditCard', 'CreditMemo', 'VendorCredit', 'JournalEntry'],
	...['Charge', 'Invoice', 'SalesReceipt', 'Bill', 'ItemReceipt'],
	...['PurchaseOrder', 'SalesOrder', 'Estimate'],
];

const rankOf = ({ type }: Trace): number => appliedFirst.indexOf(type) + 1 || Infinity;

/** Whether, of two transactions that are linked, the first one is applied to the second. */
function isApplied(one: Trace, other: Trace, isNewer: boolean): boolean {
	const [rank, otherRank] = [one, other].map(rankOf);
	return rank === otherRank ? isNewer : rank < otherRank;
}

const NAMES_A_RECORD = /^(?:Credit)?(?:List|Txn)ID$/;

/** The IDs of all other records that a record names: in references, links, applications and lines. */
function namedIn(fields: AnswerObject): Set<string> {
	const named = new Set<string>();
	const collect = (value: AnswerValue): void => {
		if (Array.isArray(value)) value.forEach(collect);
		if (!isObject(value)) return;
		for (const [name, part] of Object.entries(value)) {
			if (NAMES_A_RECORD.test(name)) named.add(String(part));
			else collect(part);
		}
	};
	Object.values(fields).forEach(collect);
	return named;
}

/** A record, and the others of the same execution that hang on it. */
export interface Removable {
	trace: Trace;
	hanging: readonly Trace[];
}

/**
 * The records of an execution in an order in which they can be removed: each after everything that hangs on it.
 * @param traces The newest first, in which order they stay if nothing hangs on anything.
 * @param fieldsOf What a record shows now.
 */
export function inRemovalOrder(
	traces: readonly Trace[],
	fieldsOf: (trace: Trace) => AnswerObject,
): Removable[] {
	const places = new Map(traces.map(({ id }, place) => [id, place]));
	const hanging = traces.map(() => new Set<Trace>());
	for (const [place, trace] of traces.entries()) {
		for (const id of namedIn(fieldsOf(trace))) {
			const named = places.get(id);
			if (named === undefined || named === place) continue;
			const isNewer = place < named;
			const hangs = traces[named].isListRecord || isApplied(trace, traces[named], isNewer);
			if (hangs) hanging[named].add(trace);
			else hanging[place].add(traces[named]);
		}
	}
	const ordered = new Map<Trace, Removable>();
	const underWay = new Set<Trace>();
	const add = (trace: Trace): void => {
		if (underWay.has(trace)) return;
		underWay.add(trace);
		const own = [...hanging[places.get(trace.id) ?? -1]];
		own.forEach(add);
		// What names each other in a circle can't all go first.
		ordered.set(trace, { trace, hanging: own.filter((one) => ordered.has(one)) });
	};
	traces.forEach(add);
	return [...ordered.values()];
}
