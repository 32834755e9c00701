import type { Queued } from '../../../../queue/once/journal';
import {
	alreadyQueued,
	cannotTell,
	changedSince,
	unclearRecord,
} from '../../../../queue/once/writeErrors';
import type { Write } from '../../../../queue/requests/write';
import { madeWrite, namedWrite, queuedInvoice } from '../support/records';

const order = namedWrite('order', 'invoice:1042-G74i');
const named = namedWrite('users');

describe('an identifier is called as the form calls it', () => {
	it.each<[write: Write, called: string]>([
		[order, 'Order Number "1042"'],
		[named, 'Custom Request ID "A-1"'],
	])('%#', (write, called) => {
		expect(alreadyQueued(write, 'r1').message).toBe(
			`A request with the ${called} is already queued: r1.`,
		);
		expect(unclearRecord(write, 'nobody knows').message).toBe(
			`It is unknown whether the record with the ${called} is still in the books.`,
		);
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
