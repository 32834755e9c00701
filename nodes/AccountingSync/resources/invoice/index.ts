import type { Resource } from '../../operations/operation';
import { createInvoice } from './create';
import { queryInvoices } from '../../../shared/queries/invoice';

export const invoice: Resource = {
	value: 'invoice',
	name: 'Invoice',
	operations: [createInvoice, queryInvoices],
};
