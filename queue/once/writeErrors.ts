import { withArticle } from '../../quickbooks/qbxml/words';
import { QueueError, UNKNOWN_OUTCOME } from '../calls/errors';
import { withoutCheck } from '../requests/identifiers';
import type { QueuedRecord } from '../requests/queuedRecord';
import type { Write } from '../requests/write';
import type { Queued } from './journal';

/** What the form calls the identifier that the user gave. */
const labelOf = ({ identity }: Pick<Write, 'identity'>): string =>
	identity === 'order' ? 'Order Number' : 'Custom Request ID';

/** The identifier as the user gave it: that of an order has the name of the operation in front of it, and a check behind it. */
const givenIn = ({ identity, identifier }: Write): string =>
	identity === 'order'
		? withoutCheck(identifier).slice(identifier.indexOf(':') + 1)
		: withoutCheck(identifier);

/**
 * The error of an item that an earlier execution has queued with other values.
 * @param queued What it has queued.
 */
export const changedSince = ({ record, earlier }: Pick<Queued, 'earlier' | 'record'>): QueueError =>
	new QueueError(
		'The original execution queued this item with other values.',
		`It was not written again. The original request is ${record.id}: Queued Request > Get shows what became of it. ${
			earlier === undefined
				? 'To write the item with its current values, start a new execution with it alone: other items would be written again, unless they have an Order Number.'
				: 'To have its current values in QuickBooks, change the record there or with Update: under the same Order Number, a new execution writes nothing either.'
		}`,
	);

/** What another process of n8n is writing right now. */
export class ClaimedError extends QueueError {}

export const claimedByOther = (): ClaimedError =>
	new ClaimedError(
		'Another execution is writing the same thing right now.',
		'This item was not sent, so that nothing is written twice. When the other execution has ended, press Retry on this one.',
	);

/** @param because A clause that follows "since". */
export const unknownRun = (because: string): QueueError =>
	new QueueError(
		'It is unknown what the original execution queued.',
		`This item was not sent, so that nothing is written twice. n8n did not pass on everything that this execution and its Retries had done, and the queue does not tell, since ${because}. Check in QuickBooks or under Queued Request > Get Many, and run what is missing in a new execution.`,
	);

/**
 * The error of a request when nobody knows whether it is in the queue. It was sent, and not sent again.
 * @param because Why the queue does not show it, as a clause.
 */
export const unknownOutcome = (reason: string, identifier: string, because: string): QueueError =>
	new QueueError(
		'It is unknown whether this request was queued.',
		`The call gave no usable answer (${reason}), and the queue does not tell, since ${because}. It was not sent again, so that nothing is written twice. Its request identifier is ${identifier}: look for it with Queued Request > Get Many and, once the desktop has carried out what waits, for the record in QuickBooks. Run this item in a new execution only if it is in neither place.`,
		UNKNOWN_OUTCOME,
	);

/** The error of a write whose identifier is in the queue already, if the user wants no second one. */
export const alreadyQueued = (write: Write, id: string): QueueError =>
	new QueueError(
		`A request with the ${labelOf(write)} "${givenIn(write)}" is already queued: ${id}.`,
		`This item was not queued. Use another ${labelOf(write)}, or choose what to do under If This ID Is Already Queued.`,
	);

/** More would hide the first ones. */
const MOST_DIFFERENCES = 5;

/** The error of an order under whose number something else was written before. */
export function otherContents(
	write: Write,
	{ id }: QueuedRecord,
	differences: readonly string[],
): QueueError {
	const order = givenIn(write);
	const more = differences.length - MOST_DIFFERENCES;
	const shown = [
		...differences.slice(0, MOST_DIFFERENCES),
		...(more > 0 ? [`and ${more} more`] : []),
	];
	return new QueueError(
		`Order ${order} was already written, with other contents. ${shown.join('; ')}.`,
		`Nothing was written for it now. The earlier request is ${id}. To change what was written, use Update. To write it anew, void or delete the record first. To take it as it is, choose Options > If This ID Is Already Queued > Return the Existing One. If it is another order, give it a number of its own.`,
		'other_contents',
	);
}

/** The error of a write of which nobody knows whether what was written under its identifier is still in the books. */
export const unclearRecord = (write: Write, because: string): QueueError =>
	new QueueError(
		`It is unknown whether the record with the ${labelOf(write)} "${givenIn(write)}" is still in the books.`,
		`This item was not written, since ${because}. If a request that removes it is still waiting, run this item again when that has ended. Otherwise look for the record in QuickBooks. If it is there, nothing is missing. If it is not, void or delete it once more with this node, which makes that certain, or write this item under another ${labelOf(write)}.`,
		UNKNOWN_OUTCOME,
	);

/** What can be done where nobody can tell whether an identifier is in the queue. */
function wayOut({ identity, isRead }: Write): string {
	if (isRead) return 'Choose Queue Anyway there: a query that is carried out again does no harm.';
	const again = identity === 'order' ? 'orders' : 'IDs';
	const keep = 'keep a list of what was written, and filter that out before this node';
	return `To write with this service all the same, ${keep}, and choose Queue Anyway there: Retry On Fail and Retry still write nothing twice, but a new execution with the same ${again} does.`;
}

/** The error of a write of which nobody can tell whether its identifier is in the queue. */
export const cannotTell = (write: Write, because: string): QueueError =>
	write.replaces === undefined
		? new QueueError(
				`This service can't tell whether ${withArticle(labelOf(write))} is already queued.`,
				`This item was not sent, since ${because}. Options > If This ID Is Already Queued can't be checked. ${wayOut(write)}`,
			)
		: new QueueError(
				`It is unknown whether the request ${write.replaces} has been replaced already.`,
				`It was not written again, since ${because}. Look for the record in QuickBooks once the desktop has carried out what waits. Run this item in a new execution only if it is not there.`,
				UNKNOWN_OUTCOME,
			);
