import type { NewDelivery } from '../store/deliveries';
import type { RequestRecord } from '../store/queued-requests';
import type { RequestState } from '../store/states';

/** The names of terminal states in webhooks. */
const stateWords: Partial<Record<RequestState, string>> = {
	response_received: 'completed',
	error: 'error',
	discarded: 'discarded',
};

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** The webhook body for a request, or a page of one, that has ended (interface, section 6). */
const webhookPayload = (record: RequestRecord): string =>
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

/** The delivery for a request that has just ended; undefined when it has no webhook. */
export const deliveryOf = (record: RequestRecord): NewDelivery | undefined =>
	record.webhook_url === null
		? undefined
		: {
				page_request_id: record.page_request_id,
				webhook_url: record.webhook_url,
				host: new URL(record.webhook_url).host,
				payload: webhookPayload(record),
				answer_id: record.answer_id,
				caller_is_private: record.caller_is_private,
				tries: 0,
			};
