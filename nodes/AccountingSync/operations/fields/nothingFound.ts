import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { trueOrFalse } from '../../../../quickbooks/form/convert';
import type { Form } from '../../../../quickbooks/form/form';

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
export function givesItemIfNothingFound({ values, timezone }: Form): boolean {
	const { displayName, name } = outputIfNothingFound;
	const options = (values.options ?? {}) as IDataObject;
	return trueOrFalse(options[name], { label: displayName, timezone }) === true;
}
