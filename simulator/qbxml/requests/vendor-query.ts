import { listQuery } from '../query/list-query';
import { VENDOR_RET } from '../records/vendor';
import { ENTITY_FILTERS, entityCriteria } from './entity-filters';

export const vendorQuery = listQuery({
	name: 'VendorQueryRq',
	iterates: true,
	records: ({ vendors }) => vendors,
	element: () => 'VendorRet',
	order: () => VENDOR_RET,
	hasCustomFields: true,
	moreFilters: { content: ENTITY_FILTERS, criteria: entityCriteria },
});
