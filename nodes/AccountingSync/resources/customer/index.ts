import type { Resource } from '../../operation';
import { queryCustomers } from './query';

export const customer: Resource = {
	value: 'customer',
	name: 'Customer',
	operations: [queryCustomers],
};
