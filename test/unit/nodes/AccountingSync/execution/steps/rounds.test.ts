import type { Awaited } from '../../../../../../nodes/AccountingSync/execution/run/sleep';
import {
	failureOf,
	refusalsOf,
} from '../../../../../../nodes/AccountingSync/execution/steps/rounds';
import type { QueueingOperation } from '../../../../../../nodes/AccountingSync/operations/queueingOperation';
import { knownFrom, newJournal, note } from '../../../../../../queue/once/journal';
import type { Outcomes } from '../../../../../../queue/reader/checkCompletion';
import {
	FormError,
	NotWrittenError,
	UnclearError,
} from '../../../../../../quickbooks/form/formError';
import { queuedInvoice } from '../../../../queue/support/records';

const operation = {} as QueueingOperation;
const awaited = ['a', 'b', 'c'].map((id): Awaited => {
	return { id, slot: `slot ${id}`, itemIndex: 0, connectionId: 'c', iterates: false, item: '0' };
});
const outcomes: Outcomes = new Map([
	['a', { failed: queuedInvoice('a', { is: 'refused' }) }],
	['b', { failed: queuedInvoice('b', { is: 'unknown' }) }],
	['c', { pages: [queuedInvoice('c', { is: 'written' })] }],
]);

describe('what is noted of requests that were refused', () => {
	const refused = (id: string) => ({ event: 'refused', slot: `slot ${id}`, id, execution: '1' });

	it.each([
		['only if they certainly wrote nothing', { operation, isTool: false }, ['a']],
		['also for an agent', { operation, isTool: true }, ['a']],
		[
			'and of its reads in any case',
			{ operation: { ...operation, isQuery: true }, isTool: true },
			['a', 'b'],
		],
		['but of no other reads', { operation: { ...operation, isQuery: true }, isTool: false }, ['a']],
	] as Array<[string, Parameters<typeof refusalsOf>[0], string[]]>)('%s', (_when, rounds, ids) => {
		expect(refusalsOf(rounds, awaited, outcomes, '1')).toEqual(ids.map(refused));
	});
});

test('an item that failed may begin anew unless it is unclear what it wrote', () => {
	const journal = newJournal('run');
	note(journal, {
		...{ event: 'planned', item: '0', step: 'first', slots: [], kept: {}, formHash: 'form' },
	});
	const after = (error: Error, requests = awaited) =>
		failureOf({ operation }, knownFrom(journal), requests, outcomes, { error, execution: '1' });
	expect(after(new FormError('It is wrong.', 'Look.'))).toEqual([
		{ event: 'failed', item: '0', execution: '1' },
	]);
	expect(after(new UnclearError('It is unclear.', 'Look.'))).toEqual([]);
	expect(after(new Error(), [{ ...awaited[0], item: '1' }])).toEqual([]);
});

test('a write that has certainly left nothing is one that was refused, and only the last one', () => {
	const journal = newJournal('run');
	note(journal, {
		...{ event: 'planned', item: '0', step: 'first', slots: [], kept: {}, formHash: 'form' },
	});
	const after = () =>
		failureOf({ operation }, knownFrom(journal), awaited, outcomes, {
			...{ error: new NotWrittenError('It was not written.', 'Press Retry.'), execution: '1' },
		});
	const failed = { event: 'failed', item: '0', execution: '1' };
	expect(after()).toEqual([failed]);
	for (const slot of ['0r1s1', '0r2s1']) {
		const own = { slot, key: 'k', identifier: 'k', connectionId: 'c', execution: '1' };
		note(journal, { event: 'queued', ...own, record: queuedInvoice(`in ${slot}`) });
	}
	expect(after()).toEqual([
		{ event: 'refused', slot: '0r2s1', id: 'in 0r2s1', execution: '1' },
		failed,
	]);
});
