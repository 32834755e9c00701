import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { BY_NAME, customFieldName, customFieldValue } from '../../../../quickbooks/finding/sought';
import { CUSTOM_FIELD, matchKeysOf } from '../../../../quickbooks/records/matchKeys';
import type { RecordKind } from '../../../../quickbooks/records/record';

/** The fields that say what a record is recognised by. */
export function findingFields(kind: RecordKind): INodeProperties[] {
	const { noun, plural } = kind;
	const options: INodePropertyOptions[] = [
		...matchKeysOf(kind).map(({ value, label }) => ({ name: label, value })),
		{ name: 'Custom Field', value: CUSTOM_FIELD },
		{ name: 'Name', value: BY_NAME },
	];
	return [
		{
			displayName: 'Match By',
			name: 'matchBy',
			type: 'options',
			noDataExpression: true,
			options: options.sort((one, other) => one.name.localeCompare(other.name)),
			default: BY_NAME,
			description: `How to tell whether the ${noun} already exists. QuickBooks can only look it up by name. For anything else, the node reads all ${plural} once per run, which takes longer the more there are.`,
		},
		customFieldName,
		customFieldValue,
	];
}
