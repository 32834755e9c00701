import type { Resource } from '../../operations/operation';
import { createInvoice } from './create';

export const invoice: Resource = {
	value: 'invoice',
	name: 'Invoice',
	operations: [createInvoice],
};
