import './support/fast-time';

import { retryAfterCrash } from '../engine/harness';
import type { Reading } from './service';
import { at, itemsOf, toCall } from './support/place';
import { judgeWrites } from './support/verdict';

/** So many that the node reads where the queue stands before it queues any. */
const many = Array.from({ length: 7 }, (_, index) => `R-${index + 1}`);

const UNCLEAR = /^It is unknown what the original execution queued/;

const services: ReadonlyArray<
	readonly [name: string, reading: Partial<Reading>, isClear: boolean]
> = [
	['that shows everything', {}, true],
	['that shows no identifiers', { identifier: 'nowhere' }, false],
	['that puts a number of its own into requestID', { identifier: 'own number' }, false],
	['that puts a text of its own into requestID', { identifier: 'own text' }, false],
];

test.concurrent.each(services)(
	'Retry of an execution that crashed after it had queued some of its many items: a service %s',
	async (_, reading, isClear) => {
		await at(reading, async (place) => {
			const { service } = place;
			toCall(service, many.length, {
				status: 422,
				error: { code: 'invalid_request', message: 'Not now.' },
			});
			const crashed = await place.write(many);
			service.meddle(() => undefined);
			const again = await retryAfterCrash(crashed, itemsOf(many));
			const verdict = judgeWrites(service, again, many);
			expect(verdict).toEqual(
				isClear ? { is: 'whole' } : { is: 'loud', says: expect.stringMatching(UNCLEAR) },
			);
		});
	},
);
