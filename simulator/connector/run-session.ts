import type { Company } from '../company/types';
import { answerRequest } from '../qbxml/answer';
import { RequestProcessorError } from '../qbxml/errors';
import { createSession, type Session } from '../qbxml/session';
import { NEWEST_VERSION } from '../qbxml/versions';
import { openCompany } from './open-company';
import type { SessionReport } from './session-report';
import type { SoapClient } from './soap';

const CLIENT_VERSION = '34.0.10014.93';
const FINISHED = 100;

const HOST_COMPANY_PREFERENCES = `<?xml version="1.0" encoding="utf-8"?><?qbxml version="${NEWEST_VERSION.major}.${NEWEST_VERSION.minor}"?><QBXML><QBXMLMsgsRq onError="continueOnError"><HostQueryRq/><CompanyQueryRq/><PreferencesQueryRq/></QBXMLMsgsRq></QBXML>`;

export type ConnectorSession = {
	client: SoapClient;
	userName: string;
	password: string;
	company: Company;
	/** Asked before each request; true ends the session in good order after the exchange under way. */
	shouldStop: () => boolean;
};

/** The two things a connector can hand over for a request: an answer, or the reason there is none. */
const process = (
	company: Company,
	session: Session,
	requestXml: string,
): { response: string; hresult: string; message: string } => {
	try {
		return { response: answerRequest(company, session, requestXml), hresult: '', message: '' };
	} catch (error) {
		if (!(error instanceof RequestProcessorError)) throw error;
		return { response: '', hresult: error.hresult, message: error.message };
	}
};

/** Requests and answers in turn until the service has no more, says that it failed, or the desktop stops. */
const exchange = async (
	{ client, company, shouldStop }: ConnectorSession,
	ticket: string,
): Promise<{ requests: number; lastError?: string }> => {
	const session = createSession();
	const lastError = async (): Promise<string> => (await client.call('getLastError', { ticket }))[0];
	for (let requests = 0; ; requests += 1) {
		if (shouldStop()) return { requests };
		const [requestXml] = await client.call('sendRequestXML', {
			ticket,
			strHCPResponse:
				requests === 0 ? answerRequest(company, createSession(), HOST_COMPANY_PREFERENCES) : '',
			strCompanyFileName: company.file,
			qbXMLCountry: NEWEST_VERSION.country,
			qbXMLMajorVers: String(NEWEST_VERSION.major),
			qbXMLMinorVers: String(NEWEST_VERSION.minor),
		});
		// An empty request means that there is none, or that there was a failure: only the last error tells.
		if (requestXml === '') return { requests, lastError: await lastError() };
		const [progress] = await client.call('receiveResponseXML', {
			ticket,
			...process(company, session, requestXml),
		});
		const percent = Number.parseInt(progress, 10);
		if (!(percent >= 0)) return { requests: requests + 1, lastError: await lastError() };
		if (percent >= FINISHED) return { requests: requests + 1 };
	}
};

/**
 * Runs one session with the service, in the order of calls of the Web Connector: versions, authenticate, requests
 * and answers, closeConnection. Where the interface is silent on the connector, the Web Connector's own rules hold.
 * @throws SoapError when the service cannot be reached or breaks the protocol
 */
export const runSession = async (options: ConnectorSession): Promise<SessionReport> => {
	const { client, userName, password, company } = options;
	await client.call('serverVersion', {});
	const [verdict] = await client.call('clientVersion', { strVersion: CLIENT_VERSION });
	if (verdict.startsWith('E:'))
		return { outcome: 'refused', requests: 0, message: verdict.slice(2) };
	const [ticket, status = ''] = await client.call('authenticate', {
		strUserName: userName,
		strPassword: password,
	});
	if (status === 'nvu') {
		return { outcome: 'refused', requests: 0, message: 'the user name or the password is wrong' };
	}
	if (status === 'none') return { outcome: 'idle', requests: 0 };
	const isOpen = await openCompany(client, ticket, status, company.file);
	const { requests, lastError } = isOpen
		? await exchange(options, ticket)
		: { requests: 0, lastError: `the company file ${status} is not open` };
	await client.call('closeConnection', { ticket });
	return isOpen
		? { outcome: 'done', requests, ...(lastError && { message: lastError }) }
		: { outcome: 'refused', requests, message: lastError };
};
