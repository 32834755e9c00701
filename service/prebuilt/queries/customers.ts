import { activeStatus, modified, nameContainedOrInRange } from '../common-filters';
import { queryEndpoint } from '../query';

export const queryCustomers = queryEndpoint({
	path: 'customers',
	operationId: 'queryCustomers',
	summary: 'Query customers',
	request: 'CustomerQueryRq',
	iterates: false,
	filters: [nameContainedOrInRange, ...modified, activeStatus],
	hasCustomFields: true,
});
