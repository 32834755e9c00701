import { listQuery } from '../query/list-query';

export const classQuery = listQuery({
	name: 'ClassQueryRq',
	records: ({ classes }) => classes,
	element: () => 'ClassRet',
});
