import type { Logger } from 'pino';

import { type HostAndCompany, hostAndCompany, InvalidXml } from '../qbxml';
import { complete, outcomeFor } from '../queue/complete';
import { fetchNext, markSent } from '../queue/fetch';
import type { LargeAnswer } from '../queue/large-answer';
import { type Connection, connectionWith, updateConnection } from '../store/connections';
import type { Session } from '../store/connector-sessions';
import type { Store, StoreOrTransaction } from '../store/database';
import { countAvailable, type RequestRecord } from '../store/queued-requests';
import { inAscii } from './characters';
import { clientVersionVerdict } from './client-version';
import { createLoginThrottle } from './login-throttle';
import { verifyPassword } from './passwords';
import type { Sessions } from './sessions';
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
	readonly onCompleted: (record: RequestRecord) => void;
}

const SERVER_VERSION = '1.0.0';
const nothingToDo = ['', 'none'];
const comeBackLater = ['', 'busy'];
/** What the Web Connector is told when the user name or the password is wrong. */
export const BAD_CREDENTIALS = 'nvu';
const badCredentials = ['', BAD_CREDENTIALS];
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
		{ connection_id }: Session,
		open: string,
	): Promise<string | undefined> {
		const own = (await connectionWith(store, 'id', connection_id))?.company_file ?? '';
		if (own === '' || open === '' || own.toLowerCase() === open.toLowerCase()) return undefined;
		return `This connection belongs to the company file ${own}, but ${open} is open. Open the first one, or set the connection’s password anew to move it to the second.`;
	}

	/**
	 * Records what the connector has told of its host and company, with the first call of a session.
	 * @returns what changes in the session with it
	 */
	async function recordHostAndCompany(
		{ connection_id, has_introduced }: Session,
		call: Arguments<'sendRequestXML'>,
	) {
		if (has_introduced) return {};
		const { strHCPResponse, strCompanyFileName, qbXMLMajorVers, qbXMLMinorVers } = call;
		const host = strHCPResponse === '' ? {} : readHostAndCompany(strHCPResponse, log);
		const version = qbXMLMajorVers && `${qbXMLMajorVers}.${qbXMLMinorVers || '0'}`;
		await updateConnection(store, connection_id, {
			last_connected_at: new Date().toISOString(),
			...(strCompanyFileName && { company_file: strCompanyFileName }),
			...((host.xmlVersion ?? version) && { xml_version: host.xmlVersion ?? version }),
			...(host.accountingProductName && {
				accounting_product_name: host.accountingProductName,
			}),
		});
		return { has_introduced: 1, company_name: host.companyName ?? null } as const;
	}

	async function nameConnection({ connection_id, company_name }: Session): Promise<void> {
		if (!company_name) return;
		const connection = await connectionWith(store, 'id', connection_id);
		if (connection?.name === '')
			await updateConnection(store, connection_id, { name: company_name });
	}

	/**
	 * The percentage done after a response. It counts everything that is still queued, old or new. While there is more, it is
	 * at least 1: the Web Connector is only known to go on after a positive number.
	 */
	async function progress({ connection_id, finished, is_finished }: Session): Promise<number> {
		if (is_finished) return FINISHED;
		const open = 1 + (await countAvailable(store, connection_id));
		return Math.max(1, Math.floor((FINISHED * finished) / (finished + open)));
	}

	/** Stores an outcome and fetches what follows. A retryable request keeps its place in the queue, so nothing does. */
	async function completeAndFetch(
		transaction: StoreOrTransaction,
		session: Session,
		sent: RequestRecord,
		outcome: Awaited<ReturnType<typeof outcomeFor>>,
	) {
		const isCurrent = session.page_request_id === sent.page_request_id;
		const completed = isCurrent && (await complete(transaction, sent, outcome));
		if (!completed) return { result: undefined };
		const { record, nextPage } = completed;
		const following =
			nextPage ??
			(record.state === 'retryable'
				? undefined
				: await fetchNext(transaction, session.connection_id));
		const changes = {
			finished: session.finished + 1,
			page_request_id: following?.page_request_id ?? null,
			is_finished: following ? 0 : 1,
		} as const;
		return { result: { session: { ...session, ...changes }, record }, changes };
	}

	async function refuseAnswer(ticket: string): Promise<number> {
		await sessions.update(ticket, {
			last_error: 'No request of this session waits for an answer.',
		});
		return CALL_GET_LAST_ERROR;
	}

	/** A method that works on a session. If it fails, the connector knows nothing of what it has done. */
	const inSession =
		<Call extends { readonly ticket: string }, Rest extends unknown[], Result>(
			method: (call: Call, ...rest: Rest) => Promise<Result>,
		) =>
		async (call: Call, ...rest: Rest): Promise<Result> => {
			try {
				return await method(call, ...rest);
			} catch (error) {
				sessions.callFailed(call.ticket);
				throw error;
			}
		};

	return {
		serverVersion: () => Promise.resolve(SERVER_VERSION),
		clientVersion: ({ strVersion }) => Promise.resolve(clientVersionVerdict(strVersion)),

		async authenticate({ strUserName, strPassword }) {
			const connection = await throttle.try(strUserName, () =>
				connectionOf(strUserName, strPassword),
			);
			if (connection === undefined) return badCredentials;
			if (connection === 'busy') return comeBackLater;
			await recordSignIn(connection);
			const session = await sessions.open(connection.id);
			if (session === 'busy') return comeBackLater;
			return session ? [session.ticket, connection.company_file ?? ''] : nothingToDo;
		},

		sendRequestXML: inSession(async (call: Arguments<'sendRequestXML'>) => {
			const { ticket } = call;
			const session = await sessions.takeCall(ticket);
			if (!session) return '';
			const problem = await companyMismatch(session, call.strCompanyFileName);
			if (problem !== undefined) {
				log.warn({ connection_id: session.connection_id }, 'another company file is open');
				await sessions.update(ticket, { last_error: problem });
				return '';
			}
			const introduction = await recordHostAndCompany(session, call);
			const sent = await sessions.step(ticket, async (transaction, { page_request_id }) => {
				const result = page_request_id ? await markSent(transaction, page_request_id) : undefined;
				const last_error = result ? undefined : 'There is no request to send.';
				return { result, changes: { ...introduction, ...(last_error && { last_error }) } };
			});
			return sent ? inAscii(sent.request_xml) : '';
		}),

		receiveResponseXML: inSession(
			async (
				{ ticket, ...received }: Arguments<'receiveResponseXML'>,
				largeAnswer?: LargeAnswer | null,
			) => {
				const sent = await sessions.sentRequest(await sessions.takeCall(ticket));
				const isForIt =
					largeAnswer === undefined ||
					largeAnswer?.request.page_request_id === sent?.page_request_id;
				if (!sent || !isForIt) return await refuseAnswer(ticket);
				const outcome = await outcomeFor(sent, {
					...received,
					response: largeAnswer ?? received.response,
				});
				const completed = await sessions.step(ticket, (transaction, current) =>
					completeAndFetch(transaction, current, sent, outcome),
				);
				if (!completed) return await refuseAnswer(ticket);
				onCompleted(completed.record);
				await nameConnection(completed.session);
				return await progress(completed.session);
			},
		),

		connectionError: inSession(
			async ({ ticket, hresult, message }: Arguments<'connectionError'>) => {
				const session = await sessions.takeCall(ticket);
				if (session) {
					log.warn(
						{ connection_id: session.connection_id, hresult, message },
						'connector could not reach the accounting application',
					);
					await sessions.end(ticket);
				}
				return 'done';
			},
		),

		getLastError: inSession(async ({ ticket }: Arguments<'getLastError'>) => {
			const session = await sessions.update(ticket, {});
			return session?.last_error ?? NO_SESSION;
		}),

		closeConnection: inSession(async ({ ticket }: Arguments<'closeConnection'>) => {
			await sessions.end(ticket);
			return 'OK';
		}),
	};
}
