import { replacementIdentifier } from '../../../../queue/requests/identifiers';
import type { Request } from './service';
import type { Reading } from './service';
import type { Fault, Item, Plan, World } from './world';
import { CONNECTION } from './writes';

const clear: Reading = {
	identifiers: 'as sent',
	foundBy: 'reading',
	times: 'distinct',
	keys: 'ignored',
};

/** The readings of the interface that are played, by what they do. */
const readings: Record<string, Reading> = {
	'shows everything': clear,
	'shows everything, and is searched': { ...clear, foundBy: 'search' },
	'shows everything, in a queue that nobody can read': { ...clear, foundBy: 'nothing' },
	'shows everything, but no times': { ...clear, times: 'none' },
	'shows no identifiers': { ...clear, identifiers: 'nothing' },
	'shows no identifiers, and queues all at the same moment': {
		...clear,
		identifiers: 'nothing',
		times: 'equal',
	},
	'shows neither identifiers nor times': { ...clear, identifiers: 'nothing', times: 'none' },
	'shows identifiers once a request has ended': { ...clear, identifiers: 'once it has ended' },
	'shows identifiers until a request has ended': { ...clear, identifiers: 'until it has ended' },
	'shows identifiers in lower case': { ...clear, identifiers: 'in lower case' },
	'cuts identifiers off': { ...clear, identifiers: 'cut off' },
	'shows a text of its own': { ...clear, identifiers: "the service's text" },
	'shows a number of its own': { ...clear, identifiers: "the service's number" },
};

const searched = { 'shows everything, and is searched': { ...clear, foundBy: 'search' as const } };

const withKeys = (keys: Reading['keys']): Record<string, Reading> =>
	Object.fromEntries(
		Object.entries(readings).map(([name, reading]) => [`${name}; ${keys}`, { ...reading, keys }]),
	);

/** The same of services that honour keys. */
const keyed = { ...withKeys('refuses another request'), ...withKeys('gives what it has') };
/** Keys tell more than what is shown, so that some of these readings stand for the others in `npm test`. */
const someKeyed = Object.fromEntries(Object.entries(keyed).filter((_, index) => index % 5 === 0));

const calls: Fault[] = [
	'lost before it counted',
	'lost after it counted',
	'turned away',
	'refused by the service',
];
const looks: Fault[] = ['a late look', 'a short look', 'a failed look'];
const refusals: Fault[] = ['refused by the service', 'refused by the desktop'];
const unknown: Fault[] = ['unknown, written', 'unknown, not written'];
const desktop: Fault[] = ['refused by the desktop', ...unknown];

const two: Item[] = [{ words: 'a' }, { words: 'b' }];
const alike: Item[] = [{ words: 'a' }, { words: 'a' }];
const named: Item[] = [
	{ words: 'a', identifier: 'A' },
	{ words: 'b', identifier: 'B' },
];
const sameName: Item[] = [
	{ words: 'a', identifier: 'A' },
	{ words: 'b', identifier: 'A' },
];

const made: Plan = { identity: 'made', ifUnknown: 'fail', items: two };
const users: Plan = { ...made, identity: 'users', items: named };
const order: Plan = { ...made, identity: 'order', items: named };
const oneOrder: Plan = { ...order, items: [named[0]] };
const replacing: Plan = { ...oneOrder, ifUnknown: 'write if absent' };
const settling = (...ids: string[]): Plan => ({
	...made,
	ifUnknown: 'write if absent',
	items: ids.map((settles) => ({ words: 'a', settles })),
});

/** A request of an earlier execution. */
const earlier = (id: string, sentAs: string, state: Request['state']): Request => ({
	id,
	sentAs,
	words: state === 'unknown' ? 'a' : 'old',
	state,
	writes: state === 'unknown' ? 'an earlier one' : 'old',
	by: 'an earlier execution',
});
const old = [earlier('r1', 'n8n-Run-of-the-plan9-0-abc-00000009', 'carried out')];
const toSettle = [earlier('r1', 'n8n-Run-of-the-plan9-0-abc-00000009', 'unknown')];
const settledBefore = [
	...toSettle,
	earlier('r2', `${replacementIdentifier(CONNECTION, 'r1')}-00000009`, 'unknown'),
];

