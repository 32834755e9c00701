import { FormError } from '../form/formError';
import { givenIn, isGiven, isValues } from '../qbxml/requestValues';
import { withArticle } from '../qbxml/words';
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

const LINK = 'LinkToTxn';

/** The element by which a line comes from the line of an order. */
export const ORDER_OF_LINE = `${LINK}.TxnID`;

interface Orders {
	/** What the form calls one of them, such as "Sales Order". */
	order: string;
	/** What becomes of its line here, such as "invoiced". */
	becomes: string;
}

/** The two fields by which a line carries out the line of an order, or a part of it. */
export const lineOfOrder = ({ order, becomes }: Orders): RecordField[] => [
	{
		path: ORDER_OF_LINE,
		label: order,
		help: `The ${order.toLowerCase()} that this line is ${becomes} from, by its TxnID. Leave Item empty: the item comes from the order, and so does everything else that you leave empty. Quantity is how many are ${becomes}; clear it for all that are still open.`,
		placeholder: '5B1A-1700000001',
	},
	{
		path: `${LINK}.TxnLineID`,
		label: `${order} Line`,
		help: `The line of that ${order.toLowerCase()}, by its TxnLineID, as ${order} > Get shows it`,
		placeholder: '5B1C-1700000001',
	},
];

/** The field for orders that are carried out whole. */
export const wholeOrders = ({ order, becomes }: Orders): RecordField => ({
	path: 'LinkToTxnID',
	label: `${order}s`,
	help: `The ${order.toLowerCase()}s to be ${becomes} in full, by their TxnIDs: all lines that are still open, in addition to those above. For a part of an order, use ${order} and ${order} Line in a line instead.`,
	placeholder: '5B1A-1700000001',
	bringsLines: true,
});

const orderOf = (line: unknown): string[] =>
	isValues(line) && isValues(line[LINK]) && isGiven(line[LINK].TxnID)
		? [String(line[LINK].TxnID)]
		: [];

/**
 * Refuses an order that is to be carried out whole, and a line of it besides, which would come twice.
 * @param values Of a form by path, with its lines.
 */
export const oneWayFromOrders =
	({ order }: Orders) =>
	(values: Record<string, unknown>): Record<string, unknown> => {
		const whole = givenIn(values.LinkToTxnID).map((id) => String(id).toUpperCase());
		const lines = Object.values(values).filter(Array.isArray).flat().filter(isValues);
		const linked = [...lines, ...lines.flatMap(Object.values)].flatMap(orderOf);
		const twice = linked.find((id) => whole.includes(id.toUpperCase()));
		if (twice === undefined) return values;
		throw new FormError(
			`The ${order.toLowerCase()} ${twice} stands under ${order}s and in a line too.`,
			`Under ${order}s all its lines come. Remove it there, or remove the line.`,
		);
	};

/** A line of an order brings its item. QuickBooks refuses a line with both. */
function requireOneSource(
	values: Record<string, unknown>,
	label: string,
	labelOf: (path: string) => string,
): void {
	if (orderOf(values).length === 0) return;
	const item = ['ItemRef', 'ItemGroupRef'].find((path) => isGiven(values[path]));
	if (item === undefined) return;
	const order = labelOf(ORDER_OF_LINE);
	throw new FormError(
		`${label} has ${withArticle(order)} and ${withArticle(labelOf(item))} too.`,
		`The line of the ${order.toLowerCase()} brings its item. Remove one of the two.`,
	);
}

/**
 * A line with an item, one from an order, or one that stands for a group of items.
 * @param beside What a line with a group may have beside it, by path.
 */
export const lineOrGroup =
	(line: string, group: string, beside = besideGroups): RecordLines['toElement'] =>
	(values, label, labelOf) => {
		requireOneSource(values, label, labelOf);
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
