import { modifiedAfter, modifiedBefore } from '../filters/dates';
import { activeStatus } from '../filters/kinds';
import { nameFilters } from '../filters/names';
import { recordKind } from './record';

export const classKind = recordKind({
	value: 'class',
	name: 'Class',
	noun: 'class',
	plural: 'classes',
	kind: 'list',
	operations: ['create', 'get', 'query', 'update', 'delete'],
	form: {
		qbxml: 'Class',
		fields: [
			{
				path: 'Name',
				label: 'Name',
				help: 'The name of the class, such as a department, a location or a line of business',
				placeholder: 'Remodel',
			},
		],
		further: [
			{
				path: 'IsActive',
				label: 'Is Active',
				help: 'Whether the class is in use. Those that are not are hidden in lists.',
			},
			{
				path: 'ParentRef',
				label: 'Parent',
				help: 'The class that this one is a part of',
				list: 'classes',
			},
		],
	},
	query: {
		filters: [...nameFilters, modifiedAfter, modifiedBefore, activeStatus],
		changedSince: modifiedAfter,
		fields: ['FullName', 'ListID'],
	},
	simplified: [
		...['FullName', 'ListID', 'Name', 'IsActive', 'ParentRef', 'Sublevel'],
		...['TimeCreated', 'TimeModified', 'EditSequence'],
	],
});
