import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { alphabetically } from './alphabetically';
import { isChoice } from './choice';
import type { Convert, WireValue } from './convert';
import { FormError } from './formError';

/**
 * One field: its name in the form, its type and help text, its name on the wire, how its value is converted, and which
 * other rows it can't be combined with. We build the form, the request and the check before sending from these rows.
 */
export interface FieldSpec extends INodeProperties {
	/** Name on the wire, without the `[]` that a list gets in a query. */
	wire: string;
	/** The other names on the wire that a locator's value goes out under, by the mode it was chosen in. */
	wireByMode?: Readonly<Record<string, string>>;
	convert: Convert;
	/**
	 * The values by path that a query in qbXML has for it. Rows of queries have it.
	 * @param mode How a locator was filled in.
	 */
	qbxml?: (value: WireValue, mode: string | undefined) => IDataObject;
	/** Set if the service's own endpoint does not take it, so that the query goes out in qbXML. */
	onlyQbxml?: true;
	/**
	 * For a filter that neither the service nor the accounting application has: whether a record comes through. The records
	 * are read with the elements in `needs`, and matched here.
	 */
	matches?: (record: Readonly<Record<string, unknown>>, value: WireValue) => boolean;
	needs?: readonly string[];
	/** Set if it is matched here only beside one of these filters, by name: qbXML takes one of the two. */
	matchedBeside?: readonly string[];
	/** Names (in the form) of the rows that can't be combined with this one. `every other` means all of them. */
	excludes?: readonly string[] | 'every other';
}

/** The names and values on the wire, in the order of the rows. */
export type WireValues = Record<string, WireValue>;

/** The part of a row that n8n draws. */
export function fieldOf(row: FieldSpec): INodeProperties {
	const field: INodeProperties & Partial<FieldSpec> = { ...row };
	delete field.wire;
	delete field.wireByMode;
	delete field.convert;
	delete field.excludes;
	delete field.qbxml;
	delete field.onlyQbxml;
	delete field.matches;
	delete field.needs;
	delete field.matchedBeside;
	return field;
}

/** The fields of a collection, in alphabetical order as n8n shows them everywhere. */
export function fieldsOf(rows: readonly FieldSpec[]): INodeProperties[] {
	return alphabetically(rows, (row) => row.displayName).map(fieldOf);
}

function refuseUnlistedValues(row: FieldSpec, value: WireValue): void {
	const { displayName, options, type, typeOptions } = row;
	if ((type !== 'options' && type !== 'multiOptions') || typeOptions?.loadOptionsMethod) return;
	const known = (options as INodePropertyOptions[]).map((option) => option.value);
	for (const entry of Array.isArray(value) ? value : [value]) {
		if (!known.includes(entry as string)) {
			throw new FormError(
				`${displayName} can't be "${String(entry)}".`,
				`It must be one of: ${known.join(', ')}.`,
			);
		}
	}
}

/** The name on the wire that a value goes out under. */
const wireNameOf = ({ wire, wireByMode = {} }: FieldSpec, mode = ''): string =>
	wireByMode[mode] ?? wire;

/** Whether the service's own endpoint takes a value as it was given. A name is no ID. */
export const isForEndpoint = ({ row, mode }: GivenRow): boolean =>
	row.onlyQbxml !== true && (mode !== 'name' || row.wireByMode?.name !== undefined);

const excludes = (row: FieldSpec, other: FieldSpec): boolean =>
	row.excludes === 'every other' || (row.excludes?.includes(other.name) ?? false);

function refuseExclusions(rows: readonly FieldSpec[]): void {
	for (const row of rows) {
		const other = rows.find((candidate) => candidate !== row && excludes(row, candidate));
		if (other === undefined) continue;
		throw new FormError(
			row.excludes === 'every other'
				? `${row.displayName} can't be used together with another filter, but ${other.displayName} is set too.`
				: `${row.displayName} and ${other.displayName} can't be used together.`,
			'Remove one of the two.',
		);
	}
}

/** A row whose field was filled in. */
export interface GivenRow {
	row: FieldSpec;
	value: WireValue;
	/** How a locator was filled in: `list`, `id` or `name`. */
	mode: string | undefined;
}

/**
 * The rows whose fields were filled in, with the converted values.
 * @param values Raw values by the rows' names in the form.
 * @param labelPrefix Put before a field's label in errors, as in "Line 2: ".
 * @throws FormError for a value that the interface forbids, and for rows that can't be combined.
 */
export function givenRows(
	rows: readonly FieldSpec[],
	values: IDataObject,
	timezone: string,
	labelPrefix = '',
): GivenRow[] {
	const given: GivenRow[] = [];
	for (const row of rows) {
		const raw = values[row.name];
		const value = row.convert(raw, { label: `${labelPrefix}${row.displayName}`, timezone });
		if (value === undefined) continue;
		refuseUnlistedValues(row, value);
		given.push({ row, value, mode: isChoice(raw) ? String(raw.mode) : undefined });
	}
	refuseExclusions(given.map(({ row }) => row));
	return given;
}

/** The values of rows under their names on the wire. Rows that share a name share a list. */
export const wireValuesOf = (given: readonly GivenRow[]): WireValues =>
	given.reduce<WireValues>((wire, { row, mode, value }) => {
		const wireName = wireNameOf(row, mode);
		const before = wire[wireName];
		wire[wireName] =
			Array.isArray(before) && Array.isArray(value) ? [...new Set([...before, ...value])] : value;
		return wire;
	}, {});

/**
 * Converts the values of the form to the values on the wire. Fields that were left empty send nothing.
 * @throws FormError as `givenRows` does.
 */
export const wireValues = (
	rows: readonly FieldSpec[],
	values: IDataObject,
	timezone: string,
	labelPrefix = '',
): WireValues => wireValuesOf(givenRows(rows, values, timezone, labelPrefix));
