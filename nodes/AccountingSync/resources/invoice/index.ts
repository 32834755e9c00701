import type { Resource } from '../../operation';
import { createInvoice } from './create';
import { queryInvoices } from './query';

export const invoice: Resource = {
	value: 'invoice',
	name: 'Invoice',
	operations: [createInvoice, queryInvoices],
};
