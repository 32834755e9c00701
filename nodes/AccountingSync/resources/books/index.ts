import type { Resource } from '../../operations/operation';
import { compareBooks } from './compare';

export const books: Resource = {
	value: 'books',
	name: 'Books',
	operations: [compareBooks],
};
