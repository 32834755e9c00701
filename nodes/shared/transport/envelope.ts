import type { ServiceRequest } from './client';

/** What a request is sent with, whatever it asks for (interface, section 4.3). */
export interface Envelope {
	/** The caller's own identifier; undefined where the content carries one already. */
	requestId?: string;
	/** Where the service delivers the result. */
	webhookUrl?: string;
}

/** Puts identifier and webhook address in the query, where the pre-built endpoints take them. */
export const encloseInQuery = (
	content: ServiceRequest,
	{ requestId, webhookUrl }: Envelope,
): ServiceRequest => ({
	...content,
	query: {
		...content.query,
		...(requestId !== undefined && { request_id: requestId }),
		...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
	},
});
