import { listQuery } from '../query/list-query';
import { entityFilters } from './entity-filters';

export const customerQuery = listQuery({
	name: 'CustomerQueryRq',
	records: ({ customers }) => customers,
	element: () => 'CustomerRet',
	moreFilters: entityFilters,
});
