import { isDeepStrictEqual } from 'node:util';

import type { Logger } from 'pino';

import { statusIn } from '../../quickbooks/rules/statuses';
import type { Deliverer, KeptSlot } from '../deliveries/deliverer';
import { networkOf } from '../network/addresses';
import { type HostAndCompany, hostAndCompany, InvalidXml } from '../qbxml';
import { complete, type Completed, outcomeFor, recoveredOutcomeFor } from '../queue/complete';
import { fetchNext, fetchPage, handOut } from '../queue/fetch';
import type { LargeAnswer } from '../queue/large-answer';
import { type Mismatch, type Outcome, type RequestError, saysBusy } from '../queue/outcome';
import { type Connection, markAnswered, updateConnection } from '../store/connections';
import { type Session, type SessionCall, signInTo } from '../store/connector-sessions';
import type { Store, StoreOrTransaction } from '../store/database';
import { countAvailable, type RequestRecord } from '../store/queued-requests';
import { inAscii } from './characters';
import { clientVersionVerdict } from './client-version';
import { createLoginThrottle } from './login-throttle';
import { isVerified, verifyPassword } from './passwords';
import type { Sessions, Step } from './sessions';
import type { MethodName, methodShapes } from './wsdl';

type Arguments<Name extends MethodName> = Readonly<
	Record<(typeof methodShapes)[Name]['parameters'][number], string>
>;

interface ResultTypes {
	string: string;
	int: number;
	ArrayOfString: readonly string[];
}

/** What belongs to a call besides its arguments. */
export interface Circumstances {
	/** A response that is too large to be among the arguments; null if nobody waits for it. */
	readonly largeAnswer?: LargeAnswer | null;
	/** Who calls. */
	readonly address?: string;
	/** Told if nobody knows who calls: a sign-in that fails, or a ticket of no open session. */
	readonly callerIsUnknown?: () => void;
}

/** The Web Connector’s eight methods. They take strings by name. */
export type ConnectorMethods = {
	readonly [Name in MethodName]: (
		named: Arguments<Name>,
		around?: Circumstances,
	) => Promise<ResultTypes[(typeof methodShapes)[Name]['result']]>;
};

interface ConnectorParts {
	readonly store: Store;
	readonly sessions: Sessions;
	/** How long a session stays open after its last answer; not at all unless given. */
	readonly holdSeconds?: number;
	readonly log: Logger;
	/** Keeps a slot for the delivery of a request that is about to end. Without it, all deliveries are looked for. */
	readonly keepSlot?: Deliverer['keepSlot'];
	/**
	 * Called when a request has got its response.
	 * @param isDue whether its delivery has to be looked for
	 */
	readonly onCompleted: (record: RequestRecord, isDue: boolean) => void;
}

const SERVER_VERSION = '1.0.0';
const nothingToDo = ['', 'none'];
/** The answer to a sign-in that can't be taken now. */
export const comeBackLater = ['', 'busy'];
/** What the Web Connector is told when the user name or the password is wrong. */
const badCredentials = ['', 'nvu'];
const NO_SESSION = 'There is no open session with this ticket.';
const REPLACED =
	'Another session of this connection has taken the place of this one. If this happens again, the connector file is in use on two computers: remove it from one of them.';
/** What changes in a session when it turns out that the database was restored. */
const RESTORED = {
	last_error: 'The service was restored from a backup. Nothing is sent until its operator says so.',
} as const;
/** In percent. */
export const FINISHED = 100;
/** There may be more in a moment. */
const ALMOST_FINISHED = 99;
/** As the answer to getLastError, it has the Web Connector wait for five seconds and then ask for a request again. */
const NO_OP = 'NoOp';
/**
 * How many times as long as after its last answer a session can be held open altogether, because the other connections of the same
 * desktop wait for it.
 */
