import { alphabetically } from '../../shared/form/alphabetically';
import { queries } from '../../shared/queries/registry';
import type { Resource } from '../operations/operation';
import { queryOperation } from '../operations/queryOperation';
import * as listed from './index';

const own = Object.values<Resource>(listed);

/** The resources that have a query. It comes after the other operations on their records. */
const queried: Resource[] = queries.map((query) => {
	const { value, name } = query;
	const { operations = [] } = own.find((resource) => resource.value === value) ?? {};
	return { value, name, operations: [...operations, queryOperation(query)] };
});

/** Everything the node can do, in the order of the Resource field. */
export const resources: readonly Resource[] = alphabetically(
	[...own.filter(({ value }) => !queried.some((other) => other.value === value)), ...queried],
	({ name }) => name,
);
