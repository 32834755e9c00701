import type { JsonObject } from '../json/object';
import { isChoice } from './choice';
import type { Convert, WireValue } from './convert';
import type { FormField } from './field';
import { FormError } from './formError';

/**
 * One field: its name in the form, its type and help text, its name on the wire, how its value is converted, and which
 * other rows it can't be combined with. The form, the request and the check before sending are built from these rows.
 */
export interface FieldSpec extends FormField {
	/** Name on the wire, without the `[]` that a list gets in a query. */
	wire: string;
	/** The other names on the wire that a locator's value goes out under, by the mode it was chosen in. */
	wireByMode?: Readonly<Record<string, string>>;
	convert: Convert;
	/**
	 * The values by path that a query in qbXML has for it. Rows of queries have it.
	 * @param mode How a locator was filled in.
	 * @param timezone That of the workflow.
	 */
	qbxml?: (value: WireValue, mode: string | undefined, timezone: string) => JsonObject;
	/** Set if the service's own endpoint does not take it, so that the query goes out in qbXML. */
	onlyQbxml?: true;
	/** What the service's own endpoint gets in place of the value, as it passes it on to QuickBooks. */
	sentToEndpoint?: (value: WireValue) => WireValue;
	/**
	 * For a filter that neither the service nor the accounting application has: whether a record comes through. The records
	 * are read with the elements in `needs`, and matched here.
	 */
	matches?: (record: Readonly<Record<string, unknown>>, value: WireValue) => boolean;
	needs?: readonly string[];
	/** For a filter that brings more than is wanted: whether a record certainly is not. It can't tell without `needs`. */
	isOutside?: (record: Readonly<Record<string, unknown>>, value: WireValue) => boolean;
	/** Set if it is matched here only beside one of these filters, by name: qbXML takes one of the two. */
	matchedBeside?: readonly string[];
	/** Names (in the form) of the rows that can't be combined with this one. `every other` means all of them. */
	excludes?: readonly string[] | 'every other';
}

/** The paths in a query in qbXML under which a row has its values, whatever they are. */
export const pathsOf = ({ qbxml }: FieldSpec): string[] =>
	Object.keys(qbxml?.('2000-01-01T00:00:00Z', undefined, 'UTC') ?? {});

/** The names and values on the wire, in the order of the rows. */
export type WireValues = Record<string, WireValue>;

function refuseUnlistedValues(row: FieldSpec, value: WireValue): void {
	const { displayName, options, type, typeOptions } = row;
	if ((type !== 'options' && type !== 'multiOptions') || typeOptions?.loadOptionsMethod) return;
	const known = (options ?? []).map((option) => option.value);
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
	values: JsonObject,
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
	given.reduce<WireValues>((wire, { row, mode, value: given }) => {
		const wireName = wireNameOf(row, mode);
		const value = row.sentToEndpoint?.(given) ?? given;
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
	values: JsonObject,
	timezone: string,
	labelPrefix = '',
): WireValues => wireValuesOf(givenRows(rows, values, timezone, labelPrefix));
