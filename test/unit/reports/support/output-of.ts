import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../../nodes/AccountingSync/resources/registry';
import { elementsIn, type Response } from '../../../../nodes/shared/qbxml/answer';

/** An answer document around the answers to its requests. */
export const answerXml = (...answers: string[]): string =>
	`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${answers.join('')}</QBXMLMsgsRs></QBXML>`;

/** What an operation makes of an answer. */
export function outputOf(
	resource: string,
	operationName: string,
	answer: Response,
	values: IDataObject = {},
): IDataObject[] {
	const operation = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operationName);
	if (!operation || !('request' in operation) || !operation.output) {
		throw new Error(`${resource}.${operationName} has no output of its own`);
	}
	return operation.output(elementsIn(answer), { values, timezone: 'Europe/Berlin' });
}
