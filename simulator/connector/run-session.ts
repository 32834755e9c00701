import type { Colleague } from '../colleague/colleague';
import type { Company } from '../company/types';
import type { Faults } from '../faults/faults';
import { createSession } from '../qbxml/protocol/session';
import { newestVersion } from '../qbxml/protocol/versions';
import { answerRequest, requestNameOf } from '../qbxml/request-processor';
import { openCompany } from './open-company';
import { process } from './process-request';
import type { SessionReport } from './session-report';
import type { SoapClient } from './soap-client';

const CLIENT_VERSION = '34.0.10014.93';
const FINISHED = 100;
/**
 * The service has nothing yet, and holds the session open. The Web Connector would wait for five seconds and ask again; this one ends the
 * session, because it comes back at once when something is queued.
 */
const NO_OP = 'NoOp';

const HOST_COMPANY_PREFERENCES = `<?xml version="1.0" encoding="utf-8"?><?qbxml version="${newestVersion.major}.${newestVersion.minor}"?><QBXML><QBXMLMsgsRq onError="continueOnError"><HostQueryRq/><CompanyQueryRq/><PreferencesQueryRq/></QBXMLMsgsRq></QBXML>`;

interface ConnectorSession {
	client: SoapClient;
	/** The name under which the connector opens the company file. */
	application: string;
	userName: string;
	password: string;
	company: Company;
	faults: Faults;
	colleague: Colleague;
	/** Ends the session cleanly after the current exchange. */
	stop: AbortSignal;
}

interface Exchanged {
	requests: number;
	lastError?: string;
	/** Set when the session broke off. A connector that noticed still closes it. */
	died?: 'silently' | 'noticed';
	/** The connector's own words when it broke off. */
	reason?: string;
}

/** Exchanges requests and responses until the service has no more, reports a failure, or the desktop stops. */
async function exchange(
	{ client, application, company, faults, colleague, stop }: ConnectorSession,
	ticket: string,
): Promise<Exchanged> {
	const session = createSession(application);
	const lastError = async (): Promise<string> => (await client.call('getLastError', { ticket }))[0];
	for (let requests = 0; ; requests += 1) {
		if (stop.aborted || faults.isOffline()) return { requests };
		const [requestXml] = await client.call('sendRequestXML', {
			ticket,
			strHCPResponse:
				requests === 0 ? answerRequest(company, createSession(), HOST_COMPANY_PREFERENCES) : '',
			strCompanyFileName: company.file,
			qbXMLCountry: company.country,
			qbXMLMajorVers: String(newestVersion.major),
			qbXMLMinorVers: String(newestVersion.minor),
		});
		// An empty request means that there is none, or that something failed. Only getLastError tells which.
		if (requestXml === '') {
			const error = await lastError();
			return { requests, ...(error !== NO_OP && { lastError: error }) };
		}
		const processed = await process({ company, session, faults, colleague, stop }, requestXml);
		if ('died' in processed) return { requests, died: processed.died };
		const [progress] = await client.call('receiveResponseXML', { ticket, ...processed });
		if (faults.take('unheard', requestNameOf(requestXml)))
			return {
				requests: requests + 1,
				died: 'noticed',
				reason: 'QBWC1042: ReceiveResponseXML failed.',
			};
		const percent = Number.parseInt(progress, 10);
		if (!(percent >= 0)) return { requests: requests + 1, lastError: await lastError() };
		if (percent >= FINISHED) return { requests: requests + 1 };
		if (session.iterators.size > 0 && faults.take('lost_iterator'))
			return { requests: requests + 1, died: 'noticed' };
	}
}

/**
 * Runs one session with the service, with the Web Connector's order of calls: versions, authenticate, requests and responses,
 * closeConnection. Where the interface says nothing about the connector, the Web Connector's own rules apply.
 * @throws SoapError when the service cannot be reached or breaks the protocol
 */
export async function runSession(options: ConnectorSession): Promise<SessionReport> {
	const { client, userName, password, company, faults } = options;
	if (faults.isOffline()) return { outcome: 'offline', requests: 0 };
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
	if (status === 'none' || status === 'busy') return { outcome: 'idle', requests: 0 };
	const isOpen = await openCompany(client, ticket, status, company.file);
	const { requests, lastError, died, reason }: Exchanged = isOpen
		? await exchange(options, ticket)
		: { requests: 0, lastError: `the company file ${status} is not open` };
	if (died === undefined && isOpen && faults.take('unclosed')) {
		const message = 'QBWC1015: Unexpected exception while the session was being closed.';
		return { outcome: 'broken', requests, message };
	}
	if (died !== 'silently') await client.call('closeConnection', { ticket });
	if (died) return { outcome: 'broken', requests, ...(reason && { message: reason }) };
	return isOpen
		? { outcome: 'done', requests, ...(lastError && { message: lastError }) }
		: { outcome: 'refused', requests, message: lastError };
}
