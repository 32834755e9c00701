import { type JournalEvent, knownFrom, newJournal, note } from '../../../../queue/once/journal';
import { mayHaveWritten, writesByItem } from '../../../../queue/once/writesByItem';
import { queuedInvoice } from '../support/records';

test.each([
	['0', 'first'],
	['0r1s1', 'later'],
] as const)('a write of %s does not stand if it was refused itself', (slot, place) => {
	const journal = newJournal('run');
	const record = queuedInvoice('a');
	const own = { slot, key: 'k', identifier: 'k', connectionId: 'c', record, execution: '1' };
	note(journal, { event: 'queued', ...own });
	const standing = () => {
		const { first, later } = writesByItem(knownFrom(journal));
		return place === 'first' ? first.get('0')?.standing : later.get('0');
	};
	expect(standing()).toMatchObject({ slot });
	note(journal, { event: 'refused', slot, id: 'before', execution: '' });
	expect(standing()).toMatchObject({ slot });
	note(journal, { event: 'refused', slot, id: 'a', execution: '' });
	expect(standing()).toBeUndefined();
});

describe('what an item may have written for a step', () => {
	const seen = (slot: string): JournalEvent => ({
		...{ event: 'seen', slot, id: `id ${slot}`, key: `n8n-run-${slot}-word-mark` },
	});
	const taken = (slot: string, id: string): JournalEvent => ({
		...{ event: 'queued', slot, key: `n8n-run-${slot}-word`, identifier: 'i', connectionId: 'c' },
		...{ record: queuedInvoice(id), execution: '1' },
	});
	const refused = (slot: string, id: string): JournalEvent => ({
		...{ event: 'refused', slot, id, execution: '1' },
	});
	const words = jest.fn((): readonly string[] | undefined => ['other', 'word']);
	const may = (...events: readonly JournalEvent[]) => {
		const known = knownFrom({ runKey: 'run', events: [...events] });
		return mayHaveWritten(known, { item: '0', step: 1 }, words);
	};

	it.each<[string, boolean, JournalEvent[]]>([
		['what it has in the queue', true, [taken('0r1s1', 'a')]],
		['one of several that were seen there', true, [seen('0r1s1.2')]],
		['what another item has written', false, [seen('1r1s1.2'), taken('1r1s1', 'a')]],
		['what it has written for another step', false, [taken('0r1s2', 'a')]],
		['what it began with', false, [taken('0', 'a')]],
		['what was refused', false, [taken('0r1s1', 'a'), refused('0r1s1', 'a')]],
		['what was refused before', true, [refused('0r1s1', 'b'), taken('0r1s1', 'a')]],
		['what was refused in another place', false, [seen('0r1s1.2'), refused('0r2s1', 'id 0r1s1.2')]],
	])('%s: %s', (_what, is, events) => {
		expect(may(...events)).toBe(is);
	});

	it('is what it asks for now, unless its form does not tell', () => {
		words.mockReturnValueOnce(['other']).mockReturnValueOnce([]).mockReturnValueOnce(undefined);
		expect([may(seen('0r1s1')), may(seen('0r1s1')), may(seen('0r1s1'))]).toEqual([
			false,
			false,
			true,
		]);
	});

	it('does not ask for words of what was not written', () => {
		words.mockClear();
		may();
		expect(words).not.toHaveBeenCalled();
	});
});
