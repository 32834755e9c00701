import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { recordsWithId } from '../../../../queue/runs/runRecords';
import { CONNECTION, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

const page = (number: number, more: object = {}): QueuedRecord => ({
	...queuedInvoice('run'),
	page: number,
	...more,
});
const pages = [page(2), page(1)];
const other = queuedInvoice('other');
const phrasesOf = ({ calls }: ReturnType<typeof servedQueue>) =>
	calls.map(({ query }) => query?.search_phrase);

/** Finds a number of the pages, whatever it is asked for. */
const finding = (count: number) => ({ search: () => pages.slice(0, count) });

test('the pages of a request are those with its ID, in any case, by one search', async () => {
	const service = servedQueue([other, ...pages], { search: (_, records) => [...records] });
	expect(await recordsWithId(service, CONNECTION, 'RUN')).toEqual(pages);
	expect(phrasesOf(service)).toStrictEqual(['RUN']);
});

test('they are read from the list if the search shows none of them, or not enough', async () => {
	const none = servedQueue([other, ...pages], finding(0));
	expect(await recordsWithId(none, CONNECTION, 'run')).toEqual(pages);
	expect(phrasesOf(none)).toStrictEqual(['run', undefined]);
	const one = servedQueue([other, ...pages], finding(1));
	expect(await recordsWithId(one, CONNECTION, 'run', ({ length }) => length > 1)).toEqual(pages);
});

test('where neither shows enough, it is what shows more of them, and the list if both show as many', async () => {
	const never = () => false;
	const newer = Array.from({ length: 299 }, (_, index) => queuedInvoice(`n${index}`));
	const long = servedQueue([...newer, ...pages], finding(2));
	expect(await recordsWithId(long, CONNECTION, 'run', never)).toEqual(pages);
	const late = servedQueue([page(2, { state: 'sent' }), page(1)], finding(2));
	const [newest] = await recordsWithId(late, CONNECTION, 'run', never);
	expect(newest.state).toBe('sent');
});

test('there are none if neither shows any', async () => {
	expect(await recordsWithId(servedQueue([other]), CONNECTION, 'run')).toEqual([]);
});
