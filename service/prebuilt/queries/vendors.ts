import { queryEndpoint } from '../endpoint/query-endpoint';
import { activeStatus, modified, nameContainedOrInRange } from './common-filters';

export const queryVendors = queryEndpoint({
	path: 'vendors',
	operationId: 'queryVendors',
	summary: 'Query vendors',
	request: 'VendorQueryRq',
	iterates: true,
	filters: [nameContainedOrInRange, ...modified, activeStatus],
	hasCustomFields: true,
});
