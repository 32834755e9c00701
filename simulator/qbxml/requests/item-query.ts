import { listQuery } from '../query/list-query';

export const itemQuery = listQuery({
	name: 'ItemQueryRq',
	records: ({ items }) => items,
	element: ({ kind }) => kind,
});
