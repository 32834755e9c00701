import type { IDataObject } from 'n8n-workflow';

import { requestOf } from './request-of';

/** A reference by its name, as a field of the form gives it. */
export const byName = (value: string): IDataObject => ({ __rl: true, mode: 'name', value });

/** The request inside of the document that an operation queues, without the `ExternalGUID` that every addition has. */
export function written(resource: string, operation: string, values: IDataObject): string {
	const { request_xml: xml } = requestOf(resource, operation, values).body as {
		request_xml: string;
	};
	return xml
		.replace(/<ExternalGUID>.*?<\/ExternalGUID>/, '')
		.replace(/^.*<QBXMLMsgsRq onError="stopOnError">|<\/QBXMLMsgsRq><\/QBXML>$/g, '');
}
