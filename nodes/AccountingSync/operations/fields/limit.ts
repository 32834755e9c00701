import type { INodeProperties } from 'n8n-workflow';

import { wholeNumber } from '../../../../quickbooks/form/convert';
import { type Form, isOn, valueOf } from '../../../../quickbooks/form/form';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const returnAllAndLimit: INodeProperties[] = [returnAll, limit];

/**
 * How many results the user wants. Infinity for Return All.
 * @throws FormError if Return All is no switch, or the limit no whole number of at least 1.
 */
export const limitOf = (form: Form): number =>
	isOn(form, returnAll) ? Infinity : Number(valueOf(form, limit, wholeNumber(1)) ?? limit.default);
