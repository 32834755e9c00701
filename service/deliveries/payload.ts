import type { RequestState } from '../store/states';
import type { NewDelivery } from '../store/deliveries';
import type { RequestRecord } from '../store/queued-requests';

/** What webhooks call the states in which a request has ended. */
const stateWords: Partial<Record<RequestState, string>> = {
	response_received: 'completed',
	error: 'error',
	discarded: 'discarded',
};

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** The body of the webhook of a request, or of a page of one, that has ended (section 6). */
export const webhookPayload = (record: RequestRecord): string =>
	JSON.stringify({
		timestamp: record.updated_at,
		id: record.id,
		page_request_id: record.page_request_id,
		page: record.page,
		state: stateWords[record.state],
		response_xml: record.response_xml,
		response_json: parsed(record.response_json),
		error: parsed(record.error),
	});

/** The delivery of a request that has just ended; undefined when nobody asked for it. */
export const deliveryOf = (record: RequestRecord): NewDelivery | undefined =>
	record.webhook_url === null
		? undefined
		: {
				page_request_id: record.page_request_id,
				webhook_url: record.webhook_url,
				host: new URL(record.webhook_url).host,
				payload: webhookPayload(record),
				tries: 0,
			};
