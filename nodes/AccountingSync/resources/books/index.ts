import type { Resource } from '../../operations/operation';
import { compareBooks } from './compare';
import { undoExecution } from './undo';

export const books: Resource = {
	value: 'books',
	name: 'Books',
	operations: [compareBooks, undoExecution],
};
