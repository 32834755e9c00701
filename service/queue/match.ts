import { iteratorOf, type RequestJson, type ResponseHead } from '../qbxml';
import type { RequestRecord } from '../store/queued-requests';

const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text);

/** What a request asked for, as its response repeats it. */
interface Asked {
	readonly sent: Pick<RequestRecord, 'request_json' | 'message_set'>;
	/** How many records its iterator had left before; null unless it asks for a next page. */
	readonly iteratorRemaining: number | null;
}

/**
 * Why a response is not that of the request that was sent, but came late, twice or in another order. QuickBooks repeats the
 * name of a request, its `requestID` and the ID of its message set, and an iterator has fewer records left after each page.
 * @returns a reason for the log; undefined when nothing speaks against it, also when there is no response in the document
 */
export function mismatchOf(
	{ sent, iteratorRemaining }: Asked,
	{ messages, first }: ResponseHead,
): string | undefined {
	const id = messages.get('newMessageSetID');
	if (id !== undefined && sent.message_set !== null && id !== sent.message_set)
		return `its newMessageSetID is ${JSON.stringify(id)}, not ${JSON.stringify(sent.message_set)}`;
	if (!first) return undefined;
	const { request } = JSON.parse(sent.request_json) as RequestJson;
	const expected = request.name.replace(/Rq$/, 'Rs');
	if (first.name !== expected) return `it is a ${first.name}, not a ${expected}`;
	const asked = request.attributes?.requestID;
	const answered = first.attributes.get('requestID');
	// Letters that QuickBooks has no room for come back as question marks.
	const isComparable = answered !== undefined && (asked === undefined || isAscii(asked));
	if (isComparable && answered !== asked)
		return `its requestID is ${JSON.stringify(answered)}, not ${JSON.stringify(asked ?? '')}`;
	const remaining = iteratorOf({ first })?.remaining;
	if (iteratorRemaining !== null && remaining !== undefined && remaining >= iteratorRemaining)
		return `its iterator has ${remaining} records left, as many as before the page or more`;
	return undefined;
}
