import type { INodeProperties } from 'n8n-workflow';

import { wholeNumber } from '../../shared/form/convert';
import type { Form } from '../operations/operation';

export const returnAllAndLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * How many results the user wants: infinity for Return All.
 * @throws FormError when the limit is no whole number of at least 1.
 */
export const limitOf = ({ values, timezone }: Form): number =>
	values.returnAll === true
		? Infinity
		: Number(wholeNumber(1)(values.limit, { label: 'Limit', timezone }) ?? 50);
