import { modifiedAfter, modifiedBefore } from '../fields/filters/dates';
import { activeStatus } from '../fields/filters/kinds';
import { nameContains, nameFrom, nameTo } from '../fields/filters/names';
import { recordKind } from './record';

export const vendor = recordKind({
	value: 'vendor',
	name: 'Vendor',
	noun: 'vendor',
	plural: 'vendors',
	kind: 'list',
	operations: ['query'],
	query: {
		path: 'vendors',
		iterates: true,
		filters: [nameContains, nameFrom, nameTo, modifiedAfter, modifiedBefore, activeStatus],
		changedSince: modifiedAfter,
		fields: ['FullName', 'ListID'],
	},
	simplified: ['Name', 'ListID'],
});
