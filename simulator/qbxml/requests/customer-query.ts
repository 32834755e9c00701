import { listQuery } from '../query/list-query';
import { CUSTOMER_RET } from '../records/customer';
import { ENTITY_FILTERS, entityCriteria } from './entity-filters';

export const customerQuery = listQuery({
	name: 'CustomerQueryRq',
	iterates: true,
	records: ({ customers }) => customers,
	element: () => 'CustomerRet',
	order: () => CUSTOMER_RET,
	hasCustomFields: true,
	moreFilters: { content: ENTITY_FILTERS, criteria: entityCriteria },
});
