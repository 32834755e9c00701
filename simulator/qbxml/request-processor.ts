import { InvalidXml } from '../../xml/invalid-xml';
import { readXml, type XmlDocument, type XmlElement } from '../../xml/read-xml';
import { carryOut } from '../company/changes';
import { writtenTime } from '../company/dates';
import { follows } from '../company/follow';
import { Refusal } from '../company/refusal';
import type { Company } from '../company/types';
import { writeAttributes, writeXml, type XmlContent } from '../xml/write';
import { asKept, isBeyondAscii, toAscii } from './protocol/characters';
import { shownIn, understoodIn } from './protocol/countries';
import { answerMessageSet, type MessageSet, type Responses } from './protocol/message-sets';
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
import { modelOf } from './schema/content-model';
import { answerFacts, requestFacts } from './schema/facts';
import type { Answer } from './schema/request-type';
import { findUnsupported } from './schema/support';

interface Elements {
	[name: string]: XmlContent | undefined;
}

interface Messages extends MessageSet {
	version: string;
	onError: string;
	/** Whether the answer has records, and not statuses alone. */
	hasRecords: boolean;
}

const attributeNames = ['onError', 'responseData', 'newMessageSetID', 'oldMessageSetID'];

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
	const { attributes, children } = messages;
	const onError = attributes.get('onError') ?? '';
	const responseData = attributes.get('responseData') ?? 'includeAll';
	const newId = attributes.get('newMessageSetID');
	const oldId = attributes.get('oldMessageSetID');
	const isKnownMode = ['stopOnError', 'continueOnError'].includes(onError);
	const isKnownData = ['includeAll', 'includeNone'].includes(responseData);
	const isEmpty = children.length === 0 && oldId === undefined;
	const isKnown = [...attributes.keys()].every((name) => attributeNames.includes(name));
	if (!isKnownMode || !isKnownData || !isKnown || isEmpty) throw unparseable();
	return {
		version,
		onError,
		hasRecords: responseData === 'includeAll',
		newId,
		oldId,
		requests: children.map(asKept),
	};
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

const answerNameOf = ({ name }: XmlElement): string => name.replace(/Rq$/, 'Rs');

/** An answer without the records that the version of the document cannot show, which it warns of. */
function representable(request: XmlElement, version: string, answer: Answer): Answer {
	const { places } = modelOf(answerFacts.get(answerNameOf(request))?.content ?? []);
	const isNewer = ({ element }: AnswerRecord): boolean =>
		Number(places.get(element)?.since ?? '1.0') > Number(version);
	const lost = answer.records.find(isNewer);
	if (lost === undefined) return answer;
	const { FullName = '', Name = FullName } = lost.content as Record<string, string>;
	return {
		...answer,
		status: statusOf(501, lost.element.replace(/Ret$/, ''), Name),
		records: answer.records.filter((record) => !isNewer(record)),
	};
}

/** An answer with a warning in place of a status of 0. */
function warned(company: Company, answer: Answer, warning: Status | undefined): Answer {
	const { status } = answer;
	if (status.code === 0 && warning !== undefined) return { ...answer, status: warning };
	const isWarning = status.code === 1 && !follows(company, 'nothing-found-is-no-warning');
	return isWarning ? { ...answer, status: { ...status, severity: 'Warn' } } : answer;
}

function answerOne(
	request: XmlElement,
	company: Company,
	session: Session,
	{ refusal, warning, version }: { refusal?: StatusError; warning?: Status; version: string },
): Answer {
	try {
		if (refusal !== undefined) throw refusal;
		const type = requestTypes.get(request.name);
		if (type === undefined) throw new StatusError(1030);
		if (company.forbidden.includes(request.name)) throw new StatusError(3260);
		return warned(
			company,
			representable(
				request,
				version,
				carryOut(() => type.answer(request, company, session)),
			),
			warning,
		);
	} catch (error) {
		if (error instanceof Refusal) {
			return { status: statusOf(error.code, ...error.values), records: [] };
		}
		if (error instanceof StatusError) {
			return { status: error.status, records: [...error.records] };
		}
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

const writeAnswer = (request: XmlElement, answer: Answer): string =>
	writeXml({ [answerNameOf(request)]: answerElement(request, answer) });

const answerDocument = (responses: string, attributes: Elements = {}): string =>
	toAscii(
		`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs${writeAttributes(attributes)}>${responses}</QBXMLMsgsRs></QBXML>`,
	);

/** The times of records, which stand for themselves: signs of other texts are escaped. */
const TIMES = /(<Time(?:Created|Modified|Deleted)>)([^<]*)(?=<)/g;

/** Answers with the times of their records as the computer's clock shows them. */
const inTimeZone = ({ timeZone }: Company, xml: string): string =>
	timeZone === 'UTC'
		? xml
		: xml.replace(TIMES, (_, tag: string, time: string) => `${tag}${writtenTime(time, timeZone)}`);

/** Carries out requests one after the other. */
function answerAll(
	company: Company,
	session: Session,
	{ onError, hasRecords, requests, version }: Messages,
	judgements: ReadonlyArray<{ refusal?: StatusError; warning?: Status }>,
): Responses {
	let stopped = false;
	const responses = { full: '', statuses: '' };
	for (const [index, request] of requests.entries()) {
		if (stopped && !follows(company, 'unprocessed-requests-are-answered')) break;
		const answer: Answer = stopped
			? { status: statusOf(3231), records: [] }
			: answerOne(request, company, session, { ...judgements[index], version });
		stopped ||= answer.status.severity === 'Error' && onError === 'stopOnError';
		const status = writeAnswer(request, { status: answer.status, records: [] });
		const records = answer.records.map(({ element, content }) => ({
			element,
			content: shownIn(company.country, content, element),
		}));
		responses.full += hasRecords ? writeAnswer(request, { ...answer, records }) : status;
		responses.statuses += status;
	}
	return responses;
}

/**
 * Answers a qbXML document as QuickBooks' request processor does: one response for each request, in order. With
 * `onError="stopOnError"`, requests after an error are not carried out. A message set with an ID that was carried out before is not
 * carried out again.
 * @param session the connector session, which keeps iterators
 * @param stores whether the company file can remember the answer of a message set with an ID
 * @param warning what is said of each request that is carried out without another warning
 * @returns the response document
 * @throws RequestProcessorError when the document as a whole is refused, with the hresult to pass on
 */
export function answerRequest(
	company: Company,
	session: Session,
	requestXml: string,
	{ stores = true, warning }: { stores?: boolean; warning?: Status } = {},
): string {
	if (isBeyondAscii(requestXml) && follows(company, 'raw-characters-beyond-ascii')) {
		throw unparseable();
	}
	const read = readRequests(requestXml);
	const understood = read.requests.map((request) => understoodIn(company.country, request));
	const messages = { ...read, requests: understood.map(({ request }) => request) };
	const judgements = understood.map((one) => ({
		refusal: refusalOf(one.request, messages.version),
		warning: one.warning ?? warning,
	}));
	const { attributes, responses } = answerMessageSet(
		company,
		session.application,
		messages,
		stores,
		() => answerAll(company, session, messages, judgements),
	);
	return answerDocument(inTimeZone(company, responses), attributes);
}

/** The name of a document's first request; empty when it cannot be read. */
export function requestNameOf(requestXml: string): string {
	try {
		return readRequests(requestXml).requests.at(0)?.name ?? '';
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
		readRequests(requestXml)
			.requests.map((request) => writeAnswer(request, { status, records: [] }))
			.join(''),
	);
