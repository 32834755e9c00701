import type { IDataObject } from 'n8n-workflow';

import type { Next } from '../../../nodes/AccountingSync/operations/steps';
import type { Form } from '../../../quickbooks/form/form';
import { elementsIn } from '../../../quickbooks/qbxml/answer';
import { requestMessages } from '../../../quickbooks/qbxml/requestMessages';
import { CONNECTION_ID, defaultOf, operationOf, queues } from './request-of';

/**
 * What follows from an Update's form when the record has been read.
 * @param record The record in XML, such as `<InvoiceRet>…</InvoiceRet>`.
 * @throws FormError where the form or the record does not allow it
 */
export function updateOf(resource: string, filledIn: IDataObject, record: string): Next {
	const operation = operationOf(resource, 'update');
	if (!queues(operation)) throw new Error(`${resource}.update queues nothing`);
	const { properties, request, steps = {}, then = '' } = operation;
	const defaults = properties.map((property) => [property.name, defaultOf(property)]);
	const form: Form = {
		values: {
			...(Object.fromEntries(defaults) as IDataObject),
			connection: CONNECTION_ID,
			listId: '80000001-1',
			txnId: '1-1',
			...filledIn,
		},
		timezone: 'Europe/Berlin',
	};
	const qbxml = {
		facts: requestMessages,
		desktops: new Map([[CONNECTION_ID, { version: '16.0', isForeign: false }]]),
	};
	request(form, qbxml);
	const xml = `<QBXML><QBXMLMsgsRs><QueryRs statusCode="0" statusSeverity="Info">${record}</QueryRs></QBXMLMsgsRs></QBXML>`;
	const answers = elementsIn({ response_xml: xml });
	const outcomes = [{ answers, xml, requestId: '1' }];
	return steps[then].answered({
		itemIndex: 0,
		form,
		forms: new Map([[0, form]]),
		failed: new Map(),
		qbxml,
		kept: {},
		outcomes,
		externalGuids: [],
		mayHaveWritten: () => false,
		queuedAt: [],
	});
}

/** The change that an Update sends, without what is around it. Undefined if it sends none. */
export function changeOf(
	resource: string,
	filledIn: IDataObject,
	record: string,
): string | undefined {
	const next = updateOf(resource, filledIn, record);
	if (!('requests' in next)) return undefined;
	const [{ body }] = next.requests;
	const { request_xml: xml } = body as { request_xml: string };
	return xml.replace(/^.*<QBXMLMsgsRq onError="stopOnError">|<\/QBXMLMsgsRq><\/QBXML>$/g, '');
}
