import { FormError } from '../form/formError';
import type { RecordField, RecordLines } from './record';

const given = (values: Record<string, unknown>): string[] =>
	Object.keys(values).filter((path) => values[path] !== undefined && values[path] !== '');

/** What a line that stands for a group of items may have beside it. */
const besideGroups: readonly string[] = ['Quantity', 'UnitOfMeasure'];

const inList = (labels: readonly string[]): string =>
	`${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;

/** A group of items in place of an item. It brings its items, their texts and prices. */
export const itemGroup: RecordField = {
	path: 'ItemGroupRef',
	label: 'Item Group',
	help: 'A group of items instead of an item. It comes with the descriptions and prices of its items.',
	list: 'itemGroups',
	facts: { name: 'ItemGroupRef', type: 'string', optional: true },
};

/**
 * A line with an item, or one that stands for a group of items.
 * @param beside What a line with a group may have beside it, by path.
 */
export const lineOrGroup =
	(line: string, group: string, beside = besideGroups): RecordLines['toElement'] =>
	(values, label, labelOf) => {
		if (values.ItemGroupRef === undefined) return [line, values];
		const other = given(values).find((path) => path !== 'ItemGroupRef' && !beside.includes(path));
		if (other !== undefined) {
			throw new FormError(
				`${label} has an Item Group and ${labelOf(other)} too.`,
				`A group of items brings its items with their texts and prices. Only ${inList(beside.map(labelOf))} can be given beside it.`,
			);
		}
		return [group, values];
	};
