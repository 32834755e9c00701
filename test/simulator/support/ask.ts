import { XMLParser } from 'fast-xml-parser';

import { createCompany } from '../../../simulator/company/seed/create-company';
import type { Company } from '../../../simulator/company/types';
import { toAscii } from '../../../simulator/qbxml/protocol/characters';
import { createSession, type Session } from '../../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../../simulator/qbxml/request-processor';

/** The time at which everything in these tests is written. */
const now = new Date('2026-02-03T04:05:06Z');

/** A response, read with different parser settings than the simulator's: texts stay texts, records are lists. */
export interface Answered {
	name: string;
	statusCode: string;
	statusSeverity: string;
	statusMessage: string;
	requestID?: string;
	retCount?: string;
	iteratorID?: string;
	iteratorRemainingCount?: string;
	/** The records by element name, their values as parsed. */
	records: Record<string, Array<Record<string, unknown>>>;
}

const parser = new XMLParser({
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	parseTagValue: false,
	parseAttributeValue: false,
	htmlEntities: true,
	isArray: (name) => /Ret$|^LinkedTxn$/.test(name),
});

/** A request document. Characters beyond ASCII become references, which QuickBooks takes. */
export const document = (requests: string, onError = 'stopOnError', version = '16.0'): string =>
	toAscii(
		`<?xml version="1.0" encoding="utf-8"?><?qbxml version="${version}"?>` +
			`<QBXML><QBXMLMsgsRq onError="${onError}">${requests}</QBXMLMsgsRq></QBXML>`,
	);

function read([name, answer]: [string, Record<string, unknown>]): Answered {
	const entries = Object.entries(answer);
	const attributes = entries.filter(([key]) => key.startsWith('@'));
	return {
		name,
		...(Object.fromEntries(attributes.map(([key, value]) => [key.slice(1), value])) as Pick<
			Answered,
			'statusCode' | 'statusSeverity' | 'statusMessage'
		>),
		records: Object.fromEntries(
			entries.filter(([key]) => !key.startsWith('@')),
		) as Answered['records'],
	};
}

/** The responses in a response document. */
export function readAnswers(xml: string): Answered[] {
	const messages: Record<string, Record<string, unknown>> = parser.parse(xml).QBXML.QBXMLMsgsRs;
	return Object.entries(messages).map(read);
}

/** A company file with an open session, to send requests to. */
export interface Desk {
	company: Company;
	session: Session;
	/** Sends one request and returns its response. */
	ask: (request: string) => Answered;
}

export function openDesk(company: Company = createCompany({ now: () => now })): Desk {
	const session = createSession();
	return {
		company,
		session,
		ask: (request) => readAnswers(answerRequest(company, session, document(request)))[0],
	};
}

/** The values of one element in all records. */
export const pluck = (
	records: Array<Record<string, unknown>> | undefined,
	name: string,
): unknown[] => (records ?? []).map((record) => record[name]);
