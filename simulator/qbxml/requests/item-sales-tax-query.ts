import { refersToOneOf } from '../query/criteria';
import { listQuery } from '../query/list-query';
import { whole } from '../schema/support';

export const itemSalesTaxQuery = listQuery({
	name: 'ItemSalesTaxQueryRq',
	records: ({ items }) => items.filter(({ kind }) => kind === 'ItemSalesTaxRet'),
	element: () => 'ItemSalesTaxRet',
	moreFilters: {
		support: whole('ClassFilter'),
		// No tax item of this company has a class, so nothing passes this filter.
		criteria: (request, { classes }) => [refersToOneOf(request, 'ClassFilter', classes, () => [])],
	},
});
