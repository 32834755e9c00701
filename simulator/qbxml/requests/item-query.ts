import { listQuery } from '../query/list-query';
import { itemRets } from '../records/items';

export const itemQuery = listQuery({
	name: 'ItemQueryRq',
	iterates: true,
	records: ({ items }) => items,
	element: ({ kind }) => kind,
	order: ({ kind }) => itemRets[kind],
	hasCustomFields: true,
});
