import { modifiedAfter, modifiedBefore } from '../filters/dates';
import { accountNumber, activeStatus, email, phone } from '../filters/kinds';
import { nameFilters } from '../filters/names';
import { person } from './people';
import { recordKind } from './record';

export const otherName = recordKind({
	value: 'otherName',
	name: 'Other Name',
	noun: 'other name',
	plural: 'other names',
	kind: 'list',
	operations: ['create', 'get', 'query', 'update', 'delete'],
	form: {
		qbxml: 'OtherName',
		fields: [
			{
				path: 'Name',
				label: 'Name',
				help: 'The name in all lists. No customer, vendor or employee may have it.',
				placeholder: 'Harbor, Anna',
			},
		],
		further: [
			{ path: 'AccountNumber', label: 'Account Number', help: 'Your number with them' },
			person.altContact,
			person.altPhone,
			{ path: 'CompanyName', label: 'Company Name', help: 'The name of the company, if it is one' },
			person.contact,
			{ path: 'Email', label: 'Email', help: 'The email address' },
			person.fax,
			person.firstName,
			{
				path: 'IsActive',
				label: 'Is Active',
				help: 'Whether the name is in use. Those that are not are hidden in lists.',
			},
			person.lastName,
			person.middleName,
			person.notes,
			{ path: 'OtherNameAddress', label: 'Address', help: 'Where they are, and where checks go' },
			person.phone,
			person.salutation,
		],
	},
	query: {
		filters: [
			...nameFilters,
			modifiedAfter,
			modifiedBefore,
			activeStatus,
			email,
			phone,
			accountNumber,
		],
		changedSince: modifiedAfter,
		fields: ['Name', 'ListID'],
	},
	simplified: [
		...['Name', 'ListID', 'CompanyName', 'Email', 'Phone', 'IsActive', 'FirstName', 'LastName'],
		...['Contact', 'AccountNumber', 'OtherNameAddress', 'Notes'],
		...['TimeCreated', 'TimeModified', 'EditSequence'],
	],
});
