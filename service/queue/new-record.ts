import { requestToXml, type RequestJson } from '../qbxml';
import type { NewRecord } from '../store/queued-requests';

/** What tells a record that is to be queued from others: the rest follows. */
export interface RecordFacts extends Pick<
	NewRecord,
	'id' | 'page_request_id' | 'connection_id' | 'page' | 'iterates' | 'answer_filter' | 'webhook_url'
> {
	readonly request: RequestJson;
	/** The request as XML, when that is how it was given. */
	readonly requestXml?: string;
}

/**
 * A record in the state in which every record begins: waiting, its webhook pending if somebody wants one.
 * @throws InvalidXml when the request cannot be written as qbXML
 */
export function newRecord({ request, requestXml, ...facts }: RecordFacts): NewRecord {
	const now = new Date().toISOString();
	return {
		...facts,
		state: 'waiting',
		webhook_state: facts.webhook_url ? 'pending' : 'not_applicable',
		request_json: JSON.stringify(request),
		request_xml: requestXml ?? requestToXml(request),
		inserted_at: now,
		updated_at: now,
	};
}
