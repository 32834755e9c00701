import type { INodeProperties } from 'n8n-workflow';

import { includeLineItems } from '../../../../quickbooks/filters/kinds';
import { chosen, isChoice } from '../../../../quickbooks/form/choice';
import { required, trimmed } from '../../../../quickbooks/form/convert';
import type { FieldSpec } from '../../../../quickbooks/form/fieldSpec';
import { type Form, valueOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { recordLocator } from '../../../../quickbooks/lists/ids';
import type { NamedRecord } from '../../../../quickbooks/lists/namedRecord';
import { listNameOf } from '../../../../quickbooks/lists/recordLists';
import type { AnswerRecord } from '../../../../quickbooks/qbxml/answer';
import { totalOf } from '../../../../quickbooks/qbxml/totals';
import {
	hasVariants,
	type RecordForm,
	type RecordKind,
} from '../../../../quickbooks/records/record';

/** How one record can be named besides by its ID. */
export type Naming = 'name' | 'number' | 'none';

/** Deposits and tracked time have no number. */
export function namingOf({ kind, query }: RecordKind): Naming {
	if (kind === 'list') return 'name';
	return query.filters.some(({ name }) => name === 'refNumberContains') ? 'number' : 'none';
}

const byNumber = { displayName: 'By Number', hint: 'The reference number, as QuickBooks shows it' };

/** The record that an operation is about. The list shows the transactions of the last weeks. */
export function recordField(kind: RecordKind, naming: Naming): INodeProperties {
	const isList = kind.kind === 'list';
	return recordLocator({
		displayName: kind.name,
		name: isList ? 'listId' : 'txnId',
		list: 'ownRecords',
		description: isList ? 'The record it is about' : 'The transaction it is about',
		...(isList ? {} : { exampleId: '5B1A-1700000001' }),
		...(naming === 'name' && { exampleName: 'Abercrombie, Kristy' }),
		...(naming === 'number' && { exampleName: '1042', nameMode: byNumber }),
	});
}

/** The record that was chosen: its ID, or its name or number. */
interface ChosenRecord {
	value: string;
	isName: boolean;
}

/** @throws FormError if none was chosen. */
export function chosenRecord(field: INodeProperties, form: Form): ChosenRecord {
	const { [field.name]: given } = form.values;
	const value = valueOf(form, field, chosen(required(trimmed)));
	return { value: String(value), isName: isChoice(given) && given.mode === 'name' };
}

/** Whether the query of a record has an option. */
export const hasOption = ({ query }: RecordKind, option: FieldSpec): boolean =>
	query.options?.some(({ name }) => name === option.name) === true;

/** The element that asks for the lines of a record, where its query has it. */
export const withLines = (kind: RecordKind) =>
	hasOption(kind, includeLineItems) && { IncludeLineItems: true };

/** How a query asks for the record that was chosen. */
export function byWhich({ kind }: RecordKind, { isName }: ChosenRecord): string {
	if (kind === 'list') return isName ? 'FullName' : 'ListID';
	return isName ? 'RefNumber' : 'TxnID';
}

/** A record in a list of several, for people to tell them apart. */
const inWords = ({ fields }: AnswerRecord): string =>
	[fields.TxnID ?? fields.ListID, fields.FullName ?? fields.Name, fields.TxnDate, totalOf(fields)]
		.filter((part) => part !== undefined)
		.map(String)
		.join(', ');

/**
 * The one record that was asked for.
 * @param value What it was asked for by.
 * @throws FormError if there is none, or several.
 */
export function oneOf(
	{ noun, plural }: RecordKind,
	records: readonly AnswerRecord[],
	value: string,
): AnswerRecord {
	const [first] = records;
	if (first === undefined) {
		throw new FormError(
			`QuickBooks has no ${noun} "${value}".`,
			'Check the name, number or ID. Find searches for parts of them.',
		);
	}
	if (records.length === 1) return first;
	throw new FormError(
		`${records.length} ${plural} are called "${value}".`,
		`Choose one of them By ID: ${records.map(inWords).join('; ')}`,
	);
}

/**
 * Refuses a record of another type than the form is for, such as a service for an inventory part.
 * @throws FormError that names both types.
 */
export function requireType(
	{ form, noun }: RecordKind,
	{ type }: AnswerRecord,
	chosen: RecordForm,
): void {
	if (!hasVariants(form) || type === chosen.qbxml) return;
	const typeName = (qbxml: string): string =>
		form.variants.find((variant) => variant.qbxml === qbxml)?.name ?? qbxml;
	throw new FormError(
		`The ${noun} is of the type ${typeName(type)}, not ${typeName(chosen.qbxml)}.`,
		`Choose ${typeName(type)} under ${form.label}, or give another ${noun}.`,
	);
}

/** What an error can say about a record that was chosen by its name. */
export function namedRecordOf(
	{ name, value: kind }: RecordKind,
	{ value, isName }: ChosenRecord,
): NamedRecord[] {
	const list = listNameOf(kind);
	return isName && list ? [{ label: name, name: value, list }] : [];
}
