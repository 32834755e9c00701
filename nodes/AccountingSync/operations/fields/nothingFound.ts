import type { INodeProperties } from 'n8n-workflow';

import { type Form, isOptionOn } from '../../../../quickbooks/form/form';

/** For operations that find records. */
export const outputIfNothingFound: INodeProperties = {
	displayName: 'Output Item If Nothing Found',
	name: 'outputIfNothingFound',
	type: 'boolean',
	default: false,
	description:
		'Whether an input item for which nothing is found gives an item with found: false, so that the workflow can go on with it, for example to create the record',
};

/** Whether an item gives one of its own if nothing is found for it. */
export const givesItemIfNothingFound = (form: Form): boolean =>
	isOptionOn(form, outputIfNothingFound);
