import type { IDataObject } from 'n8n-workflow';

import { matcherOf } from '../../../../../../quickbooks/queries/queryRequest';
import { timeTracking } from '../../../../../../quickbooks/records/timeTracking';
import { byName, written } from '../../../../support/written';

const create = (filledIn: IDataObject) =>
	written('timeTracking', 'create', {
		entityListId: byName('Dan T. Miller'),
		transactionDate: '2026-01-15',
		duration: '1:30',
		...filledIn,
	});

test('an hour and a half for a customer', () => {
	const filledIn = {
		customerListId: byName('Abercrombie, Kristy'),
		itemServiceListId: byName('Consulting'),
		additionalFields: { billableStatus: 'Billable', notes: 'Drawings' },
	};
	expect(create(filledIn)).toBe(
		'<TimeTrackingAddRq><TimeTrackingAdd><TxnDate>2026-01-15</TxnDate><EntityRef><FullName>Dan T. Miller</FullName></EntityRef>' +
			'<CustomerRef><FullName>Abercrombie, Kristy</FullName></CustomerRef>' +
			'<ItemServiceRef><FullName>Consulting</FullName></ItemServiceRef><Duration>PT1H30M</Duration>' +
			'<Notes>Drawings</Notes><BillableStatus>Billable</BillableStatus></TimeTrackingAdd></TimeTrackingAddRq>',
	);
});

test.each<[duration: string | number, written: string]>([
	['1.5', 'PT1H30M'],
	[1.5, 'PT1H30M'],
	['.25', 'PT0H15M'],
	[8, 'PT8H0M'],
	[1 / 3, 'PT0H20M'],
	[' 0:05 ', 'PT0H5M'],
	['01:30:00', 'PT1H30M'],
	['0:59:45', 'PT1H0M'],
	['37:30', 'PT37H30M'],
	['PT1H30M', 'PT1H30M'],
	['PT90M', 'PT1H30M'],
	['PT2H', 'PT2H0M'],
])('a duration of %j is %s', (duration, written) => {
	expect(create({ duration })).toContain(`<Duration>${written}</Duration>`);
});

test.each(['90 min', '1,5', '1:5', '1:60', '-1', '0', '0:00', '0.001', 'PT', '1h30', '1e3'])(
	'a duration of %j is refused',
	(duration) => {
		expect(() => create({ duration })).toThrow(
			`Duration must be a length of time in hours, such as 1.5 or 1:30, but it is "${duration}".`,
		);
	},
);

test('a time entry without a duration is refused', () => {
	expect(() => create({ duration: '' })).toThrow('Duration is missing.');
});

describe('the query', () => {
	test('asks for whose time it is, and reads what is matched here', () => {
		const filters = {
			entityListId: byName('Dan T. Miller'),
			customerListId: byName('Abercrombie, Kristy'),
			notesContains: 'draw',
		};
		const options = { fields: ['TxnID'] };
		expect(written('timeTracking', 'query', { filters, options, limit: 5 })).toBe(
			'<TimeTrackingQueryRq><TimeTrackingEntityFilter><FullName>Dan T. Miller</FullName></TimeTrackingEntityFilter>' +
				'<IncludeRetElement>TxnID</IncludeRetElement><IncludeRetElement>CustomerRef</IncludeRetElement>' +
				'<IncludeRetElement>Notes</IncludeRetElement></TimeTrackingQueryRq>',
		);
	});

	const record = {
		CustomerRef: { ListID: '80000001-1', FullName: 'Abercrombie, Kristy' },
		Notes: 'Drawings for the kitchen',
	};
	test.each<[filters: IDataObject, matches: boolean]>([
		[{ customerListId: byName('abercrombie, kristy ') }, true],
		[{ customerListId: { mode: 'id', value: '80000001-1' } }, true],
		[{ customerListId: byName('Abercrombie') }, false],
		[{ customerListId: { mode: 'id', value: '80000002-1' } }, false],
		[{ notesContains: 'KITCHEN' }, true],
		[{ notesContains: 'bath' }, false],
	])('%j matches: %s', (filters, matches) => {
		const matcher = matcherOf(timeTracking.query, { filters, options: {}, timezone: 'UTC' });
		expect(matcher(record)).toBe(matches);
		expect(matcher({})).toBe(false);
	});
});
