import { isSentAs, recognise } from '../../../../queue/reader/recognise';
import type { Gained } from '../../../../queue/reader/scanQueue';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import type { Write } from '../../../../queue/requests/write';
import { absent, unclear } from '../../../../quickbooks/qbxml/certainty';
import { madeWrite, namedWrite, queuedInvoice } from '../support/records';

const nothing: Gained = { records: [], mayBeOlder: new Set(), isWhole: true };

/** What a look says of a write, with the records that the queue has gained, newest first. */
const look = (
	write: Write,
	records: readonly QueuedRecord[],
	{
		own = [],
		isInAnyForm = false,
		...gained
	}: Partial<Gained> & { own?: readonly (readonly [string, string])[]; isInAnyForm?: boolean } = {},
) => recognise(write, { ...nothing, records, ...gained }, new Map(own), isInAnyForm);

const found = (id: string) => ({ is: 'found', record: expect.objectContaining({ id }) });

const MAY_BE = unclear('the queue has a request that may be this one');
const HIDDEN = unclear('the service does not show the requests in its queue');

/** A request of the run's that shows what it was sent with, of the same kind and in the same phase. */
const proof = queuedInvoice('proof', { memo: 'p', requestId: 'n8n-run1-9-aaaaaaaa-mark1' });
const ownProof = ['proof', 'n8n-run1-9-aaaaaaaa'] as const;

describe('a write with an identifier of our making', () => {
	it('is found by its identifier, whatever is added to that, and whatever its words became', () => {
		for (const requestId of [
			'n8n-run1-0-abcdefgh',
			'n8n-run1-0-abcdefgh-mark1',
			'Office: n8n-run1-0-abcdefgh-mark1',
		]) {
			expect(look(madeWrite, [queuedInvoice('r1', { requestId, memo: 'other' })])).toEqual(
				found('r1'),
			);
		}
	});

	it('is the oldest of several with its identifier, for something made two of one call', () => {
		const requestId = 'n8n-run1-0-abcdefgh-mark1';
		const twice = ['r3', 'r2', 'r1'].map((id) => queuedInvoice(id, { requestId }));
		expect(look(madeWrite, twice)).toEqual(found('r1'));
	});

	it('is not what the same item was sent as with other values: that may be it', () => {
		const requestId = 'n8n-run1-0-zzzzzzzz-mark1';
		expect(look(madeWrite, [queuedInvoice('r1', { requestId, memo: 'b' })])).toEqual(MAY_BE);
	});

	it.each([undefined, '1002', '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b', 'req_1002x'])(
		'may be what has its words, and shows no identifier or one that the service may have made (%s)',
		(requestId) => {
			expect(look(madeWrite, [queuedInvoice('r1', { requestId })])).toEqual(MAY_BE);
			expect(look(madeWrite, [queuedInvoice('r1', { requestId, memo: 'b' })])).toEqual(absent);
		},
	);

	it('may be what shows no identifier, if the service was seen to show ours', () => {
		expect(look(madeWrite, [queuedInvoice('r1'), proof], { own: [ownProof] })).toEqual(MAY_BE);
	});

	it.each(['1002', '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b'])(
		'may be what shows a number of the service’s own in place of it, if the service was seen to show ours (%s)',
		(requestId) => {
			const one = queuedInvoice('r1', { requestId });
			expect(look(madeWrite, [one, proof], { own: [ownProof] })).toEqual(MAY_BE);
		},
	);

	it('may be what shows a text that the service may have made, if it was seen to show both', () => {
		const one = queuedInvoice('r1', { requestId: 'req_1002x' });
		const replaced = queuedInvoice('replaced', { memo: 'q', requestId: 'req_1001x' });
		const own = [ownProof, ['replaced', 'n8n-run1-8-aaaaaaaa']] as const;
		expect(look(madeWrite, [one, replaced, proof], { own })).toEqual(MAY_BE);
		const silent = queuedInvoice('replaced', { memo: 'q' });
		expect(look(madeWrite, [one, silent, proof], { own })).toEqual(absent);
	});

	it('may be what is listed no more, if too much was queued since', () => {
		expect(look(madeWrite, [], { isWhole: false })).toEqual(
			unclear('too much has been queued in the meantime'),
		);
	});

	it('may be what shows its identifier in lower case, if all that the service was seen to show is in lower case', () => {
		const write = { ...madeWrite, identifier: 'n8n-Run1-0-abcdEFGH', slotPrefix: 'n8n-Run1-0-' };
		const given = queuedInvoice('given', { requestId: 'a-1', memo: 'g' });
		const lower = queuedInvoice('r1', { requestId: 'n8n-run1-0-abcdefgh-0a1b2c3d' });
		expect(look(write, [lower, given], { own: [['given', 'a-1']] })).toEqual(MAY_BE);
		const capital = queuedInvoice('capital', { requestId: 'A-1', memo: 'g' });
		expect(look(write, [lower, capital], { own: [['capital', 'A-1']] })).toBe(absent);
	});

	it('may be what shows its identifier in lower case, whatever texts of its own the service shows once a request has ended', () => {
		const write = { ...madeWrite, identifier: 'n8n-Run1-0-abcdEFGH', slotPrefix: 'n8n-Run1-0-' };
		const lower = queuedInvoice('r1', { requestId: 'n8n-run1-0-abcdefgh-0a1b2c3d' });
		const given = queuedInvoice('given', { requestId: 'a-1', memo: 'g' });
		const requestId = 'REQ-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
		const ended = queuedInvoice('ended', { requestId, memo: 'e', is: 'written' });
		const own = [
			['given', 'a-1'],
			['ended', 'n8n-Run1-1-abcdEFGH'],
		] as const;
		expect(look(write, [lower, ended, given], { own })).toEqual(MAY_BE);
	});

	it('learns from what shows ours only about requests of the same kind and phase', () => {
		const shown = { memo: 'p', requestId: 'n8n-run1-9-aaaaaaaa-mark1' };
		const ended = queuedInvoice('proof', { ...shown, is: 'written' });
		const request = queuedInvoice('r1', { requestId: 'req_1002x' });
		expect(look(madeWrite, [request, ended], { own: [ownProof] })).toEqual(MAY_BE);
		const ofOtherKind = queuedInvoice('proof', { ...shown, element: 'BillAddRq' });
		expect(look(madeWrite, [request, ofOtherKind], { own: [ownProof] })).toEqual(MAY_BE);
	});

	it('learns nothing from requests that show no identifier, or of which nobody knows what they were sent with', () => {
		const request = queuedInvoice('r1', { requestId: 'req_1002x' });
		const silent = queuedInvoice('proof', { memo: 'p' });
		expect(look(madeWrite, [request, silent], { own: [ownProof] })).toEqual(MAY_BE);
		expect(look(madeWrite, [request, proof], { own: [['proof', '']] })).toEqual(MAY_BE);
	});

	it('is not one of the run’s own requests, nor the one that it replaces', () => {
		const replacement: Write = { ...madeWrite, replaces: 'r1' };
		expect(look(madeWrite, [queuedInvoice('r1')], { own: [['r1', '']] })).toEqual(absent);
		expect(look(replacement, [queuedInvoice('R1')])).toEqual(absent);
		expect(look(madeWrite, [queuedInvoice('r1')])).toEqual(MAY_BE);
	});

	it('may be a request that the service does not show', () => {
		const hidden = queuedInvoice('r1', { isHidden: true });
		expect(look(madeWrite, [hidden])).toEqual(HIDDEN);
		expect(look(madeWrite, [hidden], { own: [['r1', '']] })).toEqual(absent);
		const identified = queuedInvoice('r2', { requestId: 'n8n-run1-0-abcdefgh-mark1' });
		expect(look(madeWrite, [identified, hidden])).toEqual(found('r2'));
	});

	it('may be what has more words, which a service may add', () => {
		const withDefault = queuedInvoice('r1', { defaults: { IsPending: 'false' } });
		expect(look(madeWrite, [withDefault])).toEqual(MAY_BE);
	});
});

