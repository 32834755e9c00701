import { elementsIn } from '../../quickbooks/facts/elements';
import {
	type Content,
	isChoice,
	isGroup,
	type Leaf,
	type Message,
	type Particle,
} from '../../quickbooks/facts/facts';
import type { XmlTree } from './qbxml-documents';

/** Ways in which a request can be wrong. */
export const mistakes = {
	'an unknown element': unknownElements,
	'an unknown attribute': unknownAttributes,
	'an element out of order': outOfOrder,
	'an element too many': tooMany,
	'a required element missing': missing,
	'two alternatives of a choice': twoAlternatives,
	'a text that is too long': tooLong,
	'a value of another type': otherTypes,
};

export type Mistake = keyof typeof mistakes;

/** A group of elements in a request, with the request as it is when other elements stand in it. */
interface Spot {
	content: Content;
	group: XmlTree;
	/** The whole request, with this in place of the group. */
	replace: (group: XmlTree) => XmlTree;
}

const namesIn = (...content: Particle[]): string[] => elementsIn(content).map(({ name }) => name);

const childrenOf = ({ children = [] }: XmlTree): XmlTree[] => children;

const withChildren = (spot: Spot, children: XmlTree[]): XmlTree =>
	spot.replace({ ...spot.group, children });

const withChild = (spot: Spot, at: number, ...children: XmlTree[]): XmlTree =>
	withChildren(spot, childrenOf(spot.group).toSpliced(at, 1, ...children));

/** All groups of a request, the request itself first. */
function spotsIn(content: Content, group: XmlTree, replace: Spot['replace']): Spot[] {
	const spot = { content, group, replace };
	const places = elementsIn(content);
	const inner = childrenOf(group).flatMap((child, at) => {
		const place = places.find(({ name }) => name === child.name);
		if (!place || !isGroup(place)) return [];
		return spotsIn(place.content, child, (changed) => withChild(spot, at, changed));
	});
	return [spot, ...inner];
}

/** Elements that may stand in any order between each other: the alternatives of a choice that repeats. */
const mingles = ({ content }: Spot, names: string[]): boolean =>
	content.some(
		(particle) =>
			isChoice(particle) &&
			(particle.repeats
				? names.every((name) => namesIn(particle).includes(name))
				: particle.or.some((alternative) => mingles({ content: alternative } as Spot, names))),
	);

function unknownElements(spot: Spot): XmlTree[] {
	const children = childrenOf(spot.group);
	return [0, children.length].map((at) =>
		withChildren(spot, children.toSpliced(at, 0, { name: 'Surprise', text: 'x' })),
	);
}

function unknownAttributes(spot: Spot): XmlTree[] {
	return [spot.replace({ ...spot.group, attributes: { ...spot.group.attributes, surprise: 'x' } })];
}

function outOfOrder(spot: Spot): XmlTree[] {
	const children = childrenOf(spot.group);
	return children.slice(1).flatMap((child, before) => {
		const other = children[before];
		if (child.name === other.name || mingles(spot, [child.name, other.name])) return [];
		return [withChildren(spot, children.toSpliced(before, 2, child, other))];
	});
}

function tooMany(spot: Spot): XmlTree[] {
	const places = elementsIn(spot.content);
	return childrenOf(spot.group).flatMap((child, at) => {
		const place = places.find(({ name }) => name === child.name);
		if (place?.repeats || mingles(spot, [child.name])) return [];
		return [withChild(spot, at, child, child)];
	});
}

function missing(spot: Spot): XmlTree[] {
	const children = childrenOf(spot.group);
	return spot.content.flatMap((particle) => {
		if (particle.optional || isChoice(particle)) return [];
		return [
			withChildren(
				spot,
				children.filter(({ name }) => name !== particle.name),
			),
		];
	});
}

const choicesIn = (content: Content): Array<{ or: readonly Content[] }> =>
	content.flatMap((particle) =>
		isChoice(particle)
			? [...(particle.repeats ? [] : [particle]), ...particle.or.flatMap(choicesIn)]
			: [],
	);

/** An element of another alternative, at the place where it would stand if it were the only one. */
function twoAlternatives(spot: Spot): XmlTree[] {
	const order = namesIn(...spot.content);
	const children = childrenOf(spot.group);
	return choicesIn(spot.content).flatMap(({ or }) => {
		const used = or.find((alternative) =>
			children.some(({ name }) => namesIn(...alternative).includes(name)),
		);
		if (!used) return [];
		return or
			.filter((alternative) => alternative !== used)
			.map((alternative) => {
				const [name] = namesIn(...alternative);
				const later = children.findIndex(
					(child) => order.indexOf(child.name) > order.indexOf(name),
				);
				const at = later === -1 ? children.length : later;
				return withChildren(spot, children.toSpliced(at, 0, { name }));
			});
	});
}

function leavesOf(spot: Spot): Array<{ leaf: Leaf; at: number; child: XmlTree }> {
	const places = elementsIn(spot.content);
	return childrenOf(spot.group).flatMap((child, at) => {
		const leaf = places.find(({ name }) => name === child.name);
		return leaf && !isGroup(leaf) ? [{ leaf, at, child }] : [];
	});
}

function tooLong(spot: Spot): XmlTree[] {
	return leavesOf(spot).flatMap(({ leaf, at, child }) =>
		leaf.maxLength === undefined
			? []
			: [withChild(spot, at, { ...child, text: 'x'.repeat(leaf.maxLength + 1) })],
	);
}

function otherTypes(spot: Spot): XmlTree[] {
	return leavesOf(spot).flatMap(({ leaf, at, child }) =>
		leaf.type === 'string' ? [] : [withChild(spot, at, { ...child, text: 'no such value' })],
	);
}

/** A request with one mistake of each place where it can be made. */
export const withMistakes = (request: XmlTree, facts: Message, mistake: Mistake): XmlTree[] =>
	spotsIn(facts.content, request, (changed) => changed).flatMap(mistakes[mistake]);
