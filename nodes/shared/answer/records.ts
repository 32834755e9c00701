import type { AnswerObject, AnswerValue } from './answerFromXml';

/** One record of an answer: its kind in qbXML's words without the `Ret`, such as `Customer`, and its fields. */
export interface AnswerRecord {
	type: string;
	fields: AnswerObject;
}

/** What an answer says, read off its element in QBXMLMsgsRs. */
export interface Answer {
	/** What was asked, such as `CustomerQuery` or `InvoiceAdd`. */
	requestType: string;
	/** The caller's own identifier of the request. */
	requestId: string | null;
	/** How many records the iterator still has to give; null without an iterator. */
	remaining: number | null;
	/** The kind of the records; of several kinds, what was asked for, such as `Item`. Null without records. */
	recordType: string | null;
	records: AnswerRecord[];
}

const isObject = (value: unknown): value is AnswerObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: AnswerValue): AnswerValue[] => (Array.isArray(value) ? value : [value]);

const recordsIn = (answer: AnswerObject): AnswerRecord[] =>
	Object.entries(answer)
		.filter(([name]) => name.endsWith('Ret'))
		.flatMap(([name, value]) =>
			listOf(value)
				.filter(isObject)
				.map((fields) => ({ type: name.replace(/Ret$/, ''), fields })),
		);

function typeOf(requestType: string, records: AnswerRecord[]): string | null {
	if (records.length === 0) return null;
	const types = new Set(records.map(({ type }) => type));
	return types.size === 1 ? records[0].type : requestType.replace(/Query$/, '');
}

/**
 * The answer in a `response_json` (interface, section 2.2).
 * @returns null when there is none in it.
 */
export function answerOf(responseJson: unknown): Answer | null {
	const [document] = Array.isArray(responseJson) ? (responseJson as unknown[]) : [];
	const messages = isObject(document) ? document.QBXMLMsgsRs : undefined;
	if (!isObject(messages)) return null;
	const [name, value] = Object.entries(messages).find(([element]) => element.endsWith('Rs')) ?? [];
	const [answer] = value === undefined ? [] : listOf(value);
	if (name === undefined || !isObject(answer)) return null;
	const requestType = name.replace(/Rs$/, '');
	const records = recordsIn(answer);
	const { '@requestID': requestId, '@iteratorRemainingCount': remaining } = answer;
	return {
		requestType,
		requestId: typeof requestId === 'string' ? requestId : null,
		remaining: typeof remaining === 'number' ? remaining : null,
		recordType: typeOf(requestType, records),
		records,
	};
}
