import { listQuery } from '../query/list-query';
import { customerRet } from '../records/customer';
import { entityCriteria, entityFilters } from './entity-filters';

export const customerQuery = listQuery({
	name: 'CustomerQueryRq',
	iterates: true,
	records: ({ customers }) => customers,
	element: () => 'CustomerRet',
	order: () => customerRet,
	hasCustomFields: true,
	moreFilters: { content: entityFilters, criteria: entityCriteria },
});
