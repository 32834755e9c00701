import type { Resource } from '../../operations/operation';
import { compareBooks } from './compare';
import { settleRequest } from './settle';
import { undoExecution } from './undo';

export const books: Resource = {
	value: 'books',
	name: 'Books: Check and Undo',
	operations: [compareBooks, settleRequest, undoExecution],
};
