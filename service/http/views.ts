import { API_PREFIX } from '../openapi/document';
import {
	connectionFields,
	requestFields,
	requestFieldsIfFilled,
	times,
} from '../openapi/resources';
import type { Connection } from '../store/connections';
import type { RequestRecord, WebhookAttempt } from '../store/queued-requests';
import { placeholderFor } from './large-answers';

/** The paths of the pages that people open in a browser. */
export const UI_PREFIX = '/ui';
export const ONBOARDING_PREFIX = '/onboarding';

/** What a row has under the names of these fields. */
const fieldsOf = <Row, Name extends keyof Row & string>(
	row: Row,
	fields: Readonly<Record<Name, unknown>>,
): Pick<Row, Name> =>
	Object.fromEntries(Object.keys(fields).map((name) => [name, row[name as Name]])) as Pick<
		Row,
		Name
	>;

const withoutNulls = <Value extends object>(value: Value): Partial<Value> =>
	Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as Partial<Value>;

/** A connection in the get-by-ID response (interface, section 2.1). */
export const connectionView = (connection: Connection) => fieldsOf(connection, connectionFields);

/** A connection in the list: also with its links. */
export const listedConnectionView = (connection: Connection, origin: string) => ({
	...connectionView(connection),
	redirect_url: connection.redirect_url,
	links: {
		self: `${API_PREFIX}/connections/${connection.id}`,
		ui: `${UI_PREFIX}/connections/${connection.id}`,
		onboarding: `${origin}${ONBOARDING_PREFIX}/${connection.onboarding_token}`,
	},
});

/** A connection in the create response: also with its times. */
export const createdConnectionView = (connection: Connection, origin: string) => ({
	...listedConnectionView(connection, origin),
	...fieldsOf(connection, times),
});

function responseOf({ response_xml, response_json, answer_id }: RequestRecord) {
	if (answer_id !== null)
		return {
			response_xml: placeholderFor(answer_id, 'xml'),
			response_json: placeholderFor(answer_id, 'json'),
		};
	if (response_xml === null || response_json === null) return {};
	return { response_xml, response_json: JSON.parse(response_json) as object[] };
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** What the record says instead of an answer that was deleted because it was old. */
const deletedAnswer = (deletedAt: string, updatedAt: string) => ({
	code: 'answer_deleted',
	message: `The request was carried out, and its answer was deleted after ${Math.floor((Date.parse(deletedAt) - Date.parse(updatedAt)) / MILLISECONDS_PER_DAY)} days.`,
});

/** A queued request, or a page of one, in get and list responses (interface, section 2.2). */
export const requestView = (record: RequestRecord, attempts: readonly WebhookAttempt[] = []) => ({
	...fieldsOf(record, requestFields),
	...(record.iterates && { page_request_id: record.page_request_id, page: record.page }),
	request_json: JSON.parse(record.request_json) as object,
	...responseOf(record),
	...withoutNulls(fieldsOf(record, requestFieldsIfFilled)),
	webhook_attempts: attempts
		.filter(({ page_request_id }) => page_request_id === record.page_request_id)
		.map(({ attempted_at, response }) => ({ attempted_at, response })),
	...(record.error !== null && { error: JSON.parse(record.error) as object }),
	...(record.answer_deleted_at !== null && {
		error: deletedAnswer(record.answer_deleted_at, record.updated_at),
	}),
	links: {
		self: `${API_PREFIX}/queued_requests/${record.id}`,
		ui: `${UI_PREFIX}/queued_requests/${record.id}`,
		connection_ui: `${UI_PREFIX}/connections/${record.connection_id}`,
	},
	...fieldsOf(record, times),
});

/** A queued request in the responses that queue it: also with its connection. */
export const createdRequestView = (record: RequestRecord) => ({
	...requestView(record),
	connection_id: record.connection_id,
});
