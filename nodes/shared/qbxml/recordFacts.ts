import {
	type Content,
	type Group,
	isChoice,
	isGroup,
	type Leaf,
	type Message,
} from '../../../qbxml/facts';
import { readMessages } from '../../../qbxml/read-messages';
import { recordRequests } from '../../../qbxml/record-requests';
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

/** The element at a path in a content. Undefined if there is none. */
export function elementAt(content: Content, path: string): Leaf | Group | undefined {
	const [name, ...rest] = path.split('.');
	for (const particle of content) {
		if (isChoice(particle)) {
			for (const alternative of particle.or) {
				const found = elementAt(alternative, path);
				if (found) return found;
			}
		} else if (particle.name === name) {
			if (rest.length === 0) return particle;
			return isGroup(particle) ? elementAt(particle.content, rest.join('.')) : undefined;
		}
	}
	return undefined;
}

/** Whether a record can't do without the element at a path. In a choice there is always another way. */
export function isRequiredAt(content: Content, path: string): boolean {
	const [name, ...rest] = path.split('.');
	const particle = content.find((one) => !isChoice(one) && one.name === name);
	if (!particle || isChoice(particle) || particle.optional) return false;
	if (rest.length === 0) return true;
	return isGroup(particle) && isRequiredAt(particle.content, rest.join('.'));
}
