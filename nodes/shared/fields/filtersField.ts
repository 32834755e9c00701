import type { INodeProperties } from 'n8n-workflow';

import type { Query } from '../../../quickbooks/queries/query';
import { fieldsOf } from './fieldOf';

/** The filters of a query, of which people add those that they need. */
export const filtersField = ({ filters }: Query): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: fieldsOf(filters),
});
