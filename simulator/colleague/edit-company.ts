import type { Company } from '../company/types';
import { toAscii } from '../qbxml/protocol/characters';
import { createSession } from '../qbxml/protocol/session';
import { newestVersion } from '../qbxml/protocol/versions';
import { answerRequest } from '../qbxml/request-processor';

const NEWEST = `${newestVersion.major}.${newestVersion.minor}`;

/** A document with these requests, each of which is carried out whatever becomes of the others. */
const documentWith = (requests: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${NEWEST}"?><QBXML><QBXMLMsgsRq onError="continueOnError">${requests}</QBXMLMsgsRq></QBXML>`;

/**
 * Carries out qbXML in the company file at once, as somebody does who sits in front of it. What the connector's user may not
 * send, and what is locked for that user, does not stop them.
 * @param requestXml a whole document, or its requests alone
 * @returns the response document
 * @throws RequestProcessorError when the document as a whole is refused
 */
export function editCompany(company: Company, requestXml: string): string {
	const { forbidden, locked } = company;
	const document = requestXml.includes('<?qbxml') ? requestXml : documentWith(requestXml);
	try {
		Object.assign(company, { forbidden: [], locked: {} });
		return answerRequest(company, createSession(), toAscii(document));
	} finally {
		Object.assign(company, { forbidden, locked });
	}
}