describe('a write that the service builds into a request', () => {
	const built: Write = {
		...madeWrite,
		request: {
			...madeWrite.request,
			path: '/connections/c1/invoices',
			body: { memo: 'a', amount: '2.50' },
		},
	};

	it('is not what certainly is another request', () => {
		expect(look(built, [queuedInvoice('r1', { element: 'BillAddRq' })])).toEqual(absent);
		const requestId = 'n8n-AbCdEfGhIjKlMnOp-0-abcdefgh-0a1b2c3d';
		expect(look(built, [queuedInvoice('r1', { memo: 'b', requestId })])).toEqual(absent);
		const theirs = queuedInvoice('r1', { memo: 'b', requestId: 'theirs' });
		expect(look(built, [theirs, proof], { own: [ownProof] })).toEqual(absent);
		const hidden = queuedInvoice('r1', { memo: 'b' });
		expect(look(built, [hidden, proof], { own: [ownProof] })).toEqual(MAY_BE);
	});

	it('may be what shows nothing that can be read', () => {
		const odd = { id: 'r1', state: 'waiting', request_xml: 'text' };
		expect(look(built, [odd])).toEqual(MAY_BE);
	});

	it('may be any request that shows no identifier, if nobody knows what is built of it', () => {
		const query = { ...built.request, path: '/connections/c1/vendors', body: undefined };
		const asked = { ...built, request: query };
		expect(look(asked, [queuedInvoice('r1')])).toEqual(MAY_BE);
		const requestId = 'n8n-AbCdEfGhIjKlMnOp-0-abcdefgh-0a1b2c3d';
		expect(look(asked, [queuedInvoice('r1', { requestId })])).toEqual(absent);
	});

	it('may be what has its identifier, in whatever form, and other words', () => {
		const identifier = 'n8n-Run1-0-abcdEFGH';
		const own = [['given', 'a-1']] as const;
		const given = queuedInvoice('given', { requestId: 'a-1', memo: 'g' });
		const lower = queuedInvoice('r1', {
			requestId: `${identifier.toLowerCase()}-0a1b2c3d`,
			memo: 'b',
		});
		expect(look({ ...built, identifier }, [lower, given], { own })).toEqual(MAY_BE);
		const named = { ...namedWrite('users', 'A-1'), request: built.request };
		const exact = queuedInvoice('r1', { requestId: 'A-1', memo: 'b' });
		expect(look(named, [exact, given], { own })).toEqual(MAY_BE);
	});
});

