import {
	dueDateFrom,
	dueDateTo,
	transactionDateFrom,
	transactionDateTo,
} from '../fields/filters/dates';
import { customerListId, includeLineItems, paidStatus } from '../fields/filters/kinds';
import type { Query } from './query';

export const invoice: Query = {
	value: 'invoice',
	name: 'Invoice',
	action: 'Query invoices',
	records: 'invoices',
	path: 'invoices',
	iterates: true,
	filters: [
		customerListId,
		transactionDateFrom,
		transactionDateTo,
		dueDateFrom,
		dueDateTo,
		paidStatus,
	],
	fields: ['RefNumber', 'TxnID'],
	options: [includeLineItems],
};
