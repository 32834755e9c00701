import type { Resource } from '../../operations/operation';
import { compareBooks } from './compare';
import { settleRequest } from './settle';
import { undoExecution } from './undo';

export const books: Resource = {
	value: 'books',
	name: 'Books',
	operations: [compareBooks, settleRequest, undoExecution],
};
