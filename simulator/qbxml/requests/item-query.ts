import { listQuery } from '../query/list-query';
import { ITEM_RETS } from '../records/items';

export const itemQuery = listQuery({
	name: 'ItemQueryRq',
	iterates: true,
	records: ({ items }) => items,
	element: ({ kind }) => kind,
	order: ({ kind }) => ITEM_RETS[kind],
	hasCustomFields: true,
});
