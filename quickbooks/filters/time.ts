import type { FieldSpec } from '../form/fieldSpec';
import { idField } from '../lists/ids';
import { contains, lower, matchedText, READ_WHOLE } from './kinds';

/** Whether a reference of a record has a name or an ID. */
function isReferenceTo(reference: unknown, wanted: unknown): boolean {
	const { ListID, FullName } = (reference ?? {}) as { ListID?: unknown; FullName?: unknown };
	return ListID === wanted || (FullName !== undefined && lower(FullName) === lower(wanted));
}

/** qbXML filters tracked time only by whose it is. */
export const timeCustomer: FieldSpec = {
	...idField({
		displayName: 'Customer',
		name: 'customerListId',
		list: 'customers',
		exampleName: 'Abercrombie, Kristy:Family Room',
		description: `Only the time spent on this customer or job. ${READ_WHOLE}.`,
		wire: 'customerListId',
	}),
	onlyQbxml: true,
	needs: ['CustomerRef'],
	matches: ({ CustomerRef }, value) => isReferenceTo(CustomerRef, value),
};

export const notesContains = matchedText(
	'Notes Contain',
	'notesContains',
	'Only time entries with this text anywhere in their notes',
	'Notes',
	contains,
);
