import { readResponse, type ResponseFilter } from '../../service/qbxml';

/** An answer in both forms, as the service stores it. */
export function storedAnswer(xml: string, filter?: ResponseFilter): { xml: string; json: string } {
	const response = readResponse(xml, filter);
	return { xml: response.xml, json: response.json };
}

/** An answer as `response_json`. */
export const answerJson = (xml: string): object[] => JSON.parse(storedAnswer(xml).json) as object[];
