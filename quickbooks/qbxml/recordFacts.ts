import { addedOnly } from '../facts/addedOnly';
import {
	type Content,
	type Group,
	isChoice,
	isGroup,
	type Leaf,
	type Message,
} from '../facts/facts';
import { readMessages } from '../facts/readMessages';
import { recordRequests } from '../facts/recordRequests';
import { mainGroup } from './encodeRequest';

/** The requests that forms are drawn from. They are few, so that the node loads fast. */
const messages = readMessages(recordRequests);

/** What a record of a type may hold when it is added, such as `Invoice`. */
export function contentOfRecord(type: string): Content {
	const message: Message | undefined = messages.get(`${type}AddRq`);
	const record = message && mainGroup(message);
	if (!record) throw new Error(`There are no facts of a form for ${type}.`);
	return record.content;
}

/** See `addedOnly` of the facts. */
const [addedOnlyEverywhere, ...addedOnlyOf] = addedOnly.split('\n').map((line) => line.split(' '));

const addedOnlyByType = new Map(
	addedOnlyOf.map(([type, ...paths]) => [type, new Set(paths)] as const),
);

function without(content: Content, paths: ReadonlySet<string>, outer = ''): Content {
	return content.flatMap((particle): Content => {
		if (isChoice(particle)) {
			return [{ ...particle, or: particle.or.map((one) => without(one, paths, outer)) }];
		}
		const { name } = particle;
		const path = `${outer}${name}`;
		if (paths.has(path) || addedOnlyEverywhere.includes(name)) return [];
		if (!isGroup(particle)) return [particle];
		return [{ ...particle, content: without(particle.content, paths, `${path}.`) }];
	});
}

/** Whether qbXML can change records of a type. */
export const canBeChanged = (type: string): boolean => addedOnlyByType.has(type);

function makeContentOfChange(type: string): Content {
	const paths = addedOnlyByType.get(type);
	if (!paths) throw new Error(`There are no facts of a form for changes of ${type}.`);
	const onlyChanged = messages.get(`${type}ModRq`);
	return [
		...without(contentOfRecord(type), paths),
		...((onlyChanged && mainGroup(onlyChanged)?.content) ?? []),
	];
}

const contentsOfChange = new Map<string, Content>();

/**
 * What a form for changes of a type may hold: by the paths by which it is added, so that the rows of its form fit, without what
 * can't be changed, and with what can only be changed. It is made once, because every field asks for it.
 */
export function contentOfChange(type: string): Content {
	const content = contentsOfChange.get(type) ?? makeContentOfChange(type);
	contentsOfChange.set(type, content);
	return content;
}

function findElement(content: Content, path: string): Leaf | Group | undefined {
	const [name, ...rest] = path.split('.');
	for (const particle of content) {
		if (isChoice(particle)) {
			for (const alternative of particle.or) {
				const found = findElement(alternative, path);
				if (found) return found;
			}
		} else if (particle.name === name) {
			if (rest.length === 0) return particle;
			return isGroup(particle) ? findElement(particle.content, rest.join('.')) : undefined;
		}
	}
	return undefined;
}

/** The elements that were found, which every item of a run asks for again. */
const elementsFound = new WeakMap<Content, Map<string, Leaf | Group>>();

/** The element at a path in a content. Undefined if there is none. */
export function elementAt(content: Content, path: string): Leaf | Group | undefined {
	const found = elementsFound.get(content) ?? new Map<string, Leaf | Group>();
	elementsFound.set(content, found);
	const element = found.get(path) ?? findElement(content, path);
	if (element) found.set(path, element);
	return element;
}

/** Whether a record can't do without the element at a path. In a choice there is always another way. */
export function isRequiredAt(content: Content, path: string): boolean {
	const [name, ...rest] = path.split('.');
	const particle = content.find((one) => !isChoice(one) && one.name === name);
	if (!particle || isChoice(particle) || particle.optional) return false;
	if (rest.length === 0) return true;
	return isGroup(particle) && isRequiredAt(particle.content, rest.join('.'));
}
