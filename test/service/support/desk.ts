import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { type Logger, pino } from 'pino';

import { connectorMethods } from '../../../service/connector/methods';
import { hashPassword } from '../../../service/connector/passwords';
import { createSessions } from '../../../service/connector/sessions';
import { requestFromXml } from '../../../service/qbxml';
import { enqueue } from '../../../service/queue/enqueue';
import { createApplication } from '../../../service/store/applications';
import { insertConnection } from '../../../service/store/connections';
import { openStore, type Store } from '../../../service/store/database';
import { keepAlive } from '../../../service/store/service-processes';
import { dropDatabases, newDatabase } from '../../support/databases';

const NEVER = '9999-12-31T23:59:59.999Z';
export const PASSWORD = 'a password';
let passwordHash: Promise<string> | undefined;

interface DeskOptions {
	/** After how many seconds a sign-in means that an answer got lost. */
	readonly answerSeconds?: number;
	/** How long a session is held open after its last answer. */
	readonly holdSeconds?: number;
}

interface ProcessOptions extends DeskOptions {
	readonly timeoutSeconds?: number;
	readonly log: Logger;
}

/** A process of the service, with the connector's methods and without HTTP. */
export async function deskProcess(
	store: Store,
	{ answerSeconds, holdSeconds, timeoutSeconds = 1800, log }: ProcessOptions,
) {
	const id = randomUUID();
	await keepAlive(store, id, NEVER);
	const sessions = createSessions({
		store,
		processId: id,
		timeoutSeconds,
		answerSeconds,
		log,
		guard: { isHeld: async () => false, isCurrent: () => sql<number>`1` },
		onRelease: () => undefined,
	});
	const methods = connectorMethods({
		store,
		sessions,
		holdSeconds,
		log,
		onCompleted: () => undefined,
	});
	return {
		id,
		store,
		sessions,
		methods,
		send: (ticket: string, companyFile = '') =>
			methods.sendRequestXML({
				ticket,
				strHCPResponse: '',
				strCompanyFileName: companyFile,
				qbXMLCountry: 'US',
				qbXMLMajorVers: '16',
				qbXMLMinorVers: '0',
			}),
		receive: (ticket: string, response: string, hresult = '', message = '') =>
			methods.receiveResponseXML({ ticket, response, hresult, message }),
	};
}

/** Puts a connection into a store, whose connector signs in with `PASSWORD`. */
export async function connectionIn(store: Store, applicationId: string) {
	const moment = new Date().toISOString();
	return await insertConnection(store, {
		id: randomUUID(),
		app_id: applicationId,
		username: randomUUID(),
		name: 'Rock Castle',
		redirect_url: null,
		type: 'standard',
		password_hash: await (passwordHash ??= hashPassword(PASSWORD, 'somebody')),
		onboarding_token: randomUUID(),
		inserted_at: moment,
		updated_at: moment,
	});
}

/** The connector's methods on a database of their own, and what they write into the log. */
export async function desk(options: DeskOptions = {}) {
	const store = await openStore(await newDatabase());
	const logged: string[] = [];
	const log: Logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
	const { sessions, methods, send, receive } = await deskProcess(store, { ...options, log });
	const applicationId = await createApplication(store, 'test');

	/** A connection, and a connector for it. */
	async function connect() {
		const { id, username } = await connectionIn(store, applicationId);
		return {
			id,
			/** Queues a request, and returns its ID. */
			queue: async (requestXml: string, iterate = false) => {
				const request = requestFromXml(requestXml);
				const order = { connectionId: id, request, requestXml, iterate, isPrivateCaller: true };
				return (await enqueue(store, iterate ? { ...order, requestXml: undefined } : order)).id;
			},
			signIn: async (strPassword = PASSWORD, address?: string) =>
				await methods.authenticate({ strUserName: username, strPassword }, { address }),
			pages: async () =>
				await store
					.selectFrom('queued_requests')
					.select(['page', 'state', 'response_xml', 'error'])
					.where('connection_id', '=', id)
					.orderBy('sequence')
					.execute(),
		};
	}

	return {
		store,
		applicationId,
		logged,
		sessions,
		connect,
		send,
		receive,
		lastError: (ticket: string) => methods.getLastError({ ticket }),
		close: (ticket: string) => methods.closeConnection({ ticket }),
		/** The state of a request, with the code of its error. */
		stateOf: async (id: string) => {
			const { state, error } = await store
				.selectFrom('queued_requests')
				.select(['state', 'error'])
				.where('page_request_id', '=', id)
				.executeTakeFirstOrThrow();
			return [state, error && (JSON.parse(error) as { code: string }).code];
		},
		async end() {
			await store.destroy();
			await dropDatabases();
		},
	};
}

export type Desk = Awaited<ReturnType<typeof desk>>;
