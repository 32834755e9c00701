import { type Content, type Group, isChoice, isGroup, type Leaf, type Messages } from './facts';

/** The elements of a content in their order, from whatever alternative. In a choice that repeats, each of them does. */
export const elementsIn = (content: Content): Array<Leaf | Group> =>
	content.flatMap((particle) => {
		if (!isChoice(particle)) return [particle];
		const elements = particle.or.flatMap(elementsIn);
		return particle.repeats
			? elements.map((element): Leaf | Group => ({ ...element, repeats: true }))
			: elements;
	});

/** Where an element may repeat: the elements that it then stands in, or everywhere. */
export type Repetition = 'everywhere' | ReadonlySet<string>;

/** The elements that may repeat, by name. */
export function repeatedElements(messages: Messages): ReadonlyMap<string, Repetition> {
	const parents = new Map<string, { repeated: Set<string>; single: Set<string> }>();
	const collect = (content: Content, parent: string) => {
		for (const element of elementsIn(content)) {
			const known = parents.get(element.name) ?? { repeated: new Set(), single: new Set() };
			parents.set(element.name, known);
			known[element.repeats ? 'repeated' : 'single'].add(parent);
			if (isGroup(element)) collect(element.content, element.name);
		}
	};
	for (const { name, content } of messages.values()) collect(content, name);
	return new Map(
		[...parents]
			.filter(([, { repeated }]) => repeated.size > 0)
			.map(([name, { repeated, single }]) => [name, single.size === 0 ? 'everywhere' : repeated]),
	);
}
