import type { Logger } from 'pino';

import { type HostAndCompany, hostAndCompany, InvalidXml } from '../qbxml';
import { complete, type Completed } from '../queue/complete';
import { fetchNext, markSent } from '../queue/fetch';
import type { LargeAnswer } from '../queue/large-answer';
import { type Connection, connectionWith, updateConnection } from '../store/connections';
import type { Store } from '../store/database';
import { countAvailable } from '../store/queued-requests';
import { inAscii } from './characters';
import { clientVersionVerdict } from './client-version';
import { createLoginThrottle } from './login-throttle';
import { verifyPassword } from './passwords';
import { type Session, type Sessions, waitingRequest } from './sessions';
import type { MethodName, methodShapes } from './wsdl';

type Arguments<Name extends MethodName> = Readonly<
	Record<(typeof methodShapes)[Name]['parameters'][number], string>
>;

interface ResultTypes {
	string: string;
	int: number;
	ArrayOfString: readonly string[];
}

/** The Web Connector’s eight methods. They take strings by name. */
export type ConnectorMethods = {
	readonly [Name in MethodName]: (
		named: Arguments<Name>,
		/** A response that is too large to be among the arguments; null if nobody waits for it. */
		largeAnswer?: LargeAnswer | null,
	) => Promise<ResultTypes[(typeof methodShapes)[Name]['result']]>;
};

interface ConnectorParts {
	readonly store: Store;
	readonly sessions: Sessions;
	readonly log: Logger;
	/** Called when a request has got its response, so that its webhook goes out. */
	readonly onCompleted: () => void;
}

const SERVER_VERSION = '1.0.0';
const nothingToDo = ['', 'none'];
const comeBackLater = ['', 'busy'];
const badCredentials = ['', 'nvu'];
const NO_SESSION = 'There is no open session with this ticket.';
const FINISHED = 100;
const CALL_GET_LAST_ERROR = -1;
/** A connector without work comes back every few seconds or minutes, and not every visit is recorded. */
const SIGN_IN_RECORD_MILLISECONDS = 60_000;

function readHostAndCompany(xml: string, log: Logger): HostAndCompany {
	try {
		return hostAndCompany(xml);
	} catch (problem) {
		if (!(problem instanceof InvalidXml)) throw problem;
		log.warn({ reason: problem.message }, 'host and company answer could not be read');
		return {};
	}
}

/**
 * What the connector endpoint does when the Web Connector calls. A session fetches one request at a time, oldest first. An
 * iterated request gets all its pages before the next request is fetched.
 */
