import { activeStatus, modified, nameContainedOrInRange } from './common-filters';
import { queryEndpoint } from '../endpoint/query-endpoint';

export const queryVendors = queryEndpoint({
	path: 'vendors',
	operationId: 'queryVendors',
	summary: 'Query vendors',
	request: 'VendorQueryRq',
	iterates: true,
	filters: [nameContainedOrInRange, ...modified, activeStatus],
	hasCustomFields: true,
});
