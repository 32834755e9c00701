import { transactionModifiedAfter } from '../filters/dates';
import { timeTrackingEntityListId } from '../filters/kinds';
import { notesContains, timeCustomer } from '../filters/time';
import { recordKind } from './record';
import { customerOf } from './sales';
import { dateFilters, identity, ownClass, transactionDate } from './transactions';

export const timeTracking = recordKind({
	value: 'timeTracking',
	name: 'Time Entry',
	noun: 'time entry',
	plural: 'time entries',
	kind: 'transaction',
	form: {
		qbxml: 'TimeTracking',
		fields: [
			{
				path: 'EntityRef',
				label: 'Name',
				help: 'The employee, vendor or other name whose time it is',
				list: 'entities',
				placeholder: 'Dan T. Miller',
			},
			transactionDate,
			{
				path: 'Duration',
				label: 'Duration',
				help: 'How long it took, in hours: both 1.5 and 1:30 mean an hour and a half. Rounded to the minute.',
				placeholder: '1:30',
			},
			customerOf('The customer or job that the time was spent on'),
			{
				path: 'ItemServiceRef',
				label: 'Service Item',
				help: 'The service item for what was done',
				list: 'serviceItems',
				placeholder: 'Consulting',
			},
		],
		further: [
			{
				path: 'BillableStatus',
				label: 'Billable Status',
				help: 'Whether to charge the customer for the time. Billable time needs a customer and a service item.',
				initial: 'Billable',
			},
			ownClass,
			{
				path: 'Notes',
				label: 'Notes',
				help: 'What was done. Can be printed on the invoice.',
				placeholder: 'Drawings for the new kitchen',
			},
			{
				path: 'PayrollItemWageRef',
				label: 'Payroll Item',
				help: 'The payroll item for this time, for employees whose paychecks are made from time data',
				list: 'payrollItems',
				placeholder: 'Hourly Wage',
			},
		],
	},
	query: {
		filters: [timeTrackingEntityListId, ...dateFilters, timeCustomer, notesContains],
		changedSince: transactionModifiedAfter,
		fields: ['TxnDate', 'TxnID'],
	},
	simplified: [
		...['EntityRef', 'CustomerRef', 'TxnDate', 'Duration', 'ItemServiceRef', 'BillableStatus'],
		...['Notes', 'ClassRef', 'PayrollItemWageRef', ...identity],
	],
});