const MOST_HOLDS = 4;
const CALL_GET_LAST_ERROR = -1;
/** Another company file is open than the one that was asked for. */
const OTHER_FILE = '0x8004040A';
/** What the connector reports of a company file that it can't open: it may also have been moved. */
const fileCodes: ReadonlySet<string> = new Set([OTHER_FILE, '0x80040408']);
/** A connector without work comes back every few seconds or minutes, and not every visit is recorded. */
const SIGN_IN_RECORD_MILLISECONDS = 60_000;

const isLongAgo = (moment: string | null): boolean =>
	moment === null || Date.now() - Date.parse(moment) > SIGN_IN_RECORD_MILLISECONDS;

/** What a session remembers of an answer that reports an error instead of bringing a response. */
interface Report {
	/** The connector's own words. */
	readonly words: readonly [hresult: string, message: string];
	/** What became of its request. */
	readonly error: RequestError;
}

/** What an answer reports; null if it brings a response. */
const reportOf = (
	{ hresult, message }: Pick<Arguments<'receiveResponseXML'>, 'hresult' | 'message'>,
	outcome: Outcome | Mismatch,
): Report | null =>
	outcome.state === 'error' && outcome.response === undefined
		? { words: [hresult.trim(), message], error: outcome.error }
		: null;

const lastReport = ({ last_report }: Session): Report | null =>
	last_report === null ? null : (JSON.parse(last_report) as Report);

