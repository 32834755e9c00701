import { listQuery } from '../query/list-query';
import { vendorRet } from '../records/vendor';
import { entityCriteria, entityFilters } from './entity-filters';

export const vendorQuery = listQuery({
	name: 'VendorQueryRq',
	iterates: true,
	records: ({ vendors }) => vendors,
	element: () => 'VendorRet',
	order: () => vendorRet,
	hasCustomFields: true,
	moreFilters: { content: entityFilters, criteria: entityCriteria },
});
