import type { Resource } from '../../operation';
import { querySalesTaxItems } from './query';

export const salesTaxItem: Resource = {
	value: 'salesTaxItem',
	name: 'Sales Tax Item',
	operations: [querySalesTaxItems],
};
