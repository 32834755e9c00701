import {
	ASK_LABEL,
	type ListKind,
	listKinds,
	transactionsOf,
} from '../../../nodes/shared/fields/recordLists';
import type { CachedList } from '../../../nodes/shared/methods/cachedList';
import { inSentences, listStatus } from '../../../nodes/shared/methods/listStatus';
import { transactionTypes } from '../../../nodes/shared/records/dataExtensionTypes';

const now = Date.parse('2026-01-16T09:00:00Z');
const answer = {
	id: 'a',
	state: 'response_received',
	webhook_state: 'not_applicable',
	inserted_at: '2026-01-16T08:00:00Z',
	updated_at: '2026-01-16T08:05:00Z',
};
const asked = { id: 'b', state: 'waiting', inserted_at: '2026-01-16T08:59:00Z' };
const known = (more: Partial<CachedList>): CachedList => ({
	answered: [answer],
	isWhole: true,
	lastConnectedAt: '2026-01-16T08:55:00Z',
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
const hasRun = [
	'It comes with the next run of the connector',
	'Its last run was at 2026-01-16 08:55 UTC',
];
const hasNeverRun = [
	'It comes once the customer has finished the setup',
	'The connection has never connected',
];

const situations: Array<[what: string, known: CachedList, count: number, remark: string[]]> = [
	['only of when a whole list of today is', known({}), 3, ['As of 2026-01-16 08:05 UTC']],
	[
		'of when the oldest of its answers is',
		known({ answered: [answer, { ...answer, updated_at: '2026-01-15T10:00:00Z' }] }),
		3,
		['As of 2026-01-15 10:00 UTC'],
	],
	[
		'that it was asked for, and the last run',
		known({ ...none, asked }),
		0,
		['Asked for the list at 2026-01-16 08:59 UTC', ...hasRun],
	],
	[
		'that it was asked for, of a connection that has never connected',
		known({ ...none, asked, lastConnectedAt: null }),
		0,
		['Asked for the list at 2026-01-16 08:59 UTC', ...hasNeverRun],
	],
	[
		'that a newer one was asked for',
		known({ asked }),
		3,
		['As of 2026-01-16 08:05 UTC', 'Asked for the list at 2026-01-16 08:59 UTC', ...hasRun],
	],
	[
		'what the desktop refused, in its words',
		known({ ...none, asked: failed }),
		0,
		[
			'The desktop did not give this list',
			'It said: No permission.',
			'Give the ID yourself, or ask for the list again',
		],
	],
	[
		'what the desktop refused, without words',
		known({ asked: { ...failed, error: undefined } }),
		3,
		[
			'As of 2026-01-16 08:05 UTC',
			'The desktop did not give this list',
			'Give the ID yourself, or ask for the list again',
		],
	],
	[
		'what the desktop refused in its answer, of a request that has completed',
		known({ ...none, asked: refused }),
		0,
		[
			'The desktop did not give this list',
			'It said: No permission.',
			'Give the ID yourself, or ask for the list again',
		],
	],
	[
		'that the answer could not be read',
		known({ ...none, asked: answer, isUnreadable: true }),
		0,
		["The desktop's answer could not be read", 'Give the ID yourself, or ask for the list again'],
	],
	[
		'that it was asked for, where the service shows no times',
		known({ ...none, asked: { id: 'b', state: 'waiting' }, lastConnectedAt: undefined }),
		0,
		['Asked for the list', 'It comes with the next run of the connector'],
	],
	['nothing of when, where the service does not say', known({ answered: [timeless] }), 3, []],
	['how to get it', known(none), 0, ['No customers here yet', `Choose "${ASK_LABEL}"`, ...hasRun]],
	[
		'how to get it from a connection that has never connected',
		known({ ...none, lastConnectedAt: null }),
		0,
		['No customers here yet', `Choose "${ASK_LABEL}"`, ...hasNeverRun],
	],
	[
		'that the company file has none',
		known({}),
		0,
		['As of 2026-01-16 08:05 UTC', 'None in the company file'],
	],
	[
		'that only a part is known',
		known({ isWhole: false }),
		3,
		[
			'As of 2026-01-16 08:05 UTC',
			'Not all: only those of the last query',
			`For all: "${ASK_LABEL}"`,
		],
	],
	[
		'that it is old',
		known({ answered: [{ ...answer, updated_at: '2026-01-15T08:59:59Z' }] }),
		3,
		[
			'As of 2026-01-15 08:59 UTC',
			'This list is more than a day old',
			`For a new one: "${ASK_LABEL}"`,
		],
	],
];

test.each(situations)('says %s', (_what, list, count, remark) => {
	expect(listStatus(listKinds.customers, list, count, now)).toEqual(remark);
});

test('of transactions, says of which days there are none', () => {
	expect(listStatus(transactionsOf('Invoice'), known({}), 0, now)[1]).toBe(
		'None in the last 31 days',
	);
});

/** Characters of an entry that the editor shows. */
const SHOWN_LENGTH = 52;

test.each<ListKind>([...Object.values(listKinds), ...transactionTypes.map(transactionsOf)])(
	'no line on $entries is cut off',
	(kind) => {
		for (const [, list, count] of situations) {
			for (const line of listStatus(kind, list, count, now)) {
				expect(line.length).toBeLessThanOrEqual(SHOWN_LENGTH);
			}
		}
	},
);

test('in sentences where there is room', () => {
	expect(inSentences(['It said: No permission.', 'Try again'])).toBe(
		'It said: No permission. Try again',
	);
});
