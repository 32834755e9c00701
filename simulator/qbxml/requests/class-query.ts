import { listQuery } from '../query/list-query';
import { classRet } from '../records/lists';

export const classQuery = listQuery({
	name: 'ClassQueryRq',
	records: ({ classes }) => classes,
	element: () => 'ClassRet',
	order: () => classRet,
});
