import type { Resource } from '../../operation';
import { queryVendors } from './query';

export const vendor: Resource = {
	value: 'vendor',
	name: 'Vendor',
	operations: [queryVendors],
};
