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
import { openStore } from '../../../service/store/database';
import { keepAlive } from '../../../service/store/service-processes';
import { dropDatabases, newDatabase } from '../../support/databases';

const NEVER = '9999-12-31T23:59:59.999Z';
const PASSWORD = 'a password';

interface DeskOptions {
	/** After how many seconds a sign-in means that an answer got lost. */
	readonly answerSeconds?: number;
	/** How long a session is held open after its last answer. */
	readonly holdSeconds?: number;
}

/** The connector's methods on a database of their own, without HTTP, and what they write into the log. */
export async function desk({ answerSeconds, holdSeconds }: DeskOptions = {}) {
	const store = await openStore(await newDatabase());
	const processId = randomUUID();
	await keepAlive(store, processId, NEVER);
	const logged: string[] = [];
	const log: Logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
	const sessions = createSessions({
		store,
		processId,
		timeoutSeconds: 1800,
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
	const applicationId = await createApplication(store, 'test');
	const passwordHash = await hashPassword(PASSWORD, 'somebody');

	/** A connection, and a connector for it. */
	async function connect() {
		const moment = new Date().toISOString();
		const { id, username } = await insertConnection(store, {
			id: randomUUID(),
			app_id: applicationId,
			username: randomUUID(),
			name: 'Rock Castle',
			redirect_url: null,
			type: 'standard',
			password_hash: passwordHash,
			onboarding_token: randomUUID(),
			inserted_at: moment,
			updated_at: moment,
		});
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
