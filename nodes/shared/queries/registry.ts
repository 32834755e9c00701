import { resources } from '../../AccountingSync/resources/registry';
import type { Operation } from '../../AccountingSync/operations/operation';
import type { QueryOperation } from '../../AccountingSync/operations/queryOperation';

const isQuery = (operation: Operation): operation is QueryOperation => 'query' in operation;

/** The queries by the value of their resource, for whoever queues them beside the action node. */
export const queries: Readonly<Record<string, QueryOperation>> = Object.fromEntries(
	resources.flatMap(({ value, operations }) =>
		operations.filter(isQuery).map((operation) => [value, operation] as const),
	),
);
