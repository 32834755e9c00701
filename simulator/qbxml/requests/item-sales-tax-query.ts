import { refersToOneOf } from '../query/criteria';
import { referenceFilter } from '../query/filter-elements';
import { listQuery } from '../query/list-query';
import { itemRets } from '../records/items';

export const itemSalesTaxQuery = listQuery({
	name: 'ItemSalesTaxQueryRq',
	iterates: true,
	records: ({ items }) => items.filter(({ kind }) => kind === 'ItemSalesTaxRet'),
	element: () => 'ItemSalesTaxRet',
	order: () => itemRets.ItemSalesTaxRet,
	hasCustomFields: true,
	moreFilters: {
		content: [referenceFilter('ClassFilter')],
		// No tax item of this company has a class, so nothing passes this filter.
		criteria: (request, { classes }) => [refersToOneOf(request, 'ClassFilter', classes, () => [])],
	},
});
