import { createSession } from '../../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../../simulator/qbxml/request-processor';
import { type Answered, type Desk, readAnswers } from './ask';

interface AnsweredSet {
	newMessageSetID?: string;
	messageSetStatusCode?: string;
	answers: Answered[];
}

const attributeOf = (xml: string, name: string): string | undefined =>
	new RegExp(`<QBXMLMsgsRs[^>]* ${name}="([^"]*)"`).exec(xml)?.[1];

/**
 * Sends a message set with attributes of its own, as an application does.
 * @param attributes as they are written
 */
export function sendSet(
	{ company }: Pick<Desk, 'company'>,
	attributes: string,
	requests: string,
	{ application = 'Bookkeeper', stores = true } = {},
): AnsweredSet {
	const document = `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError" ${attributes}>${requests}</QBXMLMsgsRq></QBXML>`;
	const xml = answerRequest(company, createSession(application), document, { stores });
	const isEmpty = /<QBXMLMsgsRs[^>]*><\/QBXMLMsgsRs>/.test(xml);
	return {
		newMessageSetID: attributeOf(xml, 'newMessageSetID'),
		messageSetStatusCode: attributeOf(xml, 'messageSetStatusCode'),
		answers: isEmpty ? [] : readAnswers(xml).filter(({ name }) => name.endsWith('Rs')),
	};
}
