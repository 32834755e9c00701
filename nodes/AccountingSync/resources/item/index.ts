import type { Resource } from '../../operation';
import { queryItems } from './query';

export const item: Resource = {
	value: 'item',
	name: 'Item',
	operations: [queryItems],
};
