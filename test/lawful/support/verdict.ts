import type { INodeExecutionData } from 'n8n-workflow';

import type { WorkflowRun } from '../../engine/harness';
import { type LawfulService, textAt } from '../service';

/** What became of a situation: everything came out, or the run said that it did not. */
export type Verdict = { is: 'whole' } | { is: 'loud'; says: string };

/** How often each invoice was carried out. */
export const timesWritten = (service: LawfulService, number: string): number =>
	service.ledger.filter(
		({ kind, refused, refNumber }) => kind === 'InvoiceAdd' && !refused && refNumber === number,
	).length;

const itemOf = ({ pairedItem }: INodeExecutionData): number =>
	(pairedItem as { item: number }).item;

/** Of an item that went on with its error: n8n has its description under `message` at the error output. */
const errorIn = ({
	json: { error, description, message },
}: INodeExecutionData): { message: string; description: unknown } | undefined =>
	// A queued request may have an empty field of this name.
	error === undefined || error === null
		? undefined
		: { message: String(error), description: description ?? message };

function loud(message: string | undefined, description: unknown): Verdict {
	// An error that says nothing, or not what to do, is as good as none.
	expect(message).toMatch(/\w+ \w+/);
	expect(description).toMatch(/\w+ \w+/);
	return { is: 'loud', says: String(message) };
}

/**
 * Judges the writes of a run, or of its last try: was each carried out exactly once? is everything there, in order, paired?
 * if not, is it loud?
 * @param numbers The number of each item's invoice.
 * @param refused The items that the application refuses, which are to be errors.
 */
export function judgeWrites(
	service: LawfulService,
	run: WorkflowRun,
	numbers: readonly string[],
	refused: readonly number[] = [],
): Verdict {
	const twice = numbers.filter((number) => timesWritten(service, number) > 1);
	expect({ twice }).toEqual({ twice: [] });
	if (run.status !== 'success') {
		expect(run.status).toBe('error');
		return loud(run.error?.message, (run.error as { description?: unknown }).description);
	}
	// One item out for each item in, in their order.
	expect(run.items.map(itemOf)).toEqual(numbers.map((_, index) => index));
	let verdict: Verdict = { is: 'whole' };
	for (const [index, item] of run.items.entries()) {
		const error = errorIn(item);
		if (error) {
			const said = loud(error.message, error.description);
			if (!refused.includes(index)) verdict = said;
			continue;
		}
		expect({ refused: refused.includes(index) }).toEqual({ refused: false });
		expect(timesWritten(service, numbers[index])).toBe(1);
		if (item.json.TxnID !== undefined) expect(String(item.json.RefNumber)).toBe(numbers[index]);
	}
	return verdict;
}

/** The invoice with an ID, as it stands in the books. */
const invoiceIn = (service: LawfulService, connectionId: string, id: string) =>
	service
		.company(connectionId)
		.records('Invoice')
		.find((one) => textAt(one, 'TxnID') === id);

/** How many lines of an invoice were added by an update. */
export const linesAdded = (service: LawfulService, connectionId: string, id: string): number =>
	invoiceIn(service, connectionId, id)?.children.filter((one) => textAt(one, 'Desc') === 'Added')
		.length ?? 0;

/** The memo of an invoice, as it stands in the books. */
export function memoOf(service: LawfulService, connectionId: string, id: string): unknown {
	const invoice = invoiceIn(service, connectionId, id);
	return invoice && textAt(invoice, 'Memo');
}

/**
 * Judges updates that each set a memo and add a line: was each carried out exactly once? is everything there, in order, paired?
 * if not, is it loud?
 * @param ids The invoice of each item.
 */
export function judgeUpdates(
	service: LawfulService,
	connectionId: string,
	run: WorkflowRun,
	ids: readonly string[],
): Verdict {
	const addedTo = (id: string): number => linesAdded(service, connectionId, id);
	const written = (id: string): number =>
		service.ledger.filter(
			({ kind, refused, requestXml }) =>
				kind === 'InvoiceMod' && !refused && requestXml.includes(`<TxnID>${id}<`),
		).length;
	const twice = ids.filter((id) => addedTo(id) > 1 || written(id) > 1);
	expect({ twice }).toEqual({ twice: [] });
	if (run.status !== 'success') {
		expect(run.status).toBe('error');
		return loud(run.error?.message, (run.error as { description?: unknown }).description);
	}
	expect(run.items.map(itemOf)).toEqual(ids.map((_, index) => index));
	expect(run.items.map(({ json }) => [json.TxnID, json.Memo, json.changed])).toEqual(
		ids.map((id) => [id, 'Changed', true]),
	);
	expect(ids.map(addedTo)).toEqual(ids.map(() => 1));
	return { is: 'whole' };
}

/**
 * Judges what was found or created: is there one customer of each name, and does each item have its own? if not, is it loud?
 * @param names The name of each item's customer.
 */
export function judgeFound(
	service: LawfulService,
	connectionId: string,
	run: WorkflowRun,
	names: readonly string[],
): Verdict {
	const customers = service.company(connectionId).records('Customer');
	const named = (name: string) => customers.filter((one) => textAt(one, 'FullName') === name);
	expect(names.filter((name) => named(name).length > 1)).toEqual([]);
	if (run.status !== 'success') {
		expect(run.status).toBe('error');
		return loud(run.error?.message, (run.error as { description?: unknown }).description);
	}
	expect(run.items.map(itemOf)).toEqual(names.map((_, index) => index));
	expect(run.items.map(({ json }) => json.ListID)).toEqual(
		names.map((name) => textAt(named(name)[0], 'ListID')),
	);
	return { is: 'whole' };
}

/** No run that went well leaves a delivery that failed: each that was made has been accepted. */
export function judgeDeliveries({ deliveries }: LawfulService): void {
	for (const { recordId } of deliveries) {
		const own = deliveries.filter((delivery) => delivery.recordId === recordId);
		expect(own.map(({ status }) => status)).toContain(200);
	}
}

/** Judges a query: have all records come out, once, in the order of the answers, or is it loud? */
export function judgeQuery(
	{ reading }: LawfulService,
	run: WorkflowRun,
	ids: readonly string[],
): Verdict {
	if (run.status !== 'success') {
		expect(run.status).toBe('error');
		return loud(run.error?.message, (run.error as { description?: unknown }).description);
	}
	const given = run.items.map(({ json }) => json.ListID);
	if (reading.companyOrder === 'by number') expect(given).toEqual(ids);
	else expect([...given].sort()).toEqual([...ids].sort());
	expect(new Set(run.items.map(itemOf))).toEqual(new Set([0]));
	return { is: 'whole' };
}
