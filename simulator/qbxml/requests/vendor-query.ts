import { listQuery } from '../query/list-query';
import { entityFilters } from './entity-filters';

export const vendorQuery = listQuery({
	name: 'VendorQueryRq',
	records: ({ vendors }) => vendors,
	element: () => 'VendorRet',
	moreFilters: entityFilters,
});