export function connectorMethods(parts: ConnectorParts): ConnectorMethods {
	const { store, sessions, log, onCompleted } = parts;
	const throttle = createLoginThrottle();

	/** A customer counts as connected as soon as the connector signs in, even if there is nothing to do yet. */
	async function recordSignIn({ id, last_connected_at }: Connection): Promise<void> {
		const now = new Date();
		const isDue =
			last_connected_at === null ||
			now.getTime() - Date.parse(last_connected_at) > SIGN_IN_RECORD_MILLISECONDS;
		if (isDue) await updateConnection(store, id, { last_connected_at: now.toISOString() });
	}

	/** The connection that a connector signs in to; undefined when the user name or password is wrong. */
	async function connectionOf(userName: string, password: string): Promise<Connection | undefined> {
		const connection = await connectionWith(store, 'username', userName);
		const accepted = await verifyPassword(password, connection?.password_hash ?? null);
		return accepted ? connection : undefined;
	}

	/**
	 * The message when a different company file is open than the connection’s own. Requests for one company must never
	 * end up in the books of another.
	 */
	async function companyMismatch(
		{ connectionId }: Session,
		open: string,
	): Promise<string | undefined> {
		const own = (await connectionWith(store, 'id', connectionId))?.company_file ?? '';
		if (own === '' || open === '' || own.toLowerCase() === open.toLowerCase()) return undefined;
		return `This connection belongs to the company file ${own}, but ${open} is open. Open the first one, or set the connection’s password anew to move it to the second.`;
	}

	async function recordHostAndCompany(
		session: Session,
		call: Arguments<'sendRequestXML'>,
	): Promise<void> {
		if (session.hasIntroduced) return;
		session.hasIntroduced = true;
		const { strHCPResponse, strCompanyFileName, qbXMLMajorVers, qbXMLMinorVers } = call;
		const host = strHCPResponse === '' ? {} : readHostAndCompany(strHCPResponse, log);
		const version = qbXMLMajorVers && `${qbXMLMajorVers}.${qbXMLMinorVers || '0'}`;
		session.companyName = host.companyName;
		await updateConnection(store, session.connectionId, {
			last_connected_at: new Date().toISOString(),
			...(strCompanyFileName && { company_file: strCompanyFileName }),
			...((host.xmlVersion ?? version) && { xml_version: host.xmlVersion ?? version }),
			...(host.accountingProductName && {
				accounting_product_name: host.accountingProductName,
			}),
		});
	}

	async function nameConnection({ connectionId, companyName }: Session): Promise<void> {
		if (!companyName) return;
		const connection = await connectionWith(store, 'id', connectionId);
		if (connection?.name === '') await updateConnection(store, connectionId, { name: companyName });
	}

	/**
	 * The percentage done after a response. It counts everything that is still queued, old or new. While there is more, it is
	 * at least 1: the Web Connector is only known to go on after a positive number.
	 */
	async function progress(session: Session): Promise<number> {
		if (!session.current) return FINISHED;
		const open = 1 + (await countAvailable(store, session.connectionId));
		return Math.max(1, Math.floor((FINISHED * session.finished) / (session.finished + open)));
	}

	/** A retryable request keeps its place in the queue, so this session fetches nothing behind it. */
	async function fetchFollowing(session: Session, { record, nextPage }: Completed): Promise<void> {
		session.finished += 1;
		session.current =
			nextPage ??
			(record.state === 'retryable' ? undefined : await fetchNext(store, session.connectionId));
		session.isFinished = session.current === undefined;
	}

	return {
		serverVersion: () => Promise.resolve(SERVER_VERSION),
		clientVersion: ({ strVersion }) => Promise.resolve(clientVersionVerdict(strVersion)),

		async authenticate({ strUserName, strPassword }) {
			const connection = await throttle.try(strUserName, () =>
				connectionOf(strUserName, strPassword),
			);
			if (connection === undefined) return badCredentials;
			const session = connection === 'busy' ? undefined : sessions.open(connection.id);
			if (connection === 'busy' || !session) return comeBackLater;
			await recordSignIn(connection);
			session.current = await fetchNext(store, connection.id);
			if (session.current) return [session.ticket, connection.company_file ?? ''];
			await sessions.end(session);
			return nothingToDo;
		},

		async sendRequestXML(call) {
			const session = sessions.use(call.ticket);
			if (!session) return '';
			const problem = await companyMismatch(session, call.strCompanyFileName);
			if (problem !== undefined) {
				log.warn({ connection_id: session.connectionId }, 'another company file is open');
				session.lastError = problem;
				return '';
			}
			await recordHostAndCompany(session, call);
			const sent = session.current && (await markSent(store, session.current));
			if (!sent) {
				session.lastError = 'There is no request to send.';
				return '';
			}
			session.current = sent;
			return inAscii(sent.request_xml);
		},

		async receiveResponseXML({ ticket, ...received }, largeAnswer) {
			const session = sessions.use(ticket);
			if (!session) return CALL_GET_LAST_ERROR;
			const sent = waitingRequest(session);
			const isForIt =
				largeAnswer === undefined || largeAnswer?.request.page_request_id === sent?.page_request_id;
			const response = largeAnswer ?? received.response;
			const completed = sent && isForIt && (await complete(store, sent, { ...received, response }));
			if (!completed) {
				session.lastError = 'No request of this session waits for an answer.';
				return CALL_GET_LAST_ERROR;
			}
			await nameConnection(session);
			await fetchFollowing(session, completed);
			onCompleted();
			return progress(session);
		},

		async connectionError({ ticket, hresult, message }) {
			const session = sessions.use(ticket);
			if (session) {
				log.warn(
					{ connection_id: session.connectionId, hresult, message },
					'connector could not reach the accounting application',
				);
				await sessions.end(session);
			}
			return 'done';
		},

		getLastError: ({ ticket }) => Promise.resolve(sessions.use(ticket)?.lastError ?? NO_SESSION),

		async closeConnection({ ticket }) {
			const session = sessions.use(ticket);
			if (session) await sessions.end(session);
			return 'OK';
		},
	};
}
