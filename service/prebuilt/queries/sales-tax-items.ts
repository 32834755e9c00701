import { queryEndpoint } from '../endpoint/query-endpoint';
import { salesTaxFilters } from './sales-tax-filters';

export const querySalesTaxItems = queryEndpoint({
	path: 'sales_tax_items',
	operationId: 'querySalesTaxItems',
	summary: 'Query item sales taxes',
	request: 'ItemSalesTaxQueryRq',
	iterates: true,
	filters: salesTaxFilters,
	hasCustomFields: true,
});
