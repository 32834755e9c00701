import { activeStatus, modified, nameContainedOrInRange } from './common-filters';
import { queryEndpoint } from '../endpoint/query-endpoint';

export const queryCustomers = queryEndpoint({
	path: 'customers',
	operationId: 'queryCustomers',
	summary: 'Query customers',
	request: 'CustomerQueryRq',
	iterates: false,
	filters: [nameContainedOrInRange, ...modified, activeStatus],
	hasCustomFields: true,
});
