import type { JsonObject } from '../../../../quickbooks/json/object';
import {
	askingOfRun,
	comesInPages,
	matchedRecords,
	missedDeletions,
	scheduledQueriesOf,
} from '../../../../quickbooks/scheduled/scheduledQuery';

const CONNECTION = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const TIMEZONE = 'Europe/Berlin';

const queriesOf = (values: JsonObject) =>
	scheduledQueriesOf({ values: { firstRunFrom: '', ...values }, timezone: TIMEZONE }, CONNECTION);

test.each<[what: string, values: JsonObject, onlyChanges: boolean]>([
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

test('runs of changes take inactive records, unless the filter says otherwise', () => {
	const filtersOf = (queriedResource: string, filters: JsonObject) =>
		queriesOf({ triggerOn: 'changedRecord', queriedResource, filters, queryOptions: {} }).map(
			(query) => query.filters,
		);
	expect(filtersOf('vendor', {})).toEqual([{ activeStatus: 'All' }]);
	expect(filtersOf('vendor', { activeStatus: 'ActiveOnly' })).toEqual([
		{ activeStatus: 'ActiveOnly' },
	]);
	expect(filtersOf('invoice', {})).toEqual([{}]);
	const list = { triggerOn: 'completedQuery', onlyChanges: false, queriedResource: 'vendor' };
	expect(queriesOf({ ...list, filters: {}, queryOptions: {} })[0].filters).toEqual({});
});

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

describe('a test takes a sample', () => {
	const sample = { iterate: false, most: 10 };
	const askingOf = (values: JsonObject) =>
		askingOfRun(
			queriesOf({ triggerOn: 'completedQuery', onlyChanges: false, ...values })[0],
			sample,
		);

	test.each<[what: string, options: JsonObject, most: number]>([
		['ten records', {}, 10],
		['fewer, if the user wants no more', { maximumResults: 3 }, 3],
		['no more, even if the user wants more', { maximumResults: 300 }, 10],
	])('of %s', (_what, queryOptions, most) => {
		expect(askingOf({ queriedResource: 'vendor', queryOptions })).toEqual({
			endpoint: 'vendors',
			query: { max_returned: most },
		});
		expect(askingOf({ queriedResource: 'bill', queryOptions })).toMatchObject({
			request: { name: 'BillQueryRq', values: { MaxReturned: most } },
		});
	});

	test('not of what only the node can match: the first ten may not be among it', () => {
		const filters = { dueDateFrom: '2026-01-01' };
		const asking = askingOf({ queriedResource: 'bill', filters });
		expect(JSON.stringify(asking)).not.toContain('MaxReturned');
	});
});

describe('a run comes in pages', () => {
	test.each<[what: string, values: JsonObject, pages: [boolean, boolean]]>([
		['at its endpoint', { queriedResource: 'vendor' }, [true, false]],
		['never without one that iterates', { queriedResource: 'customer' }, [false, false]],
		['if its identifier says so', { queriedResource: 'invoice' }, [true, false]],
		[
			'never if all of them ask for changes',
			{ queriedResource: 'invoice', beginWith: 'date', firstRunFrom: '2026-01-01' },
			[false, false],
		],
	])('%s', (_what, values, pages) => {
		const [query] = queriesOf({ triggerOn: 'changedRecord', ...values });
		expect([comesInPages(query, false), comesInPages(query, true)]).toEqual(pages);
	});

	test('never for what was deleted', () => {
		for (const query of queriesOf({ triggerOn: 'deletedRecord' })) {
			expect(comesInPages(query, false)).toBe(false);
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

describe('a maximum beside Modified Before', () => {
	const later = (resource: string, more: JsonObject = {}) =>
		queriesOf({
			triggerOn: 'completedQuery',
			queriedResource: resource,
			onlyChanges: false,
			filters: { modifiedBefore: '2026-01-15T12:00:00Z', ...more },
			queryOptions: { maximumResults: 1 },
		})[0];
	const records = [
		'2026-01-15T12:30:00-05:00',
		'2026-01-15T06:00:00-05:00',
		'2026-01-14T06:00:00-05:00',
	].map((TimeModified) => ({ type: 'Any', fields: { TimeModified } }));

	test.each(['class', 'customer'])('counts what is not too late: %s', (resource) => {
		const query = later(resource);
		expect(JSON.stringify(askingOfRun(query, {}))).not.toMatch(/MaxReturned|max_returned/);
		expect(matchedRecords(query, records)).toEqual([records[1]]);
		expect(JSON.stringify(askingOfRun(query, { most: 5 }))).toContain('5');
	});

	test('is the size of a page, where there are pages', () => {
		const query = later('item');
		expect(askingOfRun(query, {})).toMatchObject({ query: { max_returned: 1 } });
		expect(matchedRecords(query, records)).toEqual(records.slice(1));
	});
});
