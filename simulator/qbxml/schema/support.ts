/**
 * What can be carried out of an element: all that qbXML allows in it, or the elements named here. Any other element that qbXML
 * allows is refused rather than lost.
 */
export type Support = 'all' | Elements;

export interface Elements {
	readonly [name: string]: Support;
}

/** Elements of which everything can be carried out. Names that a request does not have do not matter. */
export const whole = (...names: readonly string[]): Elements =>
	Object.fromEntries(names.map((name) => [name, 'all']));
