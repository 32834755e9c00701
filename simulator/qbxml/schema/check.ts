import type { XmlElement } from '../../../xml/read-xml';
import { StatusError, unparseable } from '../protocol/status-errors';
import { checkLeaf } from './leaf-types';
import type { Group, Leaf, Particle } from './particles';

const flatten = (content: Particle[]): Array<Leaf | Group> =>
	content.flatMap((particle) =>
		particle.kind === 'choice' ? particle.alternatives.flatMap(flatten) : [particle],
	);

/** The schema's particle for each child. A child that has none, or is out of order, is refused. */
function matchInOrder(element: XmlElement, places: Array<Leaf | Group>): Array<Leaf | Group> {
	let position = 0;
	return element.children.map((child, index) => {
		const found = places.findIndex((place, at) => at >= position && place.name === child.name);
		if (found === -1) throw unparseable();
		const isTaken = index > 0 && found === position;
		if (isTaken && places[found].repeats !== true) throw unparseable();
		position = found;
		return places[found];
	});
}

function checkChoices(present: Set<string>, content: Particle[]): void {
	for (const particle of content) {
		if (particle.kind !== 'choice') continue;
		const used = particle.alternatives.filter((alternative) =>
			flatten(alternative).some(({ name }) => present.has(name)),
		);
		if (used.length > 1) throw unparseable();
		particle.alternatives.forEach((alternative) => checkChoices(present, alternative));
	}
}

/**
 * Checks an element of a request against the schema, as the request processor does before it carries the request out: only
 * known elements, in order, one alternative of a choice, and all required ones.
 * @throws RequestProcessorError when the structure does not fit the schema
 * @throws StatusError when a value does not have its element's type, or an element is legal but not supported here
 */
export function checkContent(element: XmlElement, content: Particle[]): void {
	if (element.text.trim() !== '') throw unparseable();
	const places = flatten(content);
	const matched = matchInOrder(element, places);
	const present = new Set(element.children.map(({ name }) => name));
	if (places.some(({ name, required }) => required && !present.has(name))) throw unparseable();
	checkChoices(present, content);
	element.children.forEach((child, index) => {
		const place = matched[index];
		if (place.supported === false) throw new StatusError(3250, child.name);
		if (place.kind === 'group') return checkContent(child, place.content);
		if (child.children.length > 0) throw unparseable();
		checkLeaf(child.name, child.text, place.type);
	});
}
