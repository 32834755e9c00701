import type { INodeProperties } from 'n8n-workflow';

import {
	changeLines,
	changeRows,
	existingTransactions,
	lineMode,
} from '../../../../quickbooks/filledIn/changeRows';
import { contentOfChange } from '../../../../quickbooks/qbxml/recordFacts';
import type { RecordForm } from '../../../../quickbooks/records/record';
import { noticeField } from '../../../shared/fields/noticeField';
import { shownFor } from '../../operations/properties';
import { furtherFields, linesFields, specifyLines } from './recordFields';

const notice = noticeField(
	'changeNotice',
	'Only what you fill in changes. Empty fields stay as they are; to clear one, choose it under Fields to Clear.',
);

const clearableFields: INodeProperties['typeOptions'] = {
	loadOptionsMethod: 'loadClearableFields',
	loadOptionsDependsOn: ['itemType'],
};

const clearFields: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'clearFields',
	type: 'multiOptions',
	typeOptions: clearableFields,
	default: [],
	description:
		'The fields to clear. Fields that QuickBooks can never clear aren\'t offered. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const changingModes = ['add', 'change', 'remove', 'replace'];

/** The custom fields of the accounting application, for records that can have some. */
export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Custom Field' },
	placeholder: 'Add Custom Field',
	default: {},
	description: 'Set after the other changes, in a separate request for each',
	options: [
		{
			displayName: 'Custom Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Birthday',
					description: 'The name of a custom field that exists already',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					description: 'The new value. If empty, the field is cleared.',
				},
			],
		},
	],
};

/** The fields of a record's Update form. */
export function fieldsOfChange(form: RecordForm): INodeProperties[] {
	const lines = changeLines(form);
	return [
		notice,
		...(lines.length === 0
			? []
			: [
					lineMode,
					...[
						specifyLines,
						...lines.flatMap((one) =>
							linesFields(contentOfChange(form.qbxml), one, { isChange: true }),
						),
					].map((property) => shownFor(property, { lineMode: changingModes })),
				]),
		furtherFields(
			contentOfChange(form.qbxml),
			changeRows(form),
			form.isInTransactions ? [existingTransactions as INodeProperties] : [],
			true,
		),
		clearFields,
	];
}
