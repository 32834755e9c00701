import type { Resource } from '../../operation';
import { querySalesTaxCodes } from './query';

export const salesTaxCode: Resource = {
	value: 'salesTaxCode',
	name: 'Sales Tax Code',
	operations: [querySalesTaxCodes],
};
