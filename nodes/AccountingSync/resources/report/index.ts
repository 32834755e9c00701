import type { Resource } from '../../operations/operation';
import { runReport } from './run';

export const report: Resource = { value: 'report', name: 'Report', operations: [runReport] };
