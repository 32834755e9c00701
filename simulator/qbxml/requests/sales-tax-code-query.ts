import { listQuery } from '../query/list-query';
import { SALES_TAX_CODE_RET } from '../records/lists';

export const salesTaxCodeQuery = listQuery({
	name: 'SalesTaxCodeQueryRq',
	records: ({ salesTaxCodes }) => salesTaxCodes,
	element: () => 'SalesTaxCodeRet',
	order: () => SALES_TAX_CODE_RET,
});