/** A kind of story, which is played with several readings. */
interface Row extends Omit<World, 'reading'> {
	readings: Record<string, Reading>;
	/** How much more may happen in the long run. */
	thorough?: Partial<Omit<Row, 'name' | 'thorough'>>;
}

const rows: Row[] = [
	{
		name: 'Calls and looks fail',
		readings,
		plans: [made],
		mayHappen: [...calls, ...looks],
		retries: 1,
		faults: 2,
		thorough: { mayHappen: [...calls, ...looks, ...desktop, 'stop'], retries: 2 },
	},
	{
		name: 'Retry, pressed twice, and the form is changed',
		readings,
		plans: [made],
		mayHappen: ['refused by the desktop', 'another form'],
		retries: 2,
		faults: 2,
		thorough: { mayHappen: [...calls, ...desktop, 'stop', 'another form'] },
	},
	{
		name: 'Retry, pressed twice, and only the changed form has GUIDs',
		readings,
		plans: [{ ...made, items: [two[0]] }],
		hasGuids: 'in other forms',
		mayHappen: ['refused by the service', 'another form'],
		retries: 2,
		faults: 2,
		thorough: { mayHappen: [...calls, ...desktop, 'another form'], plans: [made] },
	},
	{
		name: 'Retry, pressed twice, and Retry On Fail',
		readings,
		plans: [{ ...made, items: [two[0]], mostTries: 2 }],
		mayHappen: refusals,
		retries: 2,
		faults: 2,
		thorough: { plans: [{ ...made, mostTries: 2 }], faults: 3 },
	},
	{
		name: 'Retry On Fail, and the form contains the time of day',
		readings,
		plans: [{ ...made, mostTries: 2 }],
		mayHappen: ['lost after it counted', 'refused by the desktop', 'another form'],
		retries: 1,
		faults: 2,
		thorough: { mayHappen: [...calls, ...looks, 'refused by the desktop', 'another form'] },
	},
	{
		name: 'Two items alike, which go on after a failure',
		readings,
		plans: [{ ...made, items: alike, continuesOnFail: true }],
		mayHappen: [...calls, ...looks, 'stop'],
		retries: 1,
		faults: 1,
		thorough: { retries: 2, faults: 2 },
	},
	{
		name: 'A process dies',
		readings,
		plans: [made],
		before: old,
		mayHappen: ['lost after it counted', 'refused by the desktop', 'crash'],
		retries: 1,
		faults: 2,
		thorough: { mayHappen: [...calls, ...desktop, 'crash'], retries: 2 },
	},
	{
		name: 'A process dies that has many items',
		readings,
		plans: [{ ...made, areMany: true }],
		before: old,
		mayHappen: ['lost after it counted', 'crash'],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, ...desktop, 'crash'], retries: 2, faults: 2 },
	},
	{
		name: 'A process dies, and n8n runs the execution again',
		readings: { ...searched, ...someKeyed },
		plans: [made],
		mayHappen: ['lost after it counted', 'crash, and again'],
		retries: 1,
		faults: 2,
		thorough: {
			readings: { ...searched, ...keyed },
			mayHappen: [...calls, ...desktop, 'crash', 'crash, and again'],
		},
	},
	{
		name: "Somebody's lock keeps a write out, and it goes out again",
		readings,
		plans: [{ ...made, passesLocks: 1 }],
		before: old,
		mayHappen: ['lost after it counted', 'refused by the desktop', 'crash'],
		retries: 1,
		faults: 2,
		thorough: {
			mayHappen: [...calls, ...looks, ...desktop, 'crash', 'stop', 'another form'],
			retries: 2,
		},
	},
	{
		name: 'The same of an execution that sleeps, and n8n runs it again',
		readings: { ...searched, ...someKeyed },
		plans: [{ ...made, items: [two[0]], passesLocks: 1, mostTries: 2, sleeps: true }],
		mayHappen: ['lost after it counted', 'refused by the desktop', 'crash, and again', 'stop'],
		retries: 1,
		faults: 2,
		thorough: {
			readings: { ...searched, ...keyed },
			mayHappen: [...calls, ...desktop, 'crash', 'crash, and again', 'stop'],
			faults: 3,
		},
	},
	{
		name: 'The same, with one order number in two executions',
		readings,
		plans: [
			{ ...oneOrder, passesLocks: 1 },
			{ ...oneOrder, passesLocks: 1 },
		],
		// After a lost call, nobody knows which of two requests with the order's number is whose.
		mayBeInVain: true,
		mayHappen: ['lost after it counted', 'refused by the desktop', 'stop'],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, ...looks, ...desktop, 'crash', 'stop'], faults: 2 },
	},
	{
		name: 'Custom Request IDs',
		readings,
		plans: [users],
		before: old,
		mayHappen: ['lost after it counted', 'refused by the desktop', 'another form', 'crash'],
		retries: 1,
		faults: 2,
		thorough: {
			mayHappen: [...calls, ...looks, ...desktop, 'another form', 'crash'],
			retries: 2,
		},
	},
	{
		name: 'Only one of two requests has a Custom Request ID',
		readings,
		plans: [{ ...users, items: [{ words: 'a', identifier: 'a' }, { words: 'b' }] }],
		mayHappen: [...calls, 'refused by the desktop'],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, ...looks, ...desktop, 'crash', 'stop'], faults: 2 },
	},
	...(['fail', 'returnExisting'] as const).map((ifAlreadyQueued) => ({
		name: `Custom Request IDs, and If Already Queued is ${ifAlreadyQueued}`,
		readings,
		plans: [
			{ ...users, ifAlreadyQueued, items: [named[0]] },
			{ ...users, ifAlreadyQueued, items: [named[0]] },
		],
		mayHappen: ['lost after it counted', ...refusals] as Fault[],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, 'refused by the desktop'] as Fault[], faults: 2 },
	})),
	{
		name: 'A Custom Request ID that was used before, for the same',
		readings,
		plans: [{ ...users, items: [named[0]] }],
		before: [
			{ ...earlier('r1', 'A', 'carried out'), words: 'a' },
			{ ...old[0], id: 'r2' },
		],
		mayBeInVain: true,
		mayHappen: [...calls, ...looks],
		retries: 1,
		faults: 1,
	},
	{
		name: 'Two executions give one Custom Request ID to different requests',
		readings,
		plans: [
			{ ...users, items: [named[0]] },
			{ ...users, items: [{ words: 'b', identifier: 'A' }] },
		],
		mayHappen: [...calls, ...looks],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, ...looks, ...desktop, 'crash', 'stop'], faults: 2 },
	},
	{
		name: 'Two items with one Custom Request ID, and If Already Queued is fail',
		readings,
		plans: [{ ...users, ifAlreadyQueued: 'fail', items: sameName, continuesOnFail: true }],
		mayHappen: calls,
		retries: 1,
		faults: 1,
	},
	{
		name: 'Two executions with the same order numbers',
		readings,
		plans: [order, order],
		mayHappen: ['lost after it counted', 'refused by the desktop'],
		retries: 0,
		faults: 1,
		thorough: {
			mayHappen: [...calls, ...looks, ...desktop, 'undone'],
			retries: 1,
		},
	},
	{
		name: 'Orders that were written, and undone',
		readings: { ...readings, ...someKeyed },
		plans: [oneOrder, oneOrder],
		mayBeInVain: true,
		mayHappen: ['lost after it counted', 'refused by the desktop', 'undone', 'another form'],
		retries: 1,
		faults: 1,
		thorough: { readings: { ...readings, ...keyed }, faults: 3 },
	},
	{
		name: 'Two items with the same order number',
		readings,
		plans: [{ ...order, items: sameName }],
		mayHappen: [...calls, ...looks, ...desktop, 'stop', 'crash', 'another form'],
		retries: 1,
		faults: 1,
		thorough: { retries: 2, faults: 2 },
	},
	{
		name: 'Two executions of one order look in the books and write if it is absent',
		readings,
		plans: [replacing, replacing],
		mayHappen: ['lost after it counted', 'a failed look', ...unknown],
		retries: 1,
		faults: 1,
		// After a lost call, nobody knows which of two requests with the order's number is whose.
		thorough: { mayHappen: [...calls, ...looks, ...desktop], faults: 2, mayBeInVain: true },
	},
	{
		name: 'The same, and what is added has a GUID',
		readings,
		hasGuids: true,
		plans: [replacing, replacing],
		mayHappen: ['lost after it counted', ...unknown],
		retries: 0,
		faults: 1,
		thorough: {
			mayHappen: [...calls, ...looks, ...desktop],
			retries: 1,
			faults: 2,
			mayBeInVain: true,
		},
	},
	{
		name: 'Two executions settle one request',
		readings,
		plans: [settling('r1'), settling('r1')],
		before: toSettle,
		mayHappen: ['lost after it counted', 'refused by the desktop'],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, ...looks, ...desktop, 'crash'], faults: 2 },
	},
	{
		name: 'Two items settle one request',
		readings,
		plans: [settling('r1', 'r1')],
		before: toSettle,
		mayHappen: [...calls, ...looks, ...desktop, 'stop', 'crash'],
		retries: 1,
		faults: 1,
		thorough: { retries: 2, faults: 2 },
	},
	{
		name: 'Two items settle one request, and go on after a failure',
		readings,
		plans: [{ ...settling('r1', 'r1'), continuesOnFail: true }],
		before: toSettle,
		mayBeInVain: true,
		mayHappen: [...calls, ...looks],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, ...looks, ...desktop, 'stop', 'crash'], faults: 2 },
	},
	{
		name: 'A request is settled, and what was written instead of it, too',
		readings,
		plans: [settling('r1'), settling('r2')],
		before: settledBefore,
		mayBeInVain: true,
		mayHappen: ['lost after it counted', 'refused by the desktop'],
		retries: 1,
		faults: 1,
		thorough: { mayHappen: [...calls, ...looks, ...desktop], faults: 2 },
	},
	{
		name: 'Several processes run Retries of one execution',
		readings: someKeyed,
		plans: [made],
		hasSeveralProcesses: true,
		mayHappen: ['counted late', 'refused by the desktop', 'crash'],
		retries: 2,
		faults: 1,
		thorough: {
			readings: keyed,
			mayHappen: [...calls, ...looks, ...desktop, 'counted late', 'crash', 'stop'],
		},
	},
	...[oneOrder, replacing].map((plan) => ({
		name: `Several processes write one order (if unknown: ${plan.ifUnknown})`,
		readings: someKeyed,
		plans: [plan, plan],
		hasSeveralProcesses: true,
		mayBeInVain: true,
		mayHappen: ['counted late', 'unknown, not written'] as Fault[],
		retries: 0,
		faults: 1,
		thorough: {
			readings: keyed,
			mayHappen: [...calls, ...looks, ...desktop, 'counted late', 'crash'] as Fault[],
			retries: 1,
		},
	})),
	{
		name: 'Several processes settle one request',
		readings: someKeyed,
		plans: [settling('r1'), settling('r1')],
		before: toSettle,
		hasSeveralProcesses: true,
		mayBeInVain: true,
		mayHappen: ['counted late', 'refused by the desktop'],
		retries: 0,
		faults: 1,
		thorough: {
			readings: keyed,
			mayHappen: [...calls, ...looks, ...desktop, 'counted late', 'crash'],
			retries: 1,
		},
	},
	{
		name: 'A colleague writes the same',
		readings,
		plans: [made],
		mayBeInVain: true,
		mayHappen: [...calls, 'a colleague', 'refused by the desktop'],
		retries: 0,
		faults: 2,
		thorough: { mayHappen: [...calls, ...looks, 'a colleague', ...desktop], retries: 1, faults: 3 },
	},
	{
		name: 'A colleague writes the same, and ours has a GUID',
		readings,
		plans: [made],
		hasGuids: true,
		mayBeInVain: true,
		mayHappen: ['lost before it counted', 'a colleague'],
		retries: 1,
		faults: 2,
		thorough: { mayHappen: [...calls, ...looks, 'a colleague', 'stop'], retries: 2 },
	},
	{
		name: 'Calls fail at a service that shows less than most do',
		readings: {
			'shows a text of its own until a request has ended': {
				...clear,
				identifiers: "the service's text, until it has ended",
			},
			'shows no requests': { ...clear, identifiers: 'nothing, and no request' },
		},
		plans: [made],
		mayHappen: calls,
		retries: 1,
		faults: 1,
	},
	{
		name: 'An order was written, and what was removed is not read',
		readings: { 'shows everything': clear },
		plans: [oneOrder, oneOrder],
		mayBeInVain: true,
		mayHappen: ['undone', 'unread removals'],
		retries: 1,
		faults: 2,
	},
	{
		name: 'A refused request is sent again, with another form',
		readings: { 'shows everything': clear },
		plans: [made],
		mayHappen: ['refused by the desktop', 'another form'],
		retries: 2,
		faults: 2,
	},
	{
		name: 'Retry, pressed twice, after refusals, and a call is lost',
		readings: { 'shows everything': clear },
		plans: [{ ...made, items: [two[0]] }],
		mayHappen: ['refused by the desktop', 'lost after it counted'],
		retries: 2,
		faults: 3,
	},
	{
		name: 'Retry, and Retry On Fail, and the form contains the time of day',
		readings: { 'shows everything': clear },
		plans: [{ ...made, items: [two[0]], mostTries: 2 }],
		mayHappen: ['refused by the desktop', 'another form'],
		retries: 1,
		faults: 3,
	},
	{
		name: 'Two executions write one order in other words',
		readings,
		plans: [oneOrder, { ...oneOrder, items: [{ words: 'b', identifier: 'A' }] }],
		mayBeInVain: true,
		mayHappen: ['lost before it counted'],
		retries: 0,
		faults: 1,
	},
	{
		name: 'A process dies whose request was refused, and went out again because of a lock',
		readings: someKeyed,
		plans: [{ ...made, items: [two[0]], passesLocks: 1 }],
		mayHappen: ['refused by the desktop', 'crash'],
		retries: 1,
		faults: 3,
	},
	{
		name: 'A request is settled, and again after a refusal',
		readings: someKeyed,
		plans: [settling('r1')],
		before: toSettle,
		mayHappen: ['refused by the desktop'],
		retries: 1,
		faults: 1,
	},
	{
		name: 'Two items settle one request while the service is out of reach',
		readings,
		plans: [{ ...settling('r1', 'r1'), continuesOnFail: true }],
		before: toSettle,
		mayBeInVain: true,
		mayHappen: ['out of reach, and counted late'],
		retries: 0,
		faults: 1,
	},
	{
		name: 'Somebody deletes requests',
		readings,
		plans: [made],
		mayBeInVain: true,
		mayHappen: ['deleted', 'refused by the desktop', 'unknown, written'],
		retries: 1,
		faults: 2,
		thorough: { mayHappen: [...calls, ...desktop, 'deleted', 'stop'], retries: 2 },
	},
];

/** The kinds of stories. */
export const kinds = rows.map(({ name }) => name);

/** The worlds of a kind of story, with what may happen in `npm test`, or in the long run. */
export const worldsOf = (kind: string, isThorough: boolean): World[] =>
	rows
		.filter(({ name }) => name === kind)
		.flatMap(({ thorough, ...usual }) => {
			const { readings: own, ...row } = { ...usual, ...(isThorough && thorough) };
			return Object.entries(own).map(([name, reading]) => ({
				...row,
				reading,
				name: `${row.name}: a service that ${name}`,
			}));
		});
