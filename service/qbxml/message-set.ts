import { nextElement, prolog } from './prolog';

/**
 * Message set recovery: a request goes out as a message set with an ID, and QuickBooks keeps its answer in the company file under that
 * ID until the next message set names it as the old one.
 */

/** QuickBooks takes 24 characters; some sources say 23. */
const ID_CHARACTERS = 23;

/**
 * The ID of a request's message set. It is always the same for a request, so one that goes out again because it certainly was not
 * carried out is not carried out twice even if it was.
 * @param pageRequestId a UUID
 */
export const messageSetIdOf = (pageRequestId: string): string =>
	pageRequestId.replaceAll('-', '').slice(0, ID_CHARACTERS);

const ROOT = /<QBXML(?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*>/y;
const MESSAGES = /<QBXMLMsgsRq(?<attributes>(?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)/y;
const OWN_ID = /\s(?:new|old)MessageSetID\s*=/;

function foundAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/** Where the attributes of a request's QBXMLMsgsRq end. */
function endOfAttributes(requestXml: string): number | undefined {
	const root = foundAt(ROOT, requestXml, nextElement(requestXml));
	if (!root) return undefined;
	const start = nextElement(requestXml, root.index + root[0].length);
	const messages = foundAt(MESSAGES, requestXml, start);
	return messages === null || OWN_ID.test(messages.groups?.attributes ?? '')
		? undefined
		: start + messages[0].length;
}

/** Whether a request that was read can go out with the ID of its message set: it has none of its own. */
export const takesMessageSetId = (requestXml: string): boolean =>
	endOfAttributes(requestXml) !== undefined;

/**
 * A request as a message set whose answer QuickBooks keeps.
 * @param requestXml one that takes an ID
 * @param answered the ID of a message set whose answer is here, and which QuickBooks can forget; null if there is none
 */
export function withMessageSetId(requestXml: string, id: string, answered: string | null): string {
	const end = endOfAttributes(requestXml);
	if (end === undefined) throw new Error('The request takes no ID of a message set.');
	const old = answered === null || answered === id ? '' : ` oldMessageSetID="${answered}"`;
	return `${requestXml.slice(0, end)} newMessageSetID="${id}"${old}${requestXml.slice(end)}`;
}

/**
 * A message set that asks for the answer that QuickBooks has kept under an ID. It holds no request, so that nothing is carried out
 * whatever QuickBooks makes of it. With the old ID alone, QuickBooks would forget the answer.
 */
export const keptAnswerRequest = (version: string, id: string): string =>
	`${prolog(version)}<QBXML><QBXMLMsgsRq onError="stopOnError" newMessageSetID="${id}" oldMessageSetID="${id}"></QBXMLMsgsRq></QBXML>`;
