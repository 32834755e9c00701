import { modifiedAfter, modifiedBefore } from '../filters/dates';
import { activeStatus, email, phone } from '../filters/kinds';
import { nameFilters } from '../filters/names';
import { FormError } from '../form/formError';
import { isGiven } from '../qbxml/requestValues';
import { person } from './people';
import { recordKind } from './record';

/** QuickBooks makes the name of an employee of the parts of it. */
function withName(values: Record<string, unknown>): Record<string, unknown> {
	if (['FirstName', 'MiddleName', 'LastName'].some((path) => isGiven(values[path]))) return values;
	throw new FormError('The name of the employee is missing.', 'Fill in First Name or Last Name.');
}

export const employee = recordKind({
	value: 'employee',
	name: 'Employee',
	noun: 'employee',
	plural: 'employees',
	kind: 'list',
	operations: ['create', 'get', 'query', 'update', 'delete'],
	form: {
		qbxml: 'Employee',
		// What is personal, such as the date of birth, and what belongs to payroll has no field here.
		fields: [
			{
				path: 'FirstName',
				label: 'First Name',
				help: 'The first name. No customer, vendor or other name may have the name as a whole.',
			},
			{ path: 'LastName', label: 'Last Name', help: 'The last name' },
		],
		further: [
			{ path: 'AccountNumber', label: 'Account Number', help: 'Your number for the employee' },
			person.altPhone,
			{
				path: 'BillingRateRef',
				label: 'Billing Rate',
				help: "The employee's hourly rate when time is billed to customers",
				list: 'billingRates',
			},
			{ path: 'Department', label: 'Department', help: 'Where the employee works' },
			{ path: 'Description', label: 'Description', help: 'What the employee does' },
			{ path: 'Email', label: 'Email', help: 'The email address' },
			{ path: 'EmployeeAddress', label: 'Address', help: 'Where the employee lives' },
			{ path: 'EmployeeType', label: 'Employee Type', help: 'How the employee is employed' },
			person.fax,
			{ path: 'HiredDate', label: 'Hired Date', help: 'The first day of work' },
			{
				path: 'IsActive',
				label: 'Is Active',
				help: 'Whether the employee is in use. Those who are not are hidden in lists.',
			},
			{ path: 'JobTitle', label: 'Job Title', help: 'What the job is called' },
			{ path: 'MiddleName', label: 'Middle Name', help: 'The middle name, or its first letter' },
			{ path: 'Mobile', label: 'Mobile', help: 'The number of the mobile phone' },
			person.notes,
			person.phone,
			{ path: 'PrintAs', label: 'Print on Check As', help: 'The name on checks' },
			{ path: 'ReleasedDate', label: 'Released Date', help: 'The last day of work' },
			{ path: 'Salutation', label: 'Salutation', help: 'How the employee is addressed' },
			{
				path: 'SupervisorRef',
				label: 'Supervisor',
				help: 'Who the employee works for',
				list: 'employees',
			},
		],
		completed: withName,
	},
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
