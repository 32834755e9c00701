import { knownFrom, newJournal, note } from '../../../../queue/once/journal';
import { writesByItem } from '../../../../queue/once/writesByItem';
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
