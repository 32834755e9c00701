import type { Wanted } from '../changes/difference';
import type { LineMode, WantedLines } from '../changes/planLines';
import { type Form, isOn } from '../form/form';
import { FormError, notListed } from '../form/formError';
import type { JsonObject } from '../json/object';
import { contentOfChange } from '../qbxml/recordFacts';
import { isGiven, unfolded } from '../qbxml/requestValues';
import type { ElementValues, RecordForm, RecordLines } from '../records/record';
import {
	changeLines,
	changeRows,
	clearableRows,
	dryRun,
	existingTransactions,
	LINE_ID,
	lineMode,
	MOVE,
} from './changeRows';
import { nameOf } from './names';
import { elementOf, givenLines, singularOf, valuesOf } from './recordValues';

const lineModes: readonly string[] = ['keep', 'add', 'change', 'remove', 'replace'];

function lineModeIn({ values }: Form): LineMode {
	const { [lineMode.name]: mode = 'keep' } = values;
	if (lineModes.includes(String(mode))) return mode as LineMode;
	throw notListed(lineMode.displayName, mode);
}

/** A line of which only a part is given, since it is there already. */
function partOf(lines: RecordLines, given: Record<string, unknown>, index: number): ElementValues {
	const { [LINE_ID]: id, ...line } = unfolded(given);
	const label = `${singularOf(lines)} ${index + 1}`;
	const [name, values] = lines.toPart?.(line, label) ?? ['', line];
	return [name, isGiven(id) ? { [LINE_ID]: id, ...values } : values];
}

function wantedLines(
	lines: RecordLines,
	type: string,
	form: Form,
	mode: LineMode,
): WantedLines | undefined {
	const given = givenLines({ ...lines, fromForm: undefined }, type, form);
	if (given.length === 0) return undefined;
	const isNamed = given.findIndex((line) => mode === 'add' && isGiven(line[LINE_ID]));
	if (isNamed >= 0) {
		throw new FormError(
			`Line ${isNamed + 1} under ${lines.label} has a Line ID, but new lines can't have one.`,
			`Remove the ID, or choose Change under ${lineMode.displayName}.`,
		);
	}
	const isWhole = (line: Record<string, unknown>): boolean =>
		mode === 'add' || (mode === 'replace' && !isGiven(line[LINE_ID]));
	return {
		mode,
		lines: given.map((line, index) => (isWhole(line) ? elementOf : partOf)(lines, line, index)),
	};
}

function linesIn(form: RecordForm, filledIn: Form): Record<string, WantedLines> {
	const mode = lineModeIn(filledIn);
	if (mode === 'keep') return {};
	const kinds = changeLines(form).flatMap((lines): Array<[string, WantedLines]> => {
		const wanted = wantedLines(lines, form.qbxml, filledIn, mode);
		return wanted ? [[lines.path, wanted]] : [];
	});
	if (kinds.length > 0) return Object.fromEntries(kinds);
	throw new FormError(
		'There is no line to add, change, remove or replace.',
		`Fill in a line, or choose Keep as They Are under ${lineMode.displayName}.`,
	);
}

function clearedIn(form: RecordForm, { values }: Form): string[] {
	const { clearFields = [] } = values;
	const names = Array.isArray(clearFields) ? clearFields.map(String) : [String(clearFields)];
	const rows = changeRows(form);
	const clearable = clearableRows(form);
	return names
		.filter((name) => name !== '')
		.map((name) => {
			const row = rows.find((one) => nameOf(one) === name || one.path === name);
			if (row && clearable.some(({ path }) => path === row.path)) return row.path;
			const known = rows.find((one) => nameOf(one) === name);
			throw new FormError(
				known
					? `${known.label} can't be cleared: QuickBooks does not allow it.`
					: `Fields to Clear has "${name}", which isn't a field of this record.`,
				'Choose from the list.',
			);
		});
}

/** Refuses a field that is to be set and emptied. */
function requireOneWay(form: RecordForm, values: Record<string, unknown>, clear: string[]): void {
	const both = clear.find((path) => path in values);
	if (both === undefined) return;
	const label = changeRows(form).find(({ path }) => path === both)?.label ?? both;
	throw new FormError(
		`${label} is filled in under Additional Fields, but also chosen under Fields to Clear.`,
		'Remove one of the two.',
	);
}

/** Whether existing transactions move to a new account too. Undefined if that is not said. */
function movesExistingIn(given: JsonObject): { movesExisting?: boolean } {
	const { [existingTransactions.name]: chosen = '' } = given;
	const known = (existingTransactions.options ?? []).map(({ value }) => value);
	if (chosen === '') return {};
	if (known.includes(String(chosen))) return { movesExisting: chosen === MOVE };
	throw new FormError(
		`${existingTransactions.displayName} can't be "${String(chosen)}".`,
		`It must be one of: ${known.join(', ')}.`,
	);
}

/** What the form of an Update wants a record to be. */
export function wantedIn(form: RecordForm, filledIn: Form): Wanted {
	const { values, timezone } = filledIn;
	const given = (values.additionalFields ?? {}) as JsonObject;
	const own = valuesOf(contentOfChange(form.qbxml), changeRows(form), given, {
		label: '',
		timezone,
	});
	const clear = clearedIn(form, filledIn);
	requireOneWay(form, own, clear);
	return { values: own, clear, lines: linesIn(form, filledIn), ...movesExistingIn(given) };
}

/** A custom field that is to be set. An empty value empties it. */
export interface CustomField {
	name: string;
	value: string;
}

/** The custom fields that the form sets. */
export function customFieldsIn({ values }: Form): CustomField[] {
	const { field = [] } = (values.customFields ?? {}) as { field?: JsonObject[] };
	return field.map(({ name, value }, index) => {
		const given = String(name ?? '').trim();
		if (given === '') {
			throw new FormError(`Custom Field ${index + 1} has no name.`, 'Fill it in, or remove it.');
		}
		return { name: given, value: value === undefined || value === null ? '' : String(value) };
	});
}

/** Whether to look only. */
export const isDryRun = (form: Form): boolean => isOn(form, dryRun);
