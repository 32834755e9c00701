import { readResponse, type ResponseFilter, wholeText } from '../../service/qbxml';

/** An answer in both forms, as the service stores it. */
export function storedAnswer(xml: string, filter?: ResponseFilter): { xml: string; json: string } {
	const response = readResponse(xml, filter);
	return { xml: wholeText(response.xml), json: wholeText(response.json) };
}

/** An answer as `response_json`. */
export const answerJson = (xml: string): object[] => JSON.parse(storedAnswer(xml).json) as object[];
