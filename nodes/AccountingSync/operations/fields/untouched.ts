import type { INode, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { chosenIn } from '../../../../quickbooks/form/choice';

const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(chosenIn(one)) === JSON.stringify(chosenIn(other));

const isCollectionOfFields = (option: object): option is INodePropertyCollection =>
	'values' in option;

/**
 * Whether a collection of lines holds nothing but the one line that the form begins with, as nobody has filled it in. A line
 * with expressions that give nothing is another matter: something is missing there.
 */
export function isUntouched(
	{ parameters }: Pick<INode, 'parameters'>,
	{ name, default: initial, options = [] }: INodeProperties,
): boolean {
	const [kind] = options.filter(isCollectionOfFields);
	const isBegun = kind !== undefined && isSame(initial, { [kind.name]: [{}] });
	if (!isBegun) return false;
	const { [kind.name]: lines } = (parameters[name] ?? initial) as Record<string, unknown>;
	const [line, ...others] = Array.isArray(lines) ? (lines as Array<Record<string, unknown>>) : [];
	return (
		line !== undefined &&
		others.length === 0 &&
		kind.values.every(
			(field) => line[field.name] === undefined || isSame(line[field.name], field.default),
		)
	);
}