describe('a write that may have been sent in another form', () => {
	it('may be any request of others that shows no identifier of ours', () => {
		const other = queuedInvoice('r1', { memo: 'b' });
		expect(look(madeWrite, [other], { isInAnyForm: true })).toEqual(MAY_BE);
		const ours = queuedInvoice('r1', {
			memo: 'b',
			requestId: 'n8n-AbCdEfGhIjKlMnOp-0-abcdefgh-0a1b2c3d',
		});
		expect(look(madeWrite, [ours], { isInAnyForm: true })).toEqual(absent);
		const bill = queuedInvoice('r1', { element: 'BillAddRq' });
		expect(look(madeWrite, [bill], { isInAnyForm: true })).toEqual(MAY_BE);
	});

	it('is not what has the GUID of another run, but may be what adds the same and has none', () => {
		const write: Write = { ...madeWrite, externalGuid: '{12345678-aaaa}' };
		const with_ = (guid?: string) => [queuedInvoice('r1', { memo: 'b', guid })];
		expect(look(write, with_('{12345678-bbbb}'), { isInAnyForm: true })).toEqual(MAY_BE);
		expect(look(write, with_('{87654321-aaaa}'), { isInAnyForm: true })).toEqual(absent);
		expect(look(write, with_(), { isInAnyForm: true })).toEqual(MAY_BE);
		const bill = queuedInvoice('r1', { element: 'BillAddRq' });
		expect(look(write, [bill], { isInAnyForm: true })).toEqual(absent);
		expect(look(write, with_())).toEqual(absent);
	});
});

describe.each(['users', 'order'] as const)('a write with an identifier of %s', (identity) => {
	const write = namedWrite(identity);

	it('is found by exactly its identifier, if the words may be its own', () => {
		expect(look(write, [queuedInvoice('r1', { requestId: 'A-1' })])).toEqual(found('r1'));
		expect(look(write, [queuedInvoice('r1', { requestId: 'A-1', memo: 'b' })])).toEqual(absent);
	});

	it('is not what has a longer identifier, if the service was seen to show them', () => {
		const longer = queuedInvoice('r1', { requestId: 'A-12' });
		expect(look(write, [longer, proof], { own: [ownProof] })).toEqual(absent);
		expect(look(write, [longer])).toEqual(MAY_BE);
	});

	it('can’t be told from another with the same identifier and words', () => {
		const twice = ['r2', 'r1'].map((id) => queuedInvoice(id, { requestId: 'A-1' }));
		expect(look(write, twice)).toEqual(unclear('the queue has 2 requests just like it'));
		expect(look(write, [twice[1], queuedInvoice('r2')])).toEqual(MAY_BE);
		expect(look(write, [twice[1], queuedInvoice('r2', { isHidden: true })])).toEqual(HIDDEN);
	});
});

describe('what may have been queued before the run', () => {
	const mayBeOlder = new Set(['r1']);

	it('is not one of the run’s, if it has an identifier that somebody may give again', () => {
		for (const identity of ['users', 'order'] as const) {
			const one = queuedInvoice('r1', { requestId: 'A-1' });
			expect(look(namedWrite(identity), [one], { mayBeOlder })).toEqual(
				unclear('the queue has a request just like it, but does not say since when'),
			);
		}
	});

	it('is one of the run’s, if it has an identifier that only this write has', () => {
		const identified = queuedInvoice('r1', { requestId: 'n8n-run1-0-abcdefgh-mark1' });
		expect(look(madeWrite, [identified], { mayBeOlder })).toEqual(found('r1'));
	});
});

describe('isSentAs', () => {
	it.each([
		['n8n-run1-0-abcdefgh', true],
		['n8n-run1-0-abcdefgh-mark1', true],
		['n8n-run1-0-abcdefghi', false],
		['x-n8n-run1-0-abcdefgh', false],
		[undefined, false],
	])('%s: %s', (requestId, is) => {
		expect(isSentAs(queuedInvoice('r1', { requestId }), 'n8n-run1-0-abcdefgh')).toBe(is);
	});
});
