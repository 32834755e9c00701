/** A letter that no mark contains, as they are in Base64 for URLs. */
const SEPARATOR = ' ';

/**
 * How marks are stored in a node's static data: as one text. n8n puts a proxy around each list there, and reading a
 * thousand marks through it took milliseconds for each delivery.
 */
export const asStored = (marks: readonly string[]): string => marks.join(SEPARATOR);

/** The marks that are stored. Earlier versions stored them as a list. */
export function marksIn(stored: unknown): string[] {
	if (typeof stored === 'string') return stored === '' ? [] : stored.split(SEPARATOR);
	return Array.isArray(stored) ? [...(stored as string[])] : [];
}
