import { queryEndpoint } from '../endpoint/query-endpoint';
import { activeStatus, modified, nameContainedOrInRange } from './common-filters';

export const queryCustomers = queryEndpoint({
	path: 'customers',
	operationId: 'queryCustomers',
	summary: 'Query customers',
	request: 'CustomerQueryRq',
	iterates: false,
	filters: [nameContainedOrInRange, ...modified, activeStatus],
	hasCustomFields: true,
});
