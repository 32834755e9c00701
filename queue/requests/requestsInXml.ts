import { listOf } from '../../quickbooks/qbxml/answerFromJson';
import { answerFromXml, type AnswerValue, isObject } from '../../quickbooks/qbxml/answerFromXml';

/** One request in a document: its element, such as `InvoiceAddRq`, and what is in it. */
export interface XmlRequest {
	name: string;
	content: AnswerValue;
}

/** The requests in a document, in their order by name. Undefined if it is none that can be read. */
export function requestsInXml(xml: string): XmlRequest[] | undefined {
	try {
		const messages = answerFromXml(xml)[0]?.QBXMLMsgsRq;
		if (!isObject(messages)) return undefined;
		return Object.entries(messages)
			.filter(([name]) => name.endsWith('Rq'))
			.flatMap(([name, value]) => listOf(value).map((content) => ({ name, content })));
	} catch {
		return undefined;
	}
}
