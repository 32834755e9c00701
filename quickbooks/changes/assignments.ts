import { elementsIn } from '../facts/elements';
import { type Content, type Group, isGroup, isReference, type Leaf } from '../facts/facts';
import { sameElement } from '../facts/sameElement';
import { FormError } from '../form/formError';
import { cleared, isClearable, isCleared } from '../qbxml/clearing';
import { isGiven, isValues, unfolded, type Values } from '../qbxml/requestValues';
import { asRequested, isSame, partOf } from './meaning';

/** A value that a change gives to one element: a text, a reference, or what repeats. */
export interface Assignment {
	/** As the form has it, such as `BillAddress.City`. */
	path: string;
	/** The elements from the record to this one, as the change calls them. */
	elements: ReadonlyArray<Leaf | Group>;
	value: unknown;
}

export type LabelOf = (path: string) => string;

export const elementOf = ({ elements }: Assignment): Leaf | Group => elements[elements.length - 1];

const isWhole = (element: Leaf | Group): element is Group =>
	isGroup(element) && !isReference(element.content) && !element.repeats;

function requireClearable(element: Leaf | Group, around: Content, label: string): void {
	if (isClearable(element, around)) return;
	throw new FormError(
		`${label} can't be cleared.`,
		'QuickBooks keeps it as it is. Give it another value, or leave it alone.',
	);
}

/**
 * What values by path assign, element by element.
 * @param content What a change may hold there.
 * @param labelOf What the form calls a field, by path.
 * @throws FormError for what can't be changed or can't be cleared.
 */
export function assignmentsOf(content: Content, values: Values, labelOf: LabelOf): Assignment[] {
	const assign = (
		around: Content,
		inside: Values,
		outer: readonly string[],
		above: ReadonlyArray<Leaf | Group>,
	): Assignment[] =>
		Object.entries(inside).flatMap(([name, value]): Assignment[] => {
			const names = [...outer, name];
			const path = names.join('.');
			const element = sameElement(around, name);
			if (!element) {
				throw new FormError(
					`${labelOf(path)} can't be changed.`,
					'QuickBooks takes it only when the record is created. Remove it.',
				);
			}
			const elements = [...above, element];
			if (isCleared(value)) requireClearable(element, around, labelOf(path));
			if (!isWhole(element)) return [{ path, elements, value }];
			const parts = isCleared(value)
				? Object.fromEntries(elementsIn(element.content).map((part) => [part.name, cleared]))
				: value;
			return isValues(parts) ? assign(element.content, parts, names, elements) : [];
		});
	return assign(content, unfolded(values), [], []);
}

/** What a record shows of what is assigned. */
export const shownOf = (record: unknown, { elements }: Assignment): unknown =>
	elements.reduce<unknown>((inside, { name }) => partOf(inside, name), record);

/** Whether a record shows what is assigned already. */
export const isAlreadySo = (record: unknown, one: Assignment, timezone: string): boolean =>
	isSame(elementOf(one), shownOf(record, one), one.value, timezone);

/** Groups of which a change names only the parts that it changes. Of all others it names all that stays, too. */
const partwise: ReadonlySet<string> = new Set(['SalesOrPurchaseMod', 'SalesAndPurchaseMod']);

/** All that a record shows of a group, as a request says it. */
export const wholeOf = (content: Content, record: unknown): Values =>
	Object.fromEntries(
		elementsIn(content).flatMap((part): Array<[string, unknown]> => {
			const shown = partOf(record, part.name);
			return isGiven(shown) ? [[part.name, asRequested(part, shown)]] : [];
		}),
	);

/**
 * Assignments as the values of a change.
 * @param record What the record shows, because an address goes as a whole.
 */
export function valuesOf(assignments: readonly Assignment[], record: unknown): Values {
	const values: Values = {};
	for (const { elements, value } of assignments) {
		let inside = values;
		let shown = record;
		for (const element of elements.slice(0, -1)) {
			const { name } = element;
			shown = partOf(shown, name);
			inside[name] ??=
				isGroup(element) && !partwise.has(name) ? wholeOf(element.content, shown) : {};
			inside = inside[name] as Values;
		}
		inside[elements[elements.length - 1].name] = value;
	}
	return values;
}
