import type { Wanted } from '../changes/difference';
import type { WantedLines } from '../changes/planLines';
import type { Form } from '../form/form';
import { FormError } from '../form/formError';
import type { AnswerRecord } from '../qbxml/answer';
import type { RequestElement } from '../qbxml/requestXml';
import type { ElementValues, RecordForm } from '../records/record';
import { recordValues, type ValuesByPath } from './recordValues';

/** The query for what waits to be deposited. It has neither filters nor pages. */
export const WAITING_QUERY = 'ReceivePaymentToDepositQuery';

/** A line of a deposit, as the encoder takes it. */
interface DepositLine {
	PaymentTxnID?: unknown;
	PaymentTxnLineID?: unknown;
	[more: string]: unknown;
}

const idOf = (value: unknown): string => String(value ?? '').toUpperCase();

const linesIn = ({ DepositLineAdd: lines = [] }: ValuesByPath): DepositLine[] =>
	lines as DepositLine[];

/** The lines of a filled-in deposit with payments. One that is wrong has none: its error comes up when its request is made. */
export function paymentLinesIn(form: RecordForm, filledIn: Form): DepositLine[] {
	try {
		return linesIn(recordValues(form, filledIn)).filter(
			({ PaymentTxnID: payment }) => payment !== undefined,
		);
	} catch (error) {
		if (error instanceof FormError) return [];
		throw error;
	}
}

/** What a deposit is made of, once it is known what waits. */
export interface WaitingTaken {
	/** The deposit with one line for each waiting line of its payments. What does not wait stays as it was filled in. */
	values: ValuesByPath;
	/** The TxnIDs of the payments that don't wait for a deposit, as they were filled in. */
	missing: string[];
}

/**
 * Gives each payment of a deposit a line for every line of it that waits, as QuickBooks deposits only the first by itself. A line
 * that names a line of its payment takes that one alone, and no other line takes it.
 * @param waiting The answer to `WAITING_QUERY`.
 */
export function takeWaiting(
	values: ValuesByPath,
	waiting: ReadonlyArray<Pick<AnswerRecord, 'fields'>>,
): WaitingTaken {
	const lines = linesIn(values);
	const key = (payment: unknown, line: unknown) => `${idOf(payment)} ${idOf(line)}`;
	const named = new Set(
		lines
			.filter(({ PaymentTxnLineID: line }) => line !== undefined)
			.map((line) => key(line.PaymentTxnID, line.PaymentTxnLineID)),
	);
	const missing: string[] = [];
	const taken = lines.flatMap((line) => {
		const { PaymentTxnID: payment, PaymentTxnLineID: part } = line;
		if (payment === undefined) return [line];
		const own = waiting
			.map(({ fields }) => fields)
			.filter(({ TxnID }) => idOf(TxnID) === idOf(payment));
		const free = own.filter(({ TxnLineID }) =>
			part === undefined ? !named.has(key(payment, TxnLineID)) : idOf(TxnLineID) === idOf(part),
		);
		// A line that was taken by a line before is not taken again.
		for (const { TxnLineID } of free) named.add(key(payment, TxnLineID));
		if (free.length === 0) missing.push(String(payment));
		if (free.length === 0 || part !== undefined) return [line];
		return free.map(({ TxnLineID }) => ({
			...line,
			...(TxnLineID !== undefined && { PaymentTxnLineID: String(TxnLineID) }),
		}));
	});
	return { values: { ...values, DepositLineAdd: taken }, missing: [...new Set(missing)] };
}

const LINE = 'DepositLineAdd';

/** The lines that a change adds to a deposit. Lines in their place name those of the deposit, which don't wait any more. */
const addedTo = ({ lines = {} }: Wanted): WantedLines | undefined =>
	lines[LINE]?.mode === 'add' ? lines[LINE] : undefined;

/** Whether a change adds a payment to a deposit of which it names no line. */
export const addsPayment = (wanted: Wanted): boolean =>
	addedTo(wanted)?.lines.some(
		([, line]) => line.PaymentTxnID !== undefined && line.PaymentTxnLineID === undefined,
	) ?? false;

/**
 * What is wanted of a deposit, with one line for each waiting line of the payments that are added (see `takeWaiting`).
 * @param waiting The answer to `WAITING_QUERY`.
 * @throws FormError if a payment doesn't wait.
 */
export function withAllWaiting(
	wanted: Wanted,
	waiting: ReadonlyArray<Pick<AnswerRecord, 'fields'>>,
): Wanted {
	const added = addedTo(wanted);
	if (!added) return wanted;
	const own = { [LINE]: added.lines.map(([, line]) => line) };
	const { values, missing } = takeWaiting(own, waiting);
	if (missing.length > 0) throw notWaiting(missing);
	const lines = linesIn(values).map((line): ElementValues => [LINE, line]);
	return { ...wanted, lines: { ...wanted.lines, [LINE]: { ...added, lines } } };
}

const textAt = ({ children }: RequestElement, name: string): string =>
	idOf(children.find((child) => child.name === name)?.text.trim());

/**
 * A deposit that was written, as it was filled in: with one line for each payment of which this run's form names no line.
 * @param adds The deposit of this run, as it was filled in.
 */
export function depositAsFilledIn(was: RequestElement, adds: RequestElement): RequestElement {
	const whole = new Set(
		adds.children
			.filter((line) => textAt(line, 'PaymentTxnLineID') === '')
			.map((line) => textAt(line, 'PaymentTxnID'))
			.filter((payment) => payment !== ''),
	);
	const seen = new Set<string>();
	const children = was.children.flatMap((line) => {
		const payment = textAt(line, 'PaymentTxnID');
		if (!whole.has(payment)) return [line];
		if (seen.has(payment)) return [];
		seen.add(payment);
		const kept = line.children.filter(({ name }) => name !== 'PaymentTxnLineID');
		return [{ ...line, children: kept }];
	});
	return { ...was, children };
}

/**
 * The error for payments that don't wait for a deposit.
 * @param said What QuickBooks has said to it. Undefined if it was not asked to deposit them.
 */
export function notWaiting(missing: readonly string[], said?: string): FormError {
	const [only] = missing;
	const what =
		missing.length === 1 ? `The payment ${only} is` : `The payments ${missing.join(', ')} are`;
	const it = missing.length === 1 ? 'It has' : 'Each has';
	return new FormError(
		`${what} not waiting to be deposited; nothing was written.`,
		`${said === undefined ? '' : `QuickBooks: ${said} `}${it} been deposited already, perhaps by an earlier run or as another line of this deposit, or went straight into a bank account, or is not in QuickBooks any more. Look at it in QuickBooks, and remove it from the lines.`,
	);
}
