import { listQuery } from '../query/list-query';
import { salesTaxCodeRet } from '../records/lists';

export const salesTaxCodeQuery = listQuery({
	name: 'SalesTaxCodeQueryRq',
	records: ({ salesTaxCodes }) => salesTaxCodes,
	element: () => 'SalesTaxCodeRet',
	order: () => salesTaxCodeRet,
});
