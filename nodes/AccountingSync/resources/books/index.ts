import type { Resource } from '../../operations/operation';
import { settleRequest } from './settle';

export const books: Resource = {
	value: 'books',
	name: 'Books',
	operations: [settleRequest],
};
