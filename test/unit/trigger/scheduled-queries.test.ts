import type { IDataObject } from 'n8n-workflow';

import {
	requestIdOf,
	runsName,
} from '../../../nodes/AccountingSyncTrigger/scheduledQuery/runNames';
import {
	comesInPages,
	missedDeletions,
	scheduledQueriesOf,
} from '../../../nodes/AccountingSyncTrigger/scheduledQuery/scheduledQuery';

const CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const TIMEZONE = 'Europe/Berlin';

const queriesOf = (values: IDataObject) =>
	scheduledQueriesOf({
		values: { connection: { mode: 'id', value: CONNECTION }, firstRunFrom: '', ...values },
		timezone: TIMEZONE,
	});

test.each<[what: string, values: IDataObject, onlyChanges: boolean]>([
	['vendor', { queriedResource: 'vendor', onlyChanges: true }, true],
	['vendor', { queriedResource: 'vendor', onlyChanges: false }, false],
	// n8n gives the default of a field that is not shown.
	['invoice', { queriedResource: 'invoice', onlyChanges: true }, false],
])(
	'the runs of a stored On Scheduled Query keep their names: %s %j',
	(resource, values, onlyChanges) => {
		const form = { filters: { activeStatus: 'All' }, queryOptions: { maximumResults: 7 } };
		expect(JSON.stringify(queriesOf({ triggerOn: 'completedQuery', ...form, ...values }))).toBe(
			JSON.stringify([
				{
					connectionId: CONNECTION,
					resource,
					filters: { activeStatus: 'All' },
					options: { maximumResults: 7 },
					onlyChanges,
					firstRunFrom: '',
					timezone: TIMEZONE,
				},
			]),
		);
	},
);

test('an On Scheduled Query of changes goes on as On New or Changed Records', () => {
	const form = { queriedResource: 'vendor', filters: {}, queryOptions: {} };
	expect(queriesOf({ triggerOn: 'changedRecord', ...form })).toEqual(
		queriesOf({ triggerOn: 'completedQuery', onlyChanges: true, ...form }),
	);
});

test('what On New or Changed Records asks by itself does not come from the form', () => {
	const [query] = queriesOf({
		triggerOn: 'changedRecord',
		queriedResource: 'customer',
		filters: { modifiedAfter: '2026-01-01T00:00:00Z', nameFrom: 'A' },
		queryOptions: { maximumResults: 3, fields: ['Name'] },
	});
	expect(query).toMatchObject({ filters: { nameFrom: 'A' }, options: { fields: ['Name'] } });
	expect(query.filters).not.toHaveProperty('modifiedAfter');
	expect(query.options).not.toHaveProperty('maximumResults');
});

describe('a run comes in pages', () => {
	const name = runsName('workflow', 'node', {}, []);
	const start = new Date('2026-03-01T08:00:00Z');
	const inPages = requestIdOf(name, start);
	const inOne = requestIdOf(name, start, true);

	test.each<[what: string, values: IDataObject, pages: [boolean, boolean]]>([
		['at its endpoint', { queriedResource: 'vendor' }, [true, true]],
		['never without one that iterates', { queriedResource: 'customer' }, [false, false]],
		['if its identifier says so', { queriedResource: 'invoice' }, [true, false]],
		[
			'never if all of them ask for changes',
			{ queriedResource: 'invoice', firstRunFrom: '2026-01-01' },
			[false, false],
		],
	])('%s', (_what, values, pages) => {
		const [query] = queriesOf({ triggerOn: 'changedRecord', ...values });
		expect([comesInPages(query, inPages), comesInPages(query, inOne)]).toEqual(pages);
	});

	test('never for what was deleted', () => {
		for (const query of queriesOf({ triggerOn: 'deletedRecord' })) {
			expect(comesInPages(query, inPages)).toBe(false);
		}
	});
});

test.each<[what: string, since: string | null | undefined, isMissed: boolean]>([
	['everything', null, false],
	['what nobody knows', undefined, false],
	['the last 90 days', '2026-01-01T00:00:00Z', false],
	['more than 90 days', '2025-12-31T23:59:59Z', true],
])('of a run that asks for %s, deletions may be missing: %#', (_what, since, isMissed) => {
	const start = Date.parse('2026-04-01T00:00:00Z');
	const [deleted] = queriesOf({ triggerOn: 'deletedRecord' });
	const [changed] = queriesOf({ triggerOn: 'changedRecord', queriedResource: 'vendor' });
	expect(missedDeletions(deleted, since, start) !== undefined).toBe(isMissed);
	expect(missedDeletions(changed, since, start)).toBeUndefined();
});
