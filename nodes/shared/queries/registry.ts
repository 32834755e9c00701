import { alphabetically } from '../form/alphabetically';
import * as listed from './index';
import type { Query } from './query';

/** Every query, in the order of the Resource field. */
export const queries: readonly Query[] = alphabetically(
	Object.values<Query>(listed),
	({ name }) => name,
);

/** The query of a resource, by the resource's value. Undefined if it has none. */
export const queryOf = (resource: string): Query | undefined =>
	queries.find(({ value }) => value === resource);
