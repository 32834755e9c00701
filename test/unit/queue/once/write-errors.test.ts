import type { QueueError } from '../../../../queue/calls/errors';
import type { Queued } from '../../../../queue/once/journal';
import {
	alreadyQueued,
	cannotTell,
	changedSince,
	claimedByOther,
	otherContents,
	unclearRecord,
	unknownOutcome,
	unknownRun,
} from '../../../../queue/once/writeErrors';
import type { Write } from '../../../../queue/requests/write';
import { madeWrite, namedWrite, queuedInvoice } from '../support/records';

const order = namedWrite('order', 'invoice:1042-G74i');
const named = namedWrite('users');

describe('an identifier is called as the form calls it', () => {
	it.each<[write: Write, called: string]>([
		[order, 'Order Number "1042"'],
		[named, 'Custom Request ID "A-1"'],
		[namedWrite('users', 'invoice:7'), 'Custom Request ID "invoice:7"'],
	])('%#', (write, called) => {
		expect(alreadyQueued(write, 'r1').message).toBe(
			`A request with the ${called} is already queued: r1.`,
		);
		expect(unclearRecord(write, 'nobody knows').message).toBe(
			`It is unknown whether the record with the ${called} is still in the books.`,
		);
	});
});

describe('an error says what was not done, why, and how to go on', () => {
	const because = 'the list is too long';
	it.each<[of: () => QueueError, message: RegExp, advice: RegExp]>([
		[
			() => changedSince({ record: queuedInvoice('r1') }),
			/^The original execution queued this item with other values\.$/,
			/^It was not written again\. The original request is r1: /,
		],
		[
			() => claimedByOther(),
			/^Another execution is writing the same thing right now\.$/,
			/^This item was not sent, .* press Retry /,
		],
		[
			() => unknownRun(because),
			/^It is unknown what the original execution queued\.$/,
			/^This item was not sent, .* since the list is too long\. Check .* new execution\.$/,
		],
		[
			() => unknownOutcome('socket hang up', 'A-1', because),
			/^It is unknown whether this request was queued\.$/,
			/\(socket hang up\).* since the list is too long\. It was not sent again, .* identifier is A-1: .*in neither place\.$/,
		],
		[
			() => alreadyQueued(named, 'r1'),
			/ is already queued: r1\.$/,
			/^This item was not queued\. Use another Custom Request ID, or .* If This ID Is Already Queued\.$/,
		],
		[
			() => unclearRecord(order, because),
			/^It is unknown whether the record /,
			/^This item was not written, since the list is too long\. .* under another Order Number\.$/,
		],
		[
			() => cannotTell(named, because),
			/^This service can't tell whether a Custom Request ID is already queued\.$/,
			/ since the list is too long\. Options > If This ID Is Already Queued can't be checked\. \S/,
		],
		[
			() => cannotTell({ ...order, replaces: 'r1' }, because),
			/ the request r1 /,
			/^It was not written again, since the list is too long\. Look for the record .* only if it is not there\.$/,
		],
	])('%#', (errorOf, message, advice) => {
		const error = errorOf();
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(advice);
	});

	it('and lets a workflow tell what happened', () => {
		const unknown = [
			unknownOutcome('', '', because),
			unclearRecord(order, because),
			cannotTell({ ...order, replaces: 'r1' }, because),
		];
		expect(unknown.map(({ code }) => code)).toEqual(unknown.map(() => 'unknown_outcome'));
		expect(cannotTell(order, because).code).toBeUndefined();
	});
});

describe('of an order with other contents', () => {
	const errorFor = (count: number) =>
		otherContents(
			order,
			queuedInvoice('r1'),
			Array.from({ length: count }, (_, index) => `Field ${index + 1} is other`),
		);

	it('shows in what it differs, and where to look', () => {
		const { message, description, code } = errorFor(2);
		expect(message).toBe(
			'Order 1042 was already written, with other contents. Field 1 is other; Field 2 is other.',
		);
		expect(description).toMatch(
			/^Nothing was written for it now\. The earlier request is r1\. .*Return the Existing One\./,
		);
		expect(code).toBe('other_contents');
	});

	it.each([
		[5, /; Field 5 is other\.$/],
		[6, /; Field 5 is other; and 1 more\.$/],
		[9, /; Field 5 is other; and 4 more\.$/],
	])('of %i differences, shows the first five', (count, end) => {
		expect(errorFor(count).message).toMatch(end);
	});
});

describe('where nobody can tell what is queued', () => {
	const adviceFor = (write: Write) => cannotTell(write, 'nothing is shown').description ?? '';

	it('says of a write under which conditions Queue Anyway writes nothing twice', () => {
		expect(adviceFor(order)).toMatch(/^This item was not sent, since nothing is shown\./);
		expect(adviceFor(order)).toMatch(
			/keep a list .*choose Queue Anyway there: .* but a new execution with the same orders does\.$/,
		);
		expect(adviceFor(named)).toMatch(/a new execution with the same IDs does\.$/);
	});

	it('says of a query that it can be carried out again', () => {
		expect(adviceFor({ ...named, isRead: true })).toMatch(
			/Choose Queue Anyway there: a query .* does no harm\.$/,
		);
	});

	it('offers no option for what replaces a request', () => {
		const { message, description } = cannotTell({ ...madeWrite, replaces: 'r1' }, 'it is hidden');
		expect(message).toBe('It is unknown whether the request r1 has been replaced already.');
		expect(description).not.toMatch(/Queue Anyway/);
	});
});

describe('of an item that was queued with other values', () => {
	const advice = (queued: Partial<Queued>) =>
		changedSince({ record: queuedInvoice('r1'), ...queued }).description ?? '';

	it('says that a new execution writes it', () => {
		expect(advice({})).toMatch(
			/To write the item .*, start a new execution with it alone: other items would be written again, unless they have an Order Number\.$/,
		);
	});

	it('says that none writes it under the same order number', () => {
		expect(advice({ earlier: 'none' })).toMatch(/change the record .* writes nothing either\.$/);
	});
});
