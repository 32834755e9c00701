import type { IDataObject } from 'n8n-workflow';

import { differenceOf, type Wanted } from '../../../quickbooks/changes/difference';
import type { ChangeKnowledge, ReadRecord } from '../../../quickbooks/changes/lineKinds';
import { lineOrderIn } from '../../../quickbooks/changes/lineOrder';
import { recordsIn } from '../../../quickbooks/qbxml/answer';
import { elementsInXml } from '../../../quickbooks/qbxml/answerFromXml';
import { checkRequest } from '../../../quickbooks/qbxml/checkRequest';
import { encodeRequest } from '../../../quickbooks/qbxml/encodeRequest';
import { requestMessages as facts } from '../../../quickbooks/qbxml/requestMessages';
import { writeElement } from '../../../quickbooks/qbxml/requestXml';
import { formsOf, type RecordForm } from '../../../quickbooks/records/record';
import { records } from '../../../quickbooks/records/registry';
import { answerRequest } from '../../../simulator/qbxml/request-processor';
import { type Desk, document } from './ask';

const TIMEZONE = 'Europe/Berlin';

/** The form of a type, such as `ItemService`. */
function formOf(type: string): RecordForm {
	const form = records.flatMap(formsOf).find(({ qbxml }) => qbxml === type);
	if (!form) throw new Error(`There is no form of ${type}.`);
	return form;
}

export const knowledgeOf = (type: string): ChangeKnowledge => ({
	facts,
	form: formOf(type),
	timezone: TIMEZONE,
});

/** Sends a request from its values, after it has been held against the facts. */
export function send({ company, session }: Desk, name: string, values: object): ReadRecord {
	const message = facts.get(name);
	if (!message) throw new Error(`There is no ${name}.`);
	const request = encodeRequest(message, values as IDataObject, TIMEZONE);
	expect(checkRequest(facts, request)).toEqual([]);
	const answer = answerRequest(company, session, document(writeElement(request)));
	const [element] = elementsInXml(answer);
	const [record] = recordsIn(element);
	const { '@statusCode': code, '@statusMessage': text } = element.content;
	if (!record) throw new Error(`${name}: ${String(code)} ${String(text)}`);
	expect(code).toBe(0);
	return { ...record, lineOrder: lineOrderIn(answer) };
}

/** A record as a query with lines gives it. */
export function readAgain(desk: Desk, { type, fields }: ReadRecord): ReadRecord {
	const { ListID, TxnID } = fields as Record<string, string | undefined>;
	const hasLines = facts
		.get(`${type}QueryRq`)
		?.content.some((one) => 'name' in one && one.name === 'IncludeLineItems');
	return send(desk, `${type}QueryRq`, {
		...(ListID === undefined ? { TxnID } : { ListID }),
		...(hasLines && { IncludeLineItems: true }),
	});
}

/** Makes a record what is wanted, and reads it again. */
export function change(desk: Desk, record: ReadRecord, wanted: Wanted): ReadRecord {
	const { request } = differenceOf(knowledgeOf(record.type), record, wanted);
	if (!request) throw new Error('Nothing differs.');
	send(desk, request.name, request.values);
	return readAgain(desk, record);
}
