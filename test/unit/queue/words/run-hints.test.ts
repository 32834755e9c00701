import { alsoQueued, alsoRead } from '../../../../queue/words/runHints';

describe('beside an item that failed', () => {
	it('says what was read', () => {
		expect([1, 2].map(alsoRead)).toEqual([
			'One other request has been carried out; Retry on this execution gives their results.',
			'2 other requests have been carried out; Retry on this execution gives their results.',
		]);
	});

	it('says what is queued, which must not be queued again', () => {
		expect([['1'], ['1', '3']].map(alsoQueued)).toEqual([
			'Item 1 (counted from 1) has been queued: do not queue it again. Retry on this execution gives its results and writes nothing twice.',
			'Items 1 and 3 (counted from 1) have been queued: do not queue them again. Retry on this execution gives their results and writes nothing twice.',
		]);
	});
});
