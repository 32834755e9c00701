import type { CachedList } from '../../../../queue/lists/cachedList';
import { inSentences, listStatus, loadingStatus } from '../../../../queue/lists/listStatus';
import { type ListKind, listKinds, transactionsOf } from '../../../../quickbooks/lists/recordLists';
import { transactionTypes } from '../../../../quickbooks/records/dataExtensionTypes';

/** Five hours behind UTC. */
const reader = { timezone: 'America/New_York', now: Date.parse('2026-01-16T14:00:00Z') };
const answer = {
	id: 'a',
	state: 'response_received',
	webhook_state: 'not_applicable',
	inserted_at: '2026-01-16T13:00:00Z',
	updated_at: '2026-01-16T13:05:00Z',
};
const asked = { id: 'b', state: 'waiting', inserted_at: '2026-01-16T13:59:00Z' };
const known = (more: Partial<CachedList>): CachedList => ({
	answered: [answer],
	isWhole: true,
	lastConnectedAt: '2026-01-16T13:55:00Z',
	...more,
});

const none = { answered: [], isWhole: false };
const failed = { ...asked, state: 'error', error: { message: 'No permission.' } };
const refused = {
	...answer,
	response_json: [
		{
			QBXMLMsgsRs: {
				CustomerQueryRs: {
					'@statusCode': 3260,
					'@statusSeverity': 'Error',
					'@statusMessage': 'No permission.',
				},
			},
		},
	],
};
const timeless = { id: 'a', state: 'response_received' };
const AS_OF = 'As of today 08:05';

const situations: Array<[what: string, known: CachedList, count: number, remark: string[]]> = [
	['only of when a whole list of today is', known({}), 3, [AS_OF]],
	[
		'of when the oldest of its answers is',
		known({ answered: [answer, { ...answer, updated_at: '2026-01-15T15:00:00Z' }] }),
		3,
		['As of yesterday 10:00'],
	],
	[
		'that a newer one is on its way',
		known({ asked }),
		3,
		[AS_OF, 'A new list comes with the next sync (last: today 08:55)'],
	],
	[
		'that the rest is on its way, where the service does not say when the desktop was there',
		known({ asked, isWhole: false, lastConnectedAt: undefined }),
		3,
		[AS_OF, 'The rest comes with the next sync'],
	],
	[
		'what the desktop refused, in its words',
		known({ ...none, asked: failed }),
		0,
		['The desktop did not give this list: No permission.'],
	],
	[
		'what the desktop refused, without words',
		known({ asked: { ...failed, error: undefined } }),
		3,
		[AS_OF, 'The desktop did not give this list'],
	],
	...['', {}, null].map((message): (typeof situations)[number] => [
		`what the desktop refused, with ${JSON.stringify(message)} for words`,
		known({ asked: { ...failed, error: { message } } }),
		3,
		[AS_OF, 'The desktop did not give this list'],
	]),
	[
		'what the desktop refused in its answer, of a request that has completed',
		known({ ...none, asked: refused }),
		0,
		['The desktop did not give this list: No permission.'],
	],
	[
		'that the answer could not be read',
		known({ ...none, asked: answer, isUnreadable: true }),
		0,
		["The desktop's answer could not be read"],
	],
	['nothing of when, where the service does not say', known({ answered: [timeless] }), 3, []],
	[
		'that the company file has none',
		known({}),
		0,
		['No customers in the company file, as of today 08:05'],
	],
	[
		'that the company file has none, and nothing of when, where the service does not say',
		known({ answered: [timeless] }),
		0,
		['No customers in the company file'],
	],
	[
		'nothing of when a part is that has nothing',
		known({ isWhole: false }),
		0,
		['Not all: only those of the last query'],
	],
	[
		'that only a part is known',
		known({ isWhole: false }),
		3,
		[AS_OF, 'Not all: only those of the last query'],
	],
	[
		'the day of an old one',
		known({ answered: [{ ...answer, updated_at: '2025-12-30T13:59:59Z' }] }),
		3,
		['As of Dec 30, 2025, 08:59'],
	],
];

test.each(situations)('says %s', (_what, list, count, remark) => {
	expect(listStatus(listKinds.customers, list, count, reader)).toEqual(remark);
});

test('of transactions, says of which days there are none', () => {
	expect(listStatus(transactionsOf('Invoice'), known({}), 0, reader)[0]).toBe(
		'No invoice transactions in the last 31 days, as of today 08:05',
	);
});

test.each<[what: string, known: CachedList, message: string]>([
	[
		'when it was asked for, and when the desktop was last there',
		known({ ...none, asked }),
		'The list of customers is being loaded from the desktop (asked today 08:59). Last sync: today 08:55. Open this list again after the next sync.',
	],
	[
		'no times, where the service shows none',
		known({ ...none, asked: timeless, lastConnectedAt: undefined }),
		'The list of customers is being loaded from the desktop. Open this list again after the next sync.',
	],
	...['soon', 1_768_572_000_000, null].map((inserted_at): [string, CachedList, string] => [
		`no time, where the service shows ${inserted_at}`,
		known({ ...none, asked: { ...asked, inserted_at }, lastConnectedAt: 'soon' }),
		'The list of customers is being loaded from the desktop. Open this list again after the next sync.',
	]),
	[
		'no time of a request that is not known',
		known({ ...none, lastConnectedAt: undefined }),
		'The list of customers is being loaded from the desktop. Open this list again after the next sync.',
	],
	[
		'what is missing, of a company that has never been set up',
		known({ ...none, asked, lastConnectedAt: null }),
		'The list of customers will be loaded (asked today 08:59) once this company has been set up. Open this list again then.',
	],
])('while a list is on its way, says %s', (_what, list, message) => {
	expect(loadingStatus(listKinds.customers, list, reader)).toEqual({
		message,
		description: 'Meanwhile, you can switch from From List to By Name or By ID.',
	});
});

test.each<ListKind>([...Object.values(listKinds), ...transactionTypes.map(transactionsOf)])(
	"the message about $entries has none of the dashes that n8n's editor takes out",
	(kind) => {
		expect(loadingStatus(kind, known({ ...none, asked }), reader).message).not.toMatch(/[-–—]/);
	},
);

test('in sentences where there is room', () => {
	expect(inSentences(['It said: 3.50 is too much.', 'Try again'])).toBe(
		'It said: 3.50 is too much. Try again',
	);
});
