import type { Leaf } from '../facts/facts';
import type { RecordListName } from '../lists/recordLists';
import { qbxmlOf, type Query } from '../queries/query';
import { operationsOf, type RecordOperation } from './operations';

/** One field of a record. Its type, length and words come from the facts of qbXML. */
export interface RecordField {
	/** The path of its element in the record, such as `BillAddress.City`. */
	path: string;
	label: string;
	help: string;
	/** The same for a change, where that is another. */
	helpInChange?: string;
	placeholder?: string;
	/** For a reference: the list that it is picked from. */
	list?: RecordListName;
	/** Its name in the form, if it is not made from the path. Workflows store this, so it never changes. */
	name?: string;
	/** Its name in the body of the record's own endpoint (interface, section 4.3), if that takes it. */
	wire?: string;
	/** Whether the form asks for it, where that is not what qbXML says. */
	required?: boolean;
	/** Set if it links to transactions that bring their own lines, so that the form needs none. */
	bringsLines?: true;
	/** What the form shows at first. Words of an enumeration need it where they can't be left out. */
	initial?: string;
	/** What it holds, for a field that is no element of its own (see `RecordLines.toElement`). */
	facts?: Leaf;
}

/** The name of an element and what it holds, by path. */
export type ElementValues = [name: string, values: Record<string, unknown>];

/** The lines of one kind, such as the items of a bill. */
export interface RecordLines {
	/** The element of a line in the record, such as `InvoiceLineAdd`. */
	path: string;
	/** What a line of the form means, if fields hold something that nobody has filled in. */
	fromForm?: (values: Record<string, unknown>) => Record<string, unknown>;
	/**
	 * The element that a line becomes, if that depends on what is filled in.
	 * @param label What errors call the line, such as "Line 2".
	 * @param labelOf What the form calls a field, by path.
	 * @throws FormError for what can't be together in a line.
	 */
	toElement?: (
		values: Record<string, unknown>,
		label: string,
		labelOf: (path: string) => string,
	) => ElementValues;
	/**
	 * The same for a part of a line that is there, where nothing is missing. Without it, what is filled in is what changes.
	 * @returns The name of the element is empty if the line stays what it is.
	 */
	toPart?: (values: Record<string, unknown>, label: string) => ElementValues;
	/**
	 * What has to be right about all lines together.
	 * @throws FormError if it is not.
	 */
	check?: (elements: readonly ElementValues[]) => void;
	/** Their name in the form. Workflows store this, so it never changes. */
	name: string;
	label: string;
	help: string;
	/** The same for a change, where that is another. */
	helpInChange?: string;
	/** What the user should know when a change adds such a line, by what is said of it. */
	hintOfNewLine?: (values: Readonly<Record<string, unknown>>) => string | undefined;
	/** The fields of the record that QuickBooks changes only together with all lines of this kind, by path. */
	changedWith?: readonly string[];
	/** What most lines have, and what some have. */
	fields: readonly RecordField[];
	further?: readonly RecordField[];
	/** The fields of which a line needs at least one, by path. */
	needsOneOf: readonly string[];
	/** Whether the record needs at least one line of this kind or of the next ones. */
	required?: true;
}

/** What qbXML takes for a record: its own fields, in the order in which people fill them in. */
export interface RecordForm {
	/** The record's name in qbXML, such as `Invoice`. */
	qbxml: string;
	/** What most people fill in. */
	fields: readonly RecordField[];
	lines?: readonly RecordLines[];
	/** The rest, under Additional Fields. */
	further: readonly RecordField[];
	/** Set if a change of its accounts has to say what becomes of the transactions that have it. */
	isInTransactions?: true;
	/** What the user should know of every change, whatever it changes. */
	hintOfChange?: string;
	/** The values of a new record by path, with what follows from fields that were left empty. */
	completed?: (values: Record<string, unknown>) => Record<string, unknown>;
}

/** A form of a record with several, such as an item: by the value of the field that chooses it. */
export interface RecordVariant extends RecordForm {
	value: string;
	name: string;
}

/** The field that chooses between the forms of a record. */
export interface VariantField {
	name: string;
	label: string;
	help: string;
	variants: readonly RecordVariant[];
}

/** A record that people work with: all its operations, and those of the trigger, are drawn from this. */
export interface RecordKind {
	/** Its resource in the form. Workflows store this, so it never changes. */
	value: string;
	/** Title Case, as in "Credit Memo". */
	name: string;
	/** In plain words, as in "credit memo" and "credit memos". */
	noun: string;
	plural: string;
	/** Whether it is an entry of a list or a transaction. The first have names, the second have dates. */
	kind: 'list' | 'transaction';
	operations: readonly RecordOperation[];
	/** What it can be created with. Undefined if it can't be. */
	form?: RecordForm | VariantField;
	query: Query;
	/** What people look for in it, by path, the first things first. What its answers hold beyond that is left out by Simplify. */
	simplified: readonly string[];
}

export const hasVariants = (form: RecordKind['form']): form is VariantField =>
	form !== undefined && 'variants' in form;

/** The forms of a record: one, or several to choose from. */
export const formsOf = ({ form }: Pick<RecordKind, 'form'>): readonly RecordForm[] =>
	hasVariants(form) ? form.variants : form ? [form] : [];

/**
 * The queries of a record in qbXML, such as `BillQuery`. A record with several forms that are types of their own has one for
 * each of them.
 */
export const queryNamesOf = (kind: RecordKind): string[] =>
	hasVariants(kind.form) && kind.query.qbxml === undefined
		? formsOf(kind).map(({ qbxml }) => `${qbxml}Query`)
		: [qbxmlOf(kind.query)];

/** What sets the query of a record apart from others. The rest follows from the record. */
type QuerySpec = Omit<Query, 'value' | 'name' | 'action' | 'records'>;

/** What a record is made of. Its operations are those that qbXML has for it, unless the nodes offer others. */
type RecordSpec = Omit<RecordKind, 'query' | 'operations'> & {
	query: QuerySpec;
	operations?: readonly RecordOperation[];
};

/** Makes a record of its rows. */
export function recordKind({ query, operations, ...record }: RecordSpec): RecordKind {
	const { value, name, plural, kind } = record;
	const types = formsOf(record).map(({ qbxml }) => qbxml);
	return {
		...record,
		operations: operations ?? operationsOf(kind, types),
		query: { ...query, records: plural, value, name, action: `Find ${plural}` },
	};
}
