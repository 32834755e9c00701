import { type Content, isGroup, type Leaf } from '../facts/facts';
import { formQueries } from '../facts/formQueries';
import { readMessages } from '../facts/readMessages';
import { elementAt } from './recordFacts';

/** The few queries whose forms are drawn from the facts, so that the node loads fast. */
const messages = readMessages(formQueries);

/** What the queries may hold, one after the other. */
export function contentOfQueries(...names: readonly string[]): Content {
	return names.flatMap((name) => {
		const message = messages.get(name);
		if (!message) throw new Error(`There are no facts of a form for ${name}.`);
		return message.content;
	});
}

/** The words that the element at a path may hold. */
export function wordsAt(content: Content, path: string): NonNullable<Leaf['values']> {
	const element = elementAt(content, path);
	if (!element || isGroup(element) || !element.values) {
		throw new Error(`qbXML has no words for ${path} there.`);
	}
	return element.values;
}
