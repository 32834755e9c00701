import { modifiedAfter, modifiedBefore } from '../fields/filters/dates';
import { activeStatus, email, phone } from '../fields/filters/kinds';
import { nameFilters } from '../fields/filters/names';
import { recordKind } from './record';

export const employee = recordKind({
	value: 'employee',
	name: 'Employee',
	noun: 'employee',
	plural: 'employees',
	kind: 'list',
	operations: ['get', 'query'],
	query: {
		filters: [...nameFilters, modifiedAfter, modifiedBefore, activeStatus, email, phone],
		changedSince: modifiedAfter,
		fields: ['Name', 'ListID'],
	},
	// What is personal, such as the date of birth, comes only without Simplify.
	simplified: [
		...['Name', 'ListID', 'FirstName', 'LastName', 'JobTitle', 'Department', 'Email', 'Phone'],
		...['Mobile', 'IsActive', 'EmployeeType', 'HiredDate', 'ReleasedDate', 'AccountNumber'],
		...['EmployeeAddress', 'SupervisorRef', 'BillingRateRef', 'Notes'],
		...['TimeCreated', 'TimeModified', 'EditSequence'],
	],
});
