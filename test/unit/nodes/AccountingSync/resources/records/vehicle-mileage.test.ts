import type { IDataObject } from 'n8n-workflow';

import { matcherOf } from '../../../../../../quickbooks/queries/queryRequest';
import { vehicleMileage } from '../../../../../../quickbooks/records/vehicleMileage';
import { byName, written } from '../../../../support/written';

const create = (filledIn: IDataObject, further: IDataObject = {}) =>
	written('vehicleMileage', 'create', {
		vehicleListId: byName('Service Van'),
		tripStartDate: '2026-01-15',
		...filledIn,
		additionalFields: further,
	});

const readings = { odometerStart: '100', odometerEnd: '112.5' };

test('a trip by its miles, or by the odometer', () => {
	const trip = (miles: string) =>
		`<VehicleMileageAddRq><VehicleMileageAdd><VehicleRef><FullName>Service Van</FullName></VehicleRef><TripStartDate>2026-01-15</TripStartDate>${miles}</VehicleMileageAdd></VehicleMileageAddRq>`;
	expect(create({ totalMiles: '12.5' })).toBe(trip('<TotalMiles>12.5</TotalMiles>'));
	expect(create({ totalMiles: 0 })).toBe(trip('<TotalMiles>0</TotalMiles>'));
	expect(create({}, readings)).toBe(
		trip('<OdometerStart>100</OdometerStart><OdometerEnd>112.5</OdometerEnd>'),
	);
});

test.each<[what: string, filledIn: IDataObject, further: IDataObject, message: string]>([
	['nothing', {}, {}, 'The miles are missing.'],
	['one reading', {}, { odometerStart: '100' }, 'The miles are missing.'],
	['the other reading', {}, { odometerEnd: '100' }, 'The miles are missing.'],
	['both', { totalMiles: '12.5' }, readings, 'Total Miles and an odometer reading are both'],
	['miles and one reading', { totalMiles: '1' }, { odometerEnd: '9' }, 'Total Miles and an odo'],
])('%s is refused', (_what, filledIn, further, message) => {
	expect(() => create(filledIn, further)).toThrow(message);
});

test('a trip is found by the day on which it began, also beside when it was changed', () => {
	const query = (filters: IDataObject) => written('vehicleMileage', 'query', { filters });
	expect(query({ transactionDateFrom: '2026-01-15' })).toContain(
		'<TxnDateRangeFilter><FromTxnDate>2026-01-15</FromTxnDate></TxnDateRangeFilter>',
	);
	const both = query({ transactionDateFrom: '2026-01-15', modifiedAfter: '2026-01-15T00:00:00Z' });
	expect(both).toContain('<ModifiedDateRangeFilter>');
	expect(both).not.toContain('TxnDate');
});

test.each<[filters: IDataObject, matches: boolean]>([
	[{ transactionDateFrom: '2026-01-15' }, true],
	[{ transactionDateFrom: '2026-01-16' }, false],
	[{ transactionDateTo: '2026-01-15' }, true],
	[{ transactionDateTo: '2026-01-14' }, false],
])(
	'beside a time of change, %j matches a trip that began on 2026-01-15: %s',
	(filters, matches) => {
		const changed = { ...filters, modifiedAfter: '2026-01-01T00:00:00Z' };
		const matcher = matcherOf(vehicleMileage.query, {
			filters: changed,
			options: {},
			timezone: 'UTC',
		});
		expect(matcher({ TripStartDate: '2026-01-15', TripEndDate: '2026-01-20' })).toBe(matches);
	},
);
