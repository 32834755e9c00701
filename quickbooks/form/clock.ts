import { isChoice } from './choice';

/** What gives another value in each run by itself. */
const CLOCK =
	/\$(?:now|today|execution|runIndex)\b|\bnew Date\(\s*\)|\bDate\.now\b|\bDateTime\.(?:now|local|utc)\b|\bMath\.random\b/;

/** What an expression takes from an item or another node. */
const DATA =
	/\$(?:json|binary|input|node|items|item|data|fromAI|vars|parameter|position|prevNode)\b|\$\(|\$fromAI/;

/** A field that follows the clock: its name, dotted from the outermost field, and whether it takes anything from items too. */
export interface ClockedField {
	name: string;
	follows: 'alone' | 'also';
}

/**
 * The fields whose expressions follow the clock, or count executions: what they give changes from run to run, whatever is meant.
 * @param stored What the workflow stores for a field, by name, with expressions.
 */
export function clockedFields(stored: unknown, name = ''): ClockedField[] {
	const value = isChoice(stored) ? stored.value : stored;
	if (typeof value === 'string') {
		return value.startsWith('=') && CLOCK.test(value)
			? [{ name, follows: DATA.test(value) ? 'also' : 'alone' }]
			: [];
	}
	if (typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((one) => clockedFields(one, name));
	return Object.entries(value).flatMap(([key, inside]) =>
		clockedFields(inside, name === '' ? key : `${name}.${key}`),
	);
}
