import { jsonNameOf, nameOf } from '../filledIn/names';
import type { Form } from '../form/form';
import type { RecordField, RecordForm, RecordLines } from '../records/record';

/** The kind of lines that an element is one of. An item that is a group is a line of another kind, and stands among the others. */
export const linesNamed = ({ lines = [] }: RecordForm, name: string): RecordLines | undefined =>
	lines.find(({ path }) => path === name || path === name.replace('Group', ''));

const FURTHER = 'additionalFields';

/** What the form calls the field of a path, dotted from the outermost field. */
function fieldAt(
	rows: { fields: readonly RecordField[]; further?: readonly RecordField[] },
	path: string,
): string | undefined {
	const isIts = (row: RecordField) => path === row.path || path.startsWith(`${row.path}.`);
	const own = rows.fields.find(isIts);
	if (own) return nameOf(own);
	const further = rows.further?.find(isIts);
	return further && `${FURTHER}.${nameOf(further)}`;
}

function fieldNamed(form: RecordForm, { values }: Form, path: string): string | undefined {
	const [first, ...rest] = path.split('.');
	const lines = linesNamed(form, first);
	if (!lines) return fieldAt(form, path);
	if (values.specifyLines === 'json') return jsonNameOf(lines);
	const inLine = fieldAt(lines, rest.join('.'));
	return inLine && `${lines.name}.line.${inLine}`;
}

/** How a field follows the clock: it alone, or what items hold too; or lines in JSON do, of which nobody knows in which keys. */
export type Clock = 'alone' | 'also' | 'somewhere';

const isInJson = (form: RecordForm, { values }: Form, path: string): boolean =>
	values.specifyLines === 'json' && linesNamed(form, path.split('.')[0]) !== undefined;

/** Which fields of a filled-in form follow the clock, by the paths of their elements. Undefined for those that don't. */
export function clockIn(form: RecordForm, filledIn: Form): (path: string) => Clock | undefined {
	const { clocked = [] } = filledIn;
	return (path) => {
		if (clocked.length === 0) return undefined;
		const name = fieldNamed(form, filledIn, path);
		if (name === undefined) return undefined;
		const own = clocked.filter(
			(one) =>
				one.name === name || one.name.startsWith(`${name}.`) || name.startsWith(`${one.name}.`),
		);
		if (own.length === 0) return undefined;
		if (own.every(({ follows }) => follows === 'alone')) return 'alone';
		return isInJson(form, filledIn, path) ? 'somewhere' : 'also';
	};
}
