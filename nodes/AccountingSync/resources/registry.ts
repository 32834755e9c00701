import { alphabetically } from '../../shared/form/alphabetically';
import type { Resource } from '../operations/operation';
import * as listed from '.';

/** Everything the node can do, in the order of the Resource field. */
export const resources: readonly Resource[] = alphabetically(
	Object.values<Resource>(listed),
	({ name }) => name,
);
