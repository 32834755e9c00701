import {
	transactionDateFrom,
	transactionDateTo,
	transactionModifiedAfter,
	transactionModifiedBefore,
} from '../filters/dates';
import { notesContains, timeCustomer } from '../filters/time';
import type { FieldSpec } from '../form/fieldSpec';
import { FormError } from '../form/formError';
import { isGiven } from '../qbxml/requestValues';
import { recordKind } from './record';
import { saleCustomer } from './sales';
import { ownClass } from './transactions';

/** A trip goes by the day on which it began. */
const tripDate = (
	row: FieldSpec,
	isMatch: (start: string, bound: string) => boolean,
): FieldSpec => ({
	...row,
	needs: ['TripStartDate'],
	matches: ({ TripStartDate = '' }, value) => isMatch(String(TripStartDate), String(value)),
});

/** Either the miles are given, or where the odometer stood before and after. */
function withMiles(values: Record<string, unknown>): Record<string, unknown> {
	const [total, start, end] = ['TotalMiles', 'OdometerStart', 'OdometerEnd'].map((path) =>
		isGiven(values[path]),
	);
	if (total ? !start && !end : start && end) return values;
	throw new FormError(
		total ? 'Total Miles and an odometer reading are both filled in.' : 'The miles are missing.',
		'Fill in either Total Miles, or both Odometer Start and Odometer End.',
	);
}

export const vehicleMileage = recordKind({
	value: 'vehicleMileage',
	name: 'Vehicle Mileage',
	noun: 'mileage entry',
	plural: 'mileage entries',
	kind: 'transaction',
	form: {
		qbxml: 'VehicleMileage',
		fields: [
			{
				path: 'VehicleRef',
				label: 'Vehicle',
				help: 'The vehicle that was driven. QuickBooks cannot change the entry later, but you can delete it.',
				list: 'vehicles',
				placeholder: 'Service Van',
			},
			{ path: 'TripStartDate', label: 'Trip Start Date', help: 'The day on which the trip began' },
			{ path: 'TripEndDate', label: 'Trip End Date', help: 'The day on which it ended' },
			{
				path: 'TotalMiles',
				label: 'Total Miles',
				help: 'How far it was. Leave this empty to fill in Odometer Start and Odometer End instead.',
				placeholder: '42.5',
				required: false,
			},
			saleCustomer,
		],
		further: [
			{
				path: 'BillableStatus',
				label: 'Billable Status',
				help: 'Whether to charge the customer for the trip. No request puts it on an invoice: that is done in QuickBooks.',
			},
			ownClass,
			{
				path: 'ItemRef',
				label: 'Item',
				help: 'The service or other charge item that the customer is charged for the trip with',
				list: 'items',
			},
			{ path: 'Notes', label: 'Notes', help: 'What the trip was for' },
			{ path: 'OdometerEnd', label: 'Odometer End', help: 'The odometer after the trip' },
			{ path: 'OdometerStart', label: 'Odometer Start', help: 'The odometer before the trip' },
		],
		completed: withMiles,
	},
	query: {
		filters: [
			tripDate(transactionDateFrom, (start, bound) => start >= bound),
			tripDate(transactionDateTo, (start, bound) => start <= bound),
			transactionModifiedAfter,
			transactionModifiedBefore,
			timeCustomer,
			notesContains,
		],
		changedSince: transactionModifiedAfter,
		fields: ['TripStartDate', 'TxnID'],
	},
	simplified: [
		...['VehicleRef', 'TripStartDate', 'TripEndDate', 'TotalMiles', 'CustomerRef', 'ItemRef'],
		...['BillableStatus', 'BillableRate', 'BillableAmount', 'StandardMileageRate'],
		...['StandardMileageTotalAmount', 'Notes', 'ClassRef', 'OdometerStart', 'OdometerEnd'],
		...['TxnID', 'EditSequence', 'TimeCreated', 'TimeModified'],
	],
});
