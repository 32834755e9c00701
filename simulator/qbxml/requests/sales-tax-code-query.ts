import { listQuery } from '../query/list-query';

export const salesTaxCodeQuery = listQuery({
	name: 'SalesTaxCodeQueryRq',
	records: ({ salesTaxCodes }) => salesTaxCodes,
	element: () => 'SalesTaxCodeRet',
});
