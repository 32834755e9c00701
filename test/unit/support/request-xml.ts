import type { IDataObject } from 'n8n-workflow';

import { requestOf } from './request-of';

/** Something that was given by its name. */
export const byName = (value: string) => ({ __rl: true, mode: 'name', value });

/** The request in qbXML that an operation makes of what was filled in, without the elements around it. */
export function requestXmlOf(resource: string, operation: string, filledIn: IDataObject): string {
	const { body } = requestOf(resource, operation, filledIn);
	const { request_xml: xml } = body as { request_xml: string };
	return xml.replace(/^[^]*<QBXMLMsgsRq [^>]*>/, '').replace(/<\/QBXMLMsgsRq>[^]*$/, '');
}
