import { checkRequest, type Problem } from '../../quickbooks/qbxml/checkRequest';
import type { Desktop } from '../../quickbooks/qbxml/desktop';
import { loadRequestFacts } from '../../quickbooks/qbxml/requestFacts';
import { versionFor } from '../../quickbooks/qbxml/versionFor';
import { elementOf, InvalidXml, type RequestChild, type RequestJson } from '../qbxml';
import type { FieldElement } from './endpoint/fields';
import type { BuiltRequest } from './endpoint/operation';

/** What the values of a request are called on the wire, by their paths as in a `Problem`. */
function wireNames(
	{ children = [] }: FieldElement,
	path: string,
	before = '',
): Array<[path: string, wire: string]> {
	return children.flatMap((child, index) => {
		const { name, wire = '', text } = child;
		const number = 1 + children.slice(0, index).filter((other) => other.name === name).length;
		const place = `${path} > ${name}${number > 1 ? ` (${number})` : ''}`;
		const here: Array<[string, string]> = [[place, before + wire]];
		return text === undefined ? wireNames(child, place, before + wire) : here;
	});
}

/** A problem as a sentence about the value on the wire that it is of. */
function sentence({ message, path }: Problem, names: ReadonlyMap<string, string>): string {
	const wire = names.get(path);
	const named = message.replace(/^requestID of \w+/, 'request_id');
	return `${wire ? message.replace(/^\w+/, wire) : named}.`;
}

/** A request as it is kept, without what the values are called on the wire. */
export const plain = ({ name, attributes, text, children }: FieldElement): RequestChild => ({
	name,
	...(attributes && { attributes }),
	...(text !== undefined && { text }),
	...(children && { children: children.map(plain) }),
});

/**
 * A pre-built request in the version of qbXML that its desktop understands, as far as that is known yet.
 * @param isRepeated whether it was queued before, and so is compared with what was queued then instead of being checked
 * @throws InvalidXml if QuickBooks would refuse it by the rules of qbXML, such as for a text that is too long
 */
export async function writtenFor(
	desktop: Desktop,
	built: BuiltRequest,
	isRepeated: () => Promise<boolean>,
): Promise<RequestJson> {
	const facts = await loadRequestFacts();
	const element = elementOf(built);
	const version = versionFor(facts, desktop, [element]);
	const host = {
		documentVersion: version,
		hostVersion: desktop.version,
		isForeign: desktop.isForeign,
	};
	const problem = checkRequest(facts, element, host).find(({ isHint }) => !isHint);
	if (problem && !(await isRepeated()))
		throw new InvalidXml(sentence(problem, new Map(wireNames(built, built.name))));
	return { version, request: plain(built) };
}
