import { elementsIn } from '../facts/elements';
import { isGroup } from '../facts/facts';
import { contentOfRecord } from '../qbxml/recordFacts';
import { totalElements, totalParts } from '../qbxml/totals';
import { formsOf, queryNamesOf, type RecordKind } from '../records/record';
import { records } from '../records/registry';

/** A kind of record that orders can be compared with, and the elements that hold what is compared. */
export interface ComparedKind extends RecordKind {
	/** Whom it is for or from. */
	party: string;
	/** What is still open of it. Undefined if it is never open. */
	balance: string | undefined;
	/** What its total is worked out from. */
	totals: readonly string[];
	lines: readonly string[];
}

const parties: readonly string[] = ['CustomerRef', 'VendorRef', 'PayeeEntityRef'];
const balances: readonly string[] = [
	'BalanceRemaining',
	'CreditRemaining',
	'OpenAmount',
	'UnusedPayment',
];
const allTotals: readonly string[] = [...totalElements, ...totalParts];

/** The lines of a record, as its answers call them: those with an item, and groups of them. */
const linesOf = (kind: RecordKind): string[] =>
	formsOf(kind).flatMap(({ qbxml }) =>
		elementsIn(contentOfRecord(qbxml))
			.filter((element) => isGroup(element) && /Line(?:Group)?Add$/.test(element.name))
			.map(({ name }) => name.replace(/Add$/, 'Ret')),
	);

function compared(kind: RecordKind): ComparedKind[] {
	const { simplified } = kind;
	const party = simplified.find((name) => parties.includes(name));
	const totals = simplified.filter((name) => allTotals.includes(name));
	const isAskedAtOnce = queryNamesOf(kind).length === 1;
	if (kind.kind !== 'transaction' || !isAskedAtOnce || party === undefined) return [];
	if (!simplified.includes('RefNumber') || totals.length === 0) return [];
	const balance = simplified.find((name) => balances.includes(name));
	return [{ ...kind, party, balance, totals, lines: linesOf(kind) }];
}

/** Every transaction with a number, a name, a date and a total, in the order of the Resource field. */
export const comparedKinds: readonly ComparedKind[] = records.flatMap(compared);
