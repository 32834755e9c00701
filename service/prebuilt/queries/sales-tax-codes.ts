import { queryEndpoint } from '../endpoint/query-endpoint';
import { salesTaxFilters } from './sales-tax-filters';

export const querySalesTaxCodes = queryEndpoint({
	path: 'sales_tax_codes',
	operationId: 'querySalesTaxCodes',
	summary: 'Query sales tax codes',
	request: 'SalesTaxCodeQueryRq',
	iterates: false,
	filters: salesTaxFilters,
	hasCustomFields: false,
});
