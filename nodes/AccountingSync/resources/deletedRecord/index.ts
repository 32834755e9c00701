import type { Resource } from '../../operations/operation';
import { queryDeletedRecords } from './query';

export const deletedRecord: Resource = {
	value: 'deletedRecord',
	name: 'Deleted Record',
	operations: [queryDeletedRecords],
};