/** What a session has received for its request. */
interface Received {
	readonly outcome: Outcome;
	readonly report: Report | null;
}

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
	const { store, sessions, holdSeconds = 0, log, keepSlot, onCompleted } = parts;
	const throttle = createLoginThrottle();

	/**
	 * Records what has changed in a connection. A customer counts as connected as soon as the connector signs in, even if there is
	 * nothing to do yet.
	 */
	async function recordVisit(
		connection: Connection,
		told: Partial<
			Pick<Connection, 'company_file' | 'other_file' | 'xml_version' | 'accounting_product_name'>
		> = {},
	): Promise<void> {
		const { id, last_connected_at, password_refused_at } = connection;
		const isDue =
			isLongAgo(last_connected_at) || (password_refused_at ?? '') > (last_connected_at ?? '');
		const isNew = Object.entries(told).some(
			([column, value]) => connection[column as keyof typeof told] !== value,
		);
		if (isDue || isNew)
			await updateConnection(store, id, { ...told, last_connected_at: new Date().toISOString() });
	}

	/** For whoever looks why a connector is silent. Guessing passwords writes no more often than signing in. */
	async function recordRefusal(connection: Connection | undefined): Promise<void> {
		if (connection && isLongAgo(connection.password_refused_at))
			await updateConnection(store, connection.id, {
				password_refused_at: new Date().toISOString(),
			});
	}

	/**
	 * The message when a different company file is open than the connection’s own. Requests for one company must never
	 * end up in the books of another.
	 */
	function companyMismatch({ session, connection }: SessionCall, open: string): string | undefined {
		const own = connection.company_file ?? '';
		// Asked for whichever file is open, the connector has to say which one that is.
		const isUnnamed = open === '' && session.takes_any_file === 0;
		if (own === '' || isUnnamed || own.toLowerCase() === open.toLowerCase()) return undefined;
		return `This connection belongs to the company file ${own}, but ${open || 'another one'} is open. Open the first one. If the second is the same file (on a mapped drive and on a share), or it was moved there: whoever runs the service can choose “Use the File That Is Opened Next” on the page of this connection. The password stays.`;
	}

	/** What to answer when the company file can't be opened: an empty name asks for whichever file is open, to learn its name. */
	async function afterConnectionError(
		{ session, connection }: SessionCall,
		hresult: string,
	): Promise<'' | 'done'> {
		const { id, company_file, other_file } = connection;
		const { ticket, has_introduced, takes_any_file } = session;
		const code = statusIn(hresult) ?? '';
		if (company_file !== null && has_introduced === 0 && fileCodes.has(code)) {
			const isFirst = code === OTHER_FILE && takes_any_file === 0;
			if (isFirst && (await sessions.update(ticket, { takes_any_file: 1 }))) return '';
			if (other_file === null) await updateConnection(store, id, { other_file: '' });
		}
		await sessions.end(ticket);
		return 'done';
	}

	/**
	 * Records what the connector has told of its host and company, with the first call of a session.
	 * @returns what changes in the session with it, and the connection as it is now known
	 */
	async function recordHostAndCompany(
		{ session, connection }: SessionCall,
		call: Arguments<'sendRequestXML'>,
	) {
		if (session.has_introduced) return { introduction: {}, connection };
		const { strHCPResponse, strCompanyFileName, qbXMLMajorVers, qbXMLMinorVers } = call;
		const host = strHCPResponse === '' ? {} : readHostAndCompany(strHCPResponse, log);
		const version = qbXMLMajorVers && `${qbXMLMajorVers}.${qbXMLMinorVers || '0'}`;
		const told = {
			other_file: null,
			...(strCompanyFileName && { company_file: strCompanyFileName }),
			...((host.xmlVersion ?? version) && { xml_version: host.xmlVersion ?? version }),
			...(host.accountingProductName && {
				accounting_product_name: host.accountingProductName,
			}),
		};
		await recordVisit(connection, told);
		const introduction = { has_introduced: 1, company_name: host.companyName ?? null } as const;
		return { introduction, connection: { ...connection, ...told } };
	}

	async function nameConnection({ session, connection }: SessionCall): Promise<void> {
		const { company_name } = session;
		if (company_name && connection.name === '')
			await updateConnection(store, connection.id, { name: company_name });
	}

	/**
	 * The percentage done after a response. It counts everything that is still queued, old or new. While there is more, it is
	 * at least 1: the Web Connector is only known to go on after a positive number.
	 */
	async function progress(session: Session): Promise<number> {
		const { connection_id, page_request_id, finished, is_finished } = session;
		if (is_finished) return FINISHED;
		if (page_request_id === null) return ALMOST_FINISHED;
		const open = 1 + (await countAvailable(store, connection_id));
		return Math.max(1, Math.floor((FINISHED * finished) / (finished + open)));
	}

	const inSeconds = (seconds: number): string =>
		new Date(Date.now() + seconds * 1000).toISOString();

	/** Whether a session with nothing to do stays open, because an answer came a moment ago that may be followed by a request. */
	const isHeld = ({ hold_until, hold_limit }: Pick<Session, 'hold_until' | 'hold_limit'>) => {
		const now = inSeconds(0);
		return hold_until !== null && now < hold_until && (hold_limit === null || now < hold_limit);
	};

	/** Fetches the next request for a session that was held open; undefined while there is none. */
	async function fetchForHeld(transaction: StoreOrTransaction, session: Session) {
		if (session.page_request_id !== null || session.is_finished) return undefined;
		return (await fetchNext(transaction, session.connection_id))?.page_request_id;
	}

	/** Hands out the request that a session was opened for, or has fetched; undefined if that is not what is to be done. */
	async function handOutForeseen(
		{ session }: SessionCall,
		{ introduction, connection }: Awaited<ReturnType<typeof recordHostAndCompany>>,
	): Promise<string | undefined> {
		const { page_request_id, handed_out_at, recovers } = session;
		if (page_request_id === null || handed_out_at !== null || recovers === 1) return undefined;
		const changes = { ...introduction, handed_out_at: inSeconds(0) };
		return await sessions.foreseenStep(session, changes, (transaction) =>
			handOut(transaction, { page_request_id, recovers }, connection),
		);
	}

	/** What changes in a session that has nothing to hand out, and why, as the answer to getLastError. */
	function withoutRequest(session: Session) {
		const isWaiting = session.page_request_id === null && session.is_finished === 0;
		if (isWaiting && isHeld(session))
			return {
				last_error: NO_OP,
				hold_limit: session.hold_limit ?? inSeconds(MOST_HOLDS * holdSeconds),
			};
		return isWaiting
			? ({ last_error: 'Nothing is left to do.', is_finished: 1 } as const)
			: { last_error: 'There is no request to send.' };
	}

	/** What changes in a session whose request has ended, or goes back into the queue. */
	function afterAnswer(
		session: Session,
		{ outcome, report }: Received,
		following?: string,
		remaining: number | null = null,
	) {
		const hold_until = holdSeconds > 0 && !saysBusy(outcome) ? inSeconds(holdSeconds) : null;
		const goesOn = following !== undefined || isHeld({ ...session, hold_until });
		return {
			finished: session.finished + 1,
			last_report: report && JSON.stringify(report),
			page_request_id: following ?? null,
			recovers: 0,
			handed_out_at: null,
			iterator_remaining: remaining,
			hold_until,
			is_finished: goesOn ? 0 : 1,
		} as const;
	}

	async function storeAnswer(
		transaction: StoreOrTransaction,
		sent: RequestRecord,
		outcome: Outcome,
		slot: KeptSlot | undefined,
	): Promise<Completed | undefined> {
		const completed = await complete(transaction, sent, outcome, slot?.lock);
		const messageSet = completed?.record.message_set ?? null;
		if (messageSet !== null && outcome.response)
			await markAnswered(transaction, sent.connection_id, messageSet);
		return completed;
	}

	/**
	 * Has QuickBooks asked about a write for which the same error is reported as for the request before it. Nothing but their words tells
	 * two such reports apart, so it may be the earlier one that came twice.
	 * @returns the session; undefined if the request does not wait for its answer any more
	 */
	const askAboutRepeated = (
		{ ticket }: Session,
		{ page_request_id }: RequestRecord,
		report: Report,
	): Promise<Session | undefined> =>
		sessions.step(ticket, async (_, session) => {
			const isWaiting =
				session.page_request_id === page_request_id && session.handed_out_at !== null;
			const last_report = JSON.stringify(report);
			const changes = { recovers: 1, handed_out_at: null, last_report } as const;
			return isWaiting ? { result: session, changes } : { result: undefined };
		});

	type Taken = Partial<Completed> & { readonly session: Session };

	/** Stores an outcome and fetches what follows. A retryable request keeps its place in the queue, so nothing does. */
	async function completeAndFetch(
		transaction: StoreOrTransaction,
		session: Session,
		sent: RequestRecord,
		received: Received,
		slot: KeptSlot | undefined,
	): Promise<Step<Taken | undefined>> {
		const { outcome } = received;
		const isCurrent =
			session.page_request_id === sent.page_request_id && session.handed_out_at !== null;
		if (!isCurrent) return { result: undefined };
		if (session.recovers && outcome.state === 'retryable') {
			// It goes on as it is: only QuickBooks' answer could say that it may go out again.
			const changes = { page_request_id: null, handed_out_at: null, is_finished: 1 } as const;
			return { result: { session: { ...session, ...changes } }, changes };
		}
		const completed = await storeAnswer(transaction, sent, outcome, slot);
		if (!completed) return { result: undefined };
		const { nextPage } = completed;
		const following =
			nextPage?.record ??
			(saysBusy(outcome) ? undefined : await fetchNext(transaction, session.connection_id));
		const { page_request_id } = following ?? {};
		const changes = afterAnswer(session, received, page_request_id, nextPage?.remaining);
		return { result: { session: { ...session, ...changes }, ...completed }, changes };
	}

	/** The same for an answer after which it is known what the session does next; undefined if it stands elsewhere by now. */
	async function completeForeseen(
		{ session, next }: SessionCall,
		sent: RequestRecord,
		received: Received,
		slot: KeptSlot | undefined,
	): Promise<Taken | undefined> {
		const { outcome } = received;
		const isForeseen =
			session.page_request_id === sent.page_request_id &&
			session.handed_out_at !== null &&
			session.recovers === 0 &&
			!saysBusy(outcome) &&
			!(sent.iterates && outcome.state === 'response_received' && outcome.iterator);
		if (!isForeseen) return undefined;
		const changes = afterAnswer(session, received, next);
		return await sessions.foreseenStep(session, changes, async (transaction) => {
			const completed = await storeAnswer(transaction, sent, outcome, slot);
			const isFetched =
				completed && (next === undefined || (await fetchPage(transaction, next)) !== undefined);
			return isFetched ? { session: { ...session, ...changes }, ...completed } : undefined;
		});
	}

	/** Stores an answer, and begins its delivery. */
	async function takeAnswer(
		call: SessionCall,
		sent: RequestRecord,
		received: Received,
		isLarge: boolean,
	): Promise<Taken | undefined> {
		const slot =
			sent.webhook_url === null || received.outcome.state === 'retryable'
				? undefined
				: keepSlot?.({
						pageRequestId: sent.page_request_id,
						applicationId: call.connection.app_id,
						host: new URL(sent.webhook_url).host,
					});
		let taken: Taken | undefined;
		try {
			taken =
				(isLarge ? undefined : await completeForeseen(call, sent, received, slot)) ??
				(await sessions.step(call.session.ticket, (transaction, current) =>
					completeAndFetch(transaction, current, sent, received, slot),
				));
		} finally {
			if (slot && taken?.delivery) slot.start(taken.delivery);
			else slot?.release();
		}
		if (taken?.record) onCompleted(taken.record, taken.delivery !== undefined && !slot);
		return taken;
	}

	/** Refuses an answer that is no request's, or another one's: what it would change is known only to the one it belongs to. */
	async function refuseAnswer(
		ticket: string,
		{ callerIsUnknown }: Circumstances,
		last_error = 'No request of this session waits for an answer.',
	): Promise<number> {
		const session = await sessions.update(ticket, { last_error });
		if (!session) {
			callerIsUnknown?.();
			await sessions.noteReplaced(ticket);
		}
		// Anybody can make up a ticket, and as many of them as they like.
		log[session ? 'warn' : 'info'](
			{ connection_id: session?.connection_id, page_request_id: session?.page_request_id },
			`an answer was refused: ${session ? last_error : NO_SESSION}`,
		);
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

		async authenticate({ strUserName, strPassword }, { address = '', callerIsUnknown } = {}) {
			const network = networkOf(address);
			const found = await signInTo(store, 'username', strUserName);
			const hash = found?.connection.password_hash ?? null;
			const known = isVerified(strPassword, hash)
				? found
				: // Each address has a queue of its own, so that nobody else can keep a connector waiting.
					await throttle.try(JSON.stringify([strUserName, network]), async () =>
						(await verifyPassword(strPassword, hash, network)) ? found : undefined,
					);
			if (known === undefined || known === 'busy') callerIsUnknown?.();
			if (known === undefined) {
				await recordRefusal(found?.connection);
				return badCredentials;
			}
			if (known === 'busy') return comeBackLater;
			const { connection } = known;
			await recordVisit(connection);
			const session = await sessions.open(connection.id, known);
			if (session === 'busy') return comeBackLater;
			return session ? [session.ticket, connection.company_file ?? ''] : nothingToDo;
		},

		sendRequestXML: inSession(
			async (call: Arguments<'sendRequestXML'>, { callerIsUnknown }: Circumstances = {}) => {
				const { ticket } = call;
				const around = await sessions.takeCall(ticket);
				if (!around) {
					callerIsUnknown?.();
					await sessions.noteReplaced(ticket);
					return '';
				}
				const { session, connection } = around;
				const other_file = call.strCompanyFileName;
				const problem = companyMismatch(around, other_file);
				if (problem !== undefined) {
					log.warn({ connection_id: session.connection_id }, 'another company file is open');
					await updateConnection(store, connection.id, { other_file });
					await sessions.update(ticket, { last_error: problem });
					return '';
				}
				const introduced = await recordHostAndCompany(around, call);
				const foreseen = await handOutForeseen(around, introduced);
				if (foreseen !== undefined) return inAscii(foreseen);
				const sent = await sessions.step(ticket, async (transaction, current) => {
					if (await sessions.isHeld(transaction)) return { result: undefined, changes: RESTORED };
					const { handed_out_at, recovers } = current;
					const page_request_id =
						current.page_request_id ?? (await fetchForHeld(transaction, current)) ?? null;
					const isDue = page_request_id !== null && handed_out_at === null;
					const result = isDue
						? await handOut(transaction, { page_request_id, recovers }, introduced.connection)
						: undefined;
					const changes = result
						? { page_request_id, handed_out_at: inSeconds(0) }
						: withoutRequest(current);
					return { result, changes: { ...introduced.introduction, ...changes } };
				});
				return sent ? inAscii(sent) : '';
			},
		),

		receiveResponseXML: inSession(
			async (
				{ ticket, ...received }: Arguments<'receiveResponseXML'>,
				circumstances: Circumstances = {},
			) => {
				const { largeAnswer } = circumstances;
				const call = await sessions.takeCall(ticket);
				const sent = call?.sent;
				const isForIt =
					largeAnswer === undefined ||
					largeAnswer?.request.page_request_id === sent?.page_request_id;
				if (!call || !sent || !isForIt) return await refuseAnswer(ticket, circumstances);
				const { session } = call;
				const response = { ...received, response: largeAnswer ?? received.response };
				const last = lastReport(session);
				const outcome = session.recovers
					? await recoveredOutcomeFor(sent, response, last?.error)
					: await outcomeFor(sent, response, session.iterator_remaining);
				if (outcome.state === 'mismatch')
					return await refuseAnswer(
						ticket,
						circumstances,
						`This is not the answer to the request that was sent last: ${outcome.reason}.`,
					);
				const isAsReported = outcome.state === 'error' && outcome.error === last?.error;
				const report = isAsReported ? last : reportOf(received, outcome);
				const isRepeated = !session.recovers && isDeepStrictEqual(report?.words, last?.words);
				if (report && isRepeated && sent.message_set !== null) {
					const waiting = await askAboutRepeated(session, sent, report);
					return await (waiting ? progress(waiting) : refuseAnswer(ticket, circumstances));
				}
				const taken = await takeAnswer(call, sent, { outcome, report }, largeAnswer !== undefined);
				if (!taken) return await refuseAnswer(ticket, circumstances);
				await nameConnection({ ...call, session: taken.session });
				return await progress(taken.session);
			},
		),

		connectionError: inSession(
			async (
				{ ticket, hresult, message }: Arguments<'connectionError'>,
				{ callerIsUnknown }: Circumstances = {},
			) => {
				const call = await sessions.takeCall(ticket);
				if (!call) {
					callerIsUnknown?.();
					return 'done';
				}
				log.warn(
					{ connection_id: call.connection.id, hresult, message },
					'connector could not reach the accounting application',
				);
				return await afterConnectionError(call, hresult);
			},
		),

		getLastError: inSession(
			async ({ ticket }: Arguments<'getLastError'>, { callerIsUnknown }: Circumstances = {}) => {
				const session = await sessions.update(ticket, {});
				if (session) return session.last_error;
				callerIsUnknown?.();
				return (await sessions.wasReplaced(ticket)) ? REPLACED : NO_SESSION;
			},
		),

		closeConnection: inSession(
			async ({ ticket }: Arguments<'closeConnection'>, { callerIsUnknown }: Circumstances = {}) => {
				if (!(await sessions.end(ticket))) callerIsUnknown?.();
				return 'OK';
			},
		),
	};
}
