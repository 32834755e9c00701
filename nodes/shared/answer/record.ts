import type { IDataObject } from 'n8n-workflow';

import type { QueuedRecord } from '../service/queue';
import { answerFromXml } from './answerFromXml';
import { answerOf, type Answer } from './records';

/** What a record's answer says; null while there is none. */
export const answerIn = ({ response_json: json, response_xml: xml }: IDataObject): Answer | null =>
	answerOf(json ?? (xml ? answerFromXml(String(xml)) : null));

/** Whether a record will change no more (interface, section 3). */
export const isTerminal = ({ state }: QueuedRecord): boolean =>
	state === 'response_received' || hasFailed(state);

/** Whether a state means that the request was not carried out. */
export const hasFailed = (state: string): boolean => state === 'error' || state === 'discarded';

/**
 * Whether a request has certainly left nothing behind: it was removed before it was sent, or the accounting application
 * refused it with a status of its own. Of any other error nobody knows.
 */
export const wroteNothing = ({ state, error }: QueuedRecord): boolean =>
	state === 'discarded' ||
	(state === 'error' && /^\d+$/.test(String((error as IDataObject | null)?.code)));

/** Whether an iterated request still has pages to come after this one. */
export const hasMorePages = (record: QueuedRecord): boolean =>
	record.state === 'response_received' && (answerIn(record)?.remaining ?? 0) > 0;
