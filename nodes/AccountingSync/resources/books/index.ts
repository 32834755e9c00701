import type { Resource } from '../../operations/operation';
import { undoExecution } from './undo';

export const books: Resource = { value: 'books', name: 'Books', operations: [undoExecution] };
