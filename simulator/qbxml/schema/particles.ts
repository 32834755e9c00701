import type { LeafType } from './leaf-types';

/**
 * What a request may contain, in qbXML's order: a leaf with its type, a group of elements, or a choice between alternatives
 * of which a request uses at most one.
 */
export type Particle = Leaf | Group | Choice;

export type Leaf = Occurrence & { kind: 'leaf'; name: string; type: LeafType };
export type Group = Occurrence & { kind: 'group'; name: string; content: Particle[] };
interface Choice {
	kind: 'choice';
	alternatives: Particle[][];
}

interface Occurrence {
	required?: true;
	repeats?: true;
	supported?: false;
}

/** An element with text. */
export const leaf = (name: string, type: LeafType, occurrence: Occurrence = {}): Leaf => ({
	kind: 'leaf',
	name,
	type,
	...occurrence,
});

/** An element with elements. */
export const group = (name: string, content: Particle[], occurrence: Occurrence = {}): Group => ({
	kind: 'group',
	name,
	content,
	...occurrence,
});

/** At most one of the alternatives. */
export const choice = (...alternatives: Particle[][]): Choice => ({
	kind: 'choice',
	alternatives,
});

/** A text with a maximum length in characters. */
export const text = (maximumLength?: number): LeafType => ({ type: 'text', maximumLength });

/** Exactly one of these words. */
export const oneOf = (...values: string[]): LeafType => ({ type: 'enumeration', values });

export const identifier: LeafType = { type: 'identifier' };
export const boolean: LeafType = { type: 'boolean' };
export const date: LeafType = { type: 'date' };
export const dateTime: LeafType = { type: 'dateTime' };
export const positiveInteger: LeafType = { type: 'positiveInteger' };
export const amountType: LeafType = { type: 'amount' };
export const price: LeafType = { type: 'price' };
export const percent: LeafType = { type: 'percent' };
export const quantity: LeafType = { type: 'quantity' };

/** A reference to a list record, by ListID or full name. */
export const reference = (name: string, occurrence: Occurrence = {}): Group =>
	group(name, [leaf('ListID', identifier), leaf('FullName', text())], occurrence);
