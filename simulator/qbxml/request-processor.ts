import { InvalidXml } from '../../xml/invalid-xml';
import { readXml, type XmlDocument, type XmlElement } from '../../xml/read-xml';
import { carryOut } from '../company/changes';
import { Refusal } from '../company/refusal';
import type { Company } from '../company/types';
import { writeXml, type XmlContent } from '../xml/write';
import type { AnswerRecord, Session } from './protocol/session';
import {
	RequestProcessorError,
	type Status,
	StatusError,
	statusOf,
	unparseable,
} from './protocol/status-errors';
import { supportedVersions } from './protocol/versions';
import { requestTypes } from './requests';
import { checkRequest } from './schema/check';
import { requestFacts } from './schema/facts';
import type { Answer } from './schema/request-type';
import { findUnsupported } from './schema/support';

interface Elements {
	[name: string]: XmlContent | undefined;
}

interface Messages {
	version: string;
	onError: string;
	requests: readonly XmlElement[];
}

function readRequests(requestXml: string): Messages {
	const { root, instructions } = readDocument(requestXml);
	const version = instructions.get('qbxml')?.get('version');
	if (version === undefined) throw unparseable();
	if (!supportedVersions.includes(version)) {
		throw new RequestProcessorError(
			'0x80040423',
			'The version of qbXML that was requested is not supported or is unknown.',
		);
	}
	const [messages] = root.children;
	if (root.name !== 'QBXML' || root.children.length !== 1 || messages.name !== 'QBXMLMsgsRq') {
		throw unparseable();
	}
	const onError = messages.attributes.get('onError') ?? '';
	const isKnownMode = ['stopOnError', 'continueOnError'].includes(onError);
	if (!isKnownMode || messages.children.length === 0) throw unparseable();
	return { version, onError, requests: messages.children };
}

function readDocument(requestXml: string): XmlDocument {
	try {
		return readXml(requestXml);
	} catch (error) {
		throw error instanceof InvalidXml ? unparseable() : error;
	}
}

/**
 * Why a request will not be carried out, found out before any request of the document is. What qbXML does not allow refuses
 * the whole document, whether the request is supported here or not.
 */
function refusalOf(request: XmlElement, version: string): StatusError | undefined {
	const facts = requestFacts.get(request.name);
	if (facts === undefined) throw unparseable();
	const refusal = checkRequest(request, facts, version);
	if (refusal !== undefined) return refusal;
	const type = requestTypes.get(request.name);
	if (type === undefined) return new StatusError(1030);
	const unsupported = findUnsupported(request, type.support);
	return unsupported === undefined ? undefined : new StatusError(3250, unsupported);
}

function answerOne(
	request: XmlElement,
	company: Company,
	session: Session,
	refusal: StatusError | undefined,
): Answer {
	try {
		if (refusal !== undefined) throw refusal;
		const type = requestTypes.get(request.name);
		if (type === undefined) throw new StatusError(1030);
		if (company.forbidden.includes(request.name)) throw new StatusError(3260);
		return carryOut(() => type.answer(request, company, session));
	} catch (error) {
		if (error instanceof Refusal) {
			return { status: statusOf(error.code, ...error.values), records: [] };
		}
		if (error instanceof StatusError) return { status: error.status, records: [] };
		throw error;
	}
}

function groupByElement(records: AnswerRecord[]): Elements {
	const grouped: Record<string, XmlContent[]> = {};
	for (const { element, content } of records) (grouped[element] ??= []).push(content);
	return grouped;
}

function answerElement(request: XmlElement, answer: Answer): Elements {
	const attributes = {
		requestID: request.attributes.get('requestID'),
		statusCode: String(answer.status.code),
		statusSeverity: answer.status.severity,
		statusMessage: answer.status.message,
		...answer.attributes,
	};
	const present = Object.entries(attributes).filter(([, value]) => value !== undefined);
	return {
		...Object.fromEntries(present.map(([name, value]) => [`@${name}`, value])),
		...groupByElement(answer.records),
	};
}

/** QuickBooks writes non-ASCII characters as references. A lone carriage return would not survive otherwise. */
const toAscii = (xml: string): string =>
	xml.replace(/[^\t\n\x20-\x7e]/gu, (character) => `&#${character.codePointAt(0)};`);

const writeAnswer = (request: XmlElement, answer: Answer): string =>
	writeXml({ [request.name.replace(/Rq$/, 'Rs')]: answerElement(request, answer) });

const answerDocument = (parts: string[]): string =>
	toAscii(`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${parts.join('')}</QBXMLMsgsRs></QBXML>`);

/**
 * Answers a qbXML document as QuickBooks' request processor does: one response for each request, in order. With
 * `onError="stopOnError"`, requests after an error are not carried out.
 * @param session the connector session, which keeps iterators
 * @returns the response document
 * @throws RequestProcessorError when the document as a whole is refused, with the hresult to pass on
 */
export function answerRequest(company: Company, session: Session, requestXml: string): string {
	const { version, onError, requests } = readRequests(requestXml);
	const refusals = requests.map((request) => refusalOf(request, version));
	let stopped = false;
	const parts = requests.map((request, index) => {
		const answer: Answer = stopped
			? { status: statusOf(3231), records: [] }
			: answerOne(request, company, session, refusals[index]);
		stopped ||= answer.status.severity === 'Error' && onError === 'stopOnError';
		return writeAnswer(request, answer);
	});
	return answerDocument(parts);
}

/** The name of a document's first request; empty when it cannot be read. */
export function requestNameOf(requestXml: string): string {
	try {
		return readRequests(requestXml).requests[0].name;
	} catch (error) {
		if (error instanceof RequestProcessorError) return '';
		throw error;
	}
}

/**
 * Answers every request of a document with one status, and carries none of them out.
 * @throws RequestProcessorError when the document itself is refused
 */
export const refuseRequests = (requestXml: string, status: Status): string =>
	answerDocument(
		readRequests(requestXml).requests.map((request) =>
			writeAnswer(request, { status, records: [] }),
		),
	);
