import type { INodeProperties } from 'n8n-workflow';

import { recordLocator } from '../../shared/fields/ids';
import { chosen, isChoice } from '../../shared/form/choice';
import { required, trimmed } from '../../shared/form/convert';
import type { Form } from '../../shared/form/form';
import type { RecordKind } from '../../shared/records/record';

/** How one record can be named besides by its ID. */
export type Naming = 'name' | 'number' | 'none';

/** Deposits and tracked time have no number. */
export function namingOf({ kind, query }: RecordKind): Naming {
	if (kind === 'list') return 'name';
	return query.filters.some(({ name }) => name === 'refNumberContains') ? 'number' : 'none';
}

const byNumber = {
	displayName: 'By Number',
	hint: 'The reference number, as the accounting application shows it',
};

/** The record that an operation is about. The list shows the transactions of the last weeks. */
export function recordField(kind: RecordKind, naming: Naming): INodeProperties {
	const isList = kind.kind === 'list';
	return recordLocator({
		displayName: 'Record',
		name: isList ? 'listId' : 'txnId',
		list: 'ownRecords',
		required: true,
		description: isList ? 'The record that it is about' : 'The transaction that it is about',
		...(isList ? {} : { exampleId: '5B1A-1700000001' }),
		...(naming === 'name' && { exampleName: 'Abercrombie, Kristy' }),
		...(naming === 'number' && { exampleName: '1042', nameMode: byNumber }),
	});
}

/** The record that was chosen: its ID, or its name or number. */
export interface ChosenRecord {
	value: string;
	isName: boolean;
}

/** @throws FormError if none was chosen. */
export function chosenRecord(field: INodeProperties, { values, timezone }: Form): ChosenRecord {
	const { [field.name]: given } = values;
	const value = chosen(required(trimmed))(given, { label: field.displayName, timezone });
	return { value: String(value), isName: isChoice(given) && given.mode === 'name' };
}
