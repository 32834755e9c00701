import type { IDataObject } from 'n8n-workflow';

import type { QueueingOperation } from '../../../nodes/AccountingSync/operations/queueingOperation';
import { resources } from '../../../nodes/AccountingSync/resources/registry';
import { elementsIn, type Response } from '../../../quickbooks/qbxml/answer';
import { requestMessages } from '../../../quickbooks/qbxml/requestMessages';
import { CONNECTION_ID, defaultOf } from './request-of';

function operationOf(resource: string, operationName: string): QueueingOperation {
	const operation = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operationName);
	if (!operation || !('request' in operation)) {
		throw new Error(`${resource}.${operationName} queues nothing`);
	}
	return operation;
}

/** What stands inside each document that an operation queues. Fields that were left alone have their defaults. */
export function messagesOf(
	resource: string,
	operationName: string,
	filledIn: IDataObject = {},
): string[] {
	const { request, properties } = operationOf(resource, operationName);
	const defaults = properties.map((property) => [property.name, defaultOf(property)]);
	const values = {
		...(Object.fromEntries(defaults) as IDataObject),
		connection: CONNECTION_ID,
		...filledIn,
	};
	const desktops = new Map([[CONNECTION_ID, { version: '16.0', isForeign: false }]]);
	const requests = request(
		{ values, timezone: 'Europe/Berlin' },
		{ facts: requestMessages, desktops },
	);
	return [requests].flat().map(({ body }) => {
		const xml = String((body as IDataObject).request_xml);
		const [, inside = ''] =
			/<QBXMLMsgsRq onError="stopOnError">(.*)<\/QBXMLMsgsRq>/.exec(xml) ?? [];
		return inside;
	});
}

/** An answer document around the answers to its requests. */
export const answerXml = (...answers: string[]): string =>
	`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${answers.join('')}</QBXMLMsgsRs></QBXML>`;

/** What an operation makes of the answers to its requests. */
export function outputOf(
	resource: string,
	operationName: string,
	answers: readonly Response[],
	values: IDataObject = {},
): IDataObject[] {
	const { output } = operationOf(resource, operationName);
	if (!output) throw new Error(`${resource}.${operationName} has no output of its own`);
	return output(answers.flatMap(elementsIn), { values, timezone: 'Europe/Berlin' });
}
