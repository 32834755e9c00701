import {
	type Choice,
	type Content,
	isChoice,
	isGroup,
	type Leaf,
} from '../../../../../quickbooks/facts/facts';
import type { XmlTree } from '../../../../support/qbxml-documents';

/** One thing wrong in a request: the request with it, and what the message about it has to say. */
export interface Broken {
	tree: XmlTree;
	says: RegExp;
}

/** An element that holds elements, with what may stand in it. */
interface Spot {
	element: XmlTree;
	content: Content;
}

const flat = (
	content: Content,
	inRepeated = false,
): Array<{ leafOrGroup: Exclude<Content[number], Choice>; repeats: boolean }> =>
	content.flatMap((particle) =>
		isChoice(particle)
			? particle.or.flatMap((alternative) =>
					flat(alternative, inRepeated || particle.repeats === true),
				)
			: [{ leafOrGroup: particle, repeats: inRepeated || particle.repeats === true }],
	);

function spotsIn(element: XmlTree, content: Content): Spot[] {
	const inside = flat(content);
	return [
		{ element, content },
		...(element.children ?? []).flatMap((child) => {
			const found = inside.find(({ leafOrGroup }) => leafOrGroup.name === child.name)?.leafOrGroup;
			return found && isGroup(found) ? spotsIn(child, found.content) : [];
		}),
	];
}

/** The request with the children of one of its elements replaced. */
function withChildren(tree: XmlTree, element: XmlTree, children: XmlTree[]): XmlTree {
	if (tree === element) return { ...tree, children };
	return {
		...tree,
		children: tree.children?.map((child) => withChildren(child, element, children)),
	};
}

const childrenOf = ({ element }: Spot): XmlTree[] => element.children ?? [];

/** Leafs of the request with their facts. */
const leafs = (
	tree: XmlTree,
	content: Content,
): Array<{ spot: Spot; index: number; facts: Leaf }> =>
	spotsIn(tree, content).flatMap((spot) =>
		childrenOf(spot).flatMap((child, index) => {
			const facts = flat(spot.content).find(({ leafOrGroup }) => leafOrGroup.name === child.name);
			return facts && !isGroup(facts.leafOrGroup)
				? [{ spot, index, facts: facts.leafOrGroup }]
				: [];
		}),
	);

const replaced = (tree: XmlTree, { element }: Spot, index: number, ...by: XmlTree[]): XmlTree =>
	withChildren(tree, element, (element.children ?? []).toSpliced(index, 1, ...by));

/** What is required whatever else is used. */
const required = (content: Content): string[] =>
	content.flatMap((particle) => (isChoice(particle) || particle.optional ? [] : [particle.name]));

const choicesIn = (content: Content): Choice[] => content.filter(isChoice);

/** All ways to break a request in one way, by what is wrong. */
export const breakages: Record<string, (tree: XmlTree, content: Content) => Broken[]> = {
	'an unknown element': (tree, content) =>
		spotsIn(tree, content).map(({ element }) => ({
			tree: withChildren(tree, element, [
				...(element.children ?? []),
				{ name: 'Zzyzx', text: '1' },
			]),
			says: new RegExp(`${element.name} has no element Zzyzx`),
		})),
	'two elements in the wrong order': (tree, content) =>
		spotsIn(tree, content).flatMap((spot) => {
			const repeated = new Set(
				flat(spot.content)
					.filter(({ repeats }) => repeats)
					.map(({ leafOrGroup }) => leafOrGroup.name),
			);
			const children = childrenOf(spot);
			return children.slice(1).flatMap((child, index) => {
				const before = children[index];
				if (before.name === child.name || (repeated.has(before.name) && repeated.has(child.name)))
					return [];
				return [
					{
						tree: withChildren(tree, spot.element, children.toSpliced(index, 2, child, before)),
						says: new RegExp(`(${child.name}|${before.name}) has to come`),
					},
				];
			});
		}),
	'an element too many': (tree, content) =>
		spotsIn(tree, content).flatMap((spot) =>
			childrenOf(spot).flatMap((child, index) => {
				const facts = flat(spot.content).find(({ leafOrGroup }) => leafOrGroup.name === child.name);
				return facts?.repeats
					? []
					: [
							{
								tree: replaced(tree, spot, index, child, child),
								says: new RegExp(`${child.name} appears more than once in ${spot.element.name}`),
							},
						];
			}),
		),
	'a missing element': (tree, content) =>
		spotsIn(tree, content).flatMap((spot) =>
			required(spot.content).map((name) => ({
				tree: withChildren(
					tree,
					spot.element,
					childrenOf(spot).filter((child) => child.name !== name),
				),
				says: new RegExp(`${name} is missing in ${spot.element.name}`),
			})),
		),
	'two alternatives': (tree, content) =>
		spotsIn(tree, content).flatMap((spot) =>
			choicesIn(spot.content)
				.filter(({ repeats }) => !repeats)
				.flatMap(({ or }) => {
					const names = or.map((alternative) =>
						flat(alternative).map(({ leafOrGroup }) => leafOrGroup.name),
					);
					const used = names.findIndex((inside) =>
						childrenOf(spot).some(({ name }) => inside.includes(name)),
					);
					if (used < 0) return [];
					return names
						.filter((_, index) => index !== used)
						.flatMap(([first]) => ({
							tree: withChildren(tree, spot.element, [
								...childrenOf(spot),
								{ name: first, text: '1' },
							]),
							says: new RegExp(`exclude each other in ${spot.element.name}`),
						}));
				}),
		),
	'a text that is too long': (tree, content) =>
		leafs(tree, content).flatMap(({ spot, index, facts: { name, maxLength } }) =>
			maxLength === undefined
				? []
				: [
						{
							tree: replaced(tree, spot, index, { name, text: 'é'.repeat(maxLength + 1) }),
							says: new RegExp(`${name} has ${maxLength + 1} characters, but at most ${maxLength}`),
						},
					],
		),
	'a value of another type': (tree, content) =>
		leafs(tree, content).flatMap(({ spot, index, facts: { name, type } }) =>
			['string', 'macro'].includes(type)
				? []
				: [
						{
							tree: replaced(tree, spot, index, { name, text: '31.12.2026' }),
							says: new RegExp(`${name} is "31.12.2026", but it must be`),
						},
					],
		),
};
