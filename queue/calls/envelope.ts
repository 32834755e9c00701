import type { ServiceCall } from './serviceCall';

/** What a request is sent with, whatever it asks for (interface, section 4.3). */
export interface Envelope {
	/** The caller's own identifier. Undefined if the content already carries one. */
	requestId?: string;
	/** Where the service delivers the result. */
	webhookUrl?: string;
}

/** Whether a request goes out in qbXML, as XML or as JSON (interface, section 4.2), and not to an endpoint of its own. */
export const isDocument = ({ body }: ServiceCall): boolean =>
	body !== undefined && ('request_xml' in body || 'request_json' in body);

/** Puts the identifier and the webhook address in the query, where the pre-built endpoints expect them. */
export const encloseInQuery = (
	content: ServiceCall,
	{ requestId, webhookUrl }: Envelope,
): ServiceCall => ({
	...content,
	query: {
		...content.query,
		...(requestId !== undefined && { request_id: requestId }),
		...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
	},
});
