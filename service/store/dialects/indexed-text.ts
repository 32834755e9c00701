/** Larger responses are not indexed, because that takes longer than scanning them. They are always scanned. */
const LARGEST_INDEXED_BYTES = 262_144;

/** The condition that a row's response is too large for the index. */
export const isLarge = (row: string): string =>
	`octet_length(${row}response_xml) > ${LARGEST_INDEXED_BYTES}`;

/** The columns that are searched for a phrase. */
export const searched = ['id', 'request_xml', 'response_xml', 'webhook_url'] as const;

export const LARGE_RESPONSES_INDEX = 'queued_requests_with_large_answer';

export const largeResponsesIndex = `create index ${LARGE_RESPONSES_INDEX} on queued_requests (connection_id) where ${isLarge('')}`;

/**
 * Everything searched in a row, without a response that is too large.
 * @param lineFeed what the database calls the character
 */
export const indexedText = (row: string, lineFeed: string): string =>
	[
		`${row}id`,
		`${row}request_xml`,
		`coalesce(${row}webhook_url, '')`,
		`case when ${isLarge(row)} then '' else coalesce(${row}response_xml, '') end`,
	].join(` || ${lineFeed} || `);
