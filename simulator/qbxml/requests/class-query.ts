import { listQuery } from '../query/list-query';
import { CLASS_RET } from '../records/lists';

export const classQuery = listQuery({
	name: 'ClassQueryRq',
	records: ({ classes }) => classes,
	element: () => 'ClassRet',
	order: () => CLASS_RET,
});
