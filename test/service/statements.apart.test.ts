import path from 'node:path';

import type { SqliteDatabase } from 'kysely';

import { until } from '../../n8n/until';
import { addKey, createApplication } from '../../service/store/applications';
import { openStore } from '../../service/store/database';
import { addWebhookSecret, encryptionWith } from '../../service/store/webhook-secrets';
import { newDatabase, onPostgres } from '../support/databases';
import { apiClient } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import { answer, HOST_AND_COMPANY, request } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import { service, stopServices } from './support/service';
import { countAs, countedSqlite, countIn, countPostgres, statementsBy } from './support/statements';

jest.mock('../../service/store/dialects/prepared-statements', () => {
	const { withPreparedStatements } = jest.requireActual(
		'../../service/store/dialects/prepared-statements',
	);
	return {
		withPreparedStatements: (database: SqliteDatabase) =>
			countedSqlite(withPreparedStatements(database)),
	};
});
jest.mock('../../service/deliveries/deliverer', () => {
	const { createDeliverer } = jest.requireActual('../../service/deliveries/deliverer');
	const { counted, named } = jest.requireActual('./support/statements');
	return {
		createDeliverer: (...parts: unknown[]) => {
			const deliverer = createDeliverer(...parts);
			const asDelivery =
				(method: (...call: unknown[]) => unknown) =>
				(...call: unknown[]) =>
					counted(named('delivery'), () => method(...call));
			return {
				...deliverer,
				deliver: asDelivery(deliverer.deliver),
				keepSlot: asDelivery(deliverer.keepSlot),
			};
		},
	};
});

/** What a process does every few seconds has no part in a life. */
jest.mock('../../service/server/maintenance', () => {
	const { startMaintenance } = jest.requireActual('../../service/server/maintenance');
	const { counted } = jest.requireActual('./support/statements');
	return {
		startMaintenance: (parts: unknown) => counted('maintenance', () => startMaintenance(parts)),
	};
});

const KEY = 'issued-key';
const LONG_AGO = '2000-01-01T00:00:00.000Z';
const OPERATORS_KEY = 'of-the-operator-at-least-32-characters-long';
const COMPANY_FILE = 'C:\\Books\\company.qbw';

afterEach(async () => {
	await stopServices();
	stopReceivers();
	await cleanUp();
	jest.restoreAllMocks();
});

/**
 * The most statements that each call of a request's life takes, on SQLite and on PostgreSQL, without those that begin and end
 * transactions. `STATEMENTS=1` prints them.
 */
const most = {
	queue: 3,
	serverVersion: 0,
	clientVersion: 0,
	authenticate: 4,
	sendRequestXML: 3,
	receiveResponseXML: 5,
	closeConnection: 1,
	getLastError: 1,
	delivery: 4,
	get: 3,
} as const;

/** How many transactions a life takes of which more than one statement is part. On SQLite, each change has one. */
const MOST_TRANSACTIONS = 8;

const TRANSACTION = /^(?:begin|commit|rollback|savepoint|release)\b/;

type Call = keyof typeof most;
const calls = Object.keys(most) as Call[];

const listed = (statements: Readonly<Record<string, readonly string[]>>): string =>
	Object.entries(statements)
		.map(([call, made]) => [`${call}: ${made.length}`, ...made.map((sql) => `  ${sql}`)].join('\n'))
		.join('\n');

test('a request takes no more statements in its life than before', async () => {
	const database = onPostgres()
		? await newDatabase()
		: path.join(await temporaryFolder(), 'data.sqlite');
	const store = await openStore(database);
	const application = await createApplication(store, 'Office');
	await addKey(store, application, KEY);
	await addWebhookSecret(store, application, 'a secret', encryptionWith(OPERATORS_KEY));
	const { baseUrl, connector } = await service({
		database,
		apiKeys: [],
		encryptionKey: OPERATORS_KEY,
		webhookSecrets: [],
	});
	const api = apiClient(baseUrl, KEY);
	const { id, username } = (await api('POST', '/connections')).body.data;
	const { password } = (await api('POST', `/connections/${id}/password`)).body.data;
	const { url: webhook_url } = await receiver();
	countPostgres();

	async function live(): Promise<void> {
		const during = <Result>(call: Call, work: () => Promise<Result>): Promise<Result> => {
			countAs(call);
			return work();
		};
		const queued = await during('queue', () =>
			api('POST', `/connections/${id}/queued_requests`, {
				body: { request_xml: request('InvoiceAdd'), webhook_url },
			}),
		);
		await during('serverVersion', () => connector.serverVersion());
		await during('clientVersion', () => connector.clientVersion('2.3.0.36'));
		const [ticket] = await during('authenticate', () => connector.authenticate(username, password));
		const host = { hostAndCompany: HOST_AND_COMPANY, companyFile: COMPANY_FILE };
		await during('sendRequestXML', () => connector.sendRequestXML(ticket, host));
		const answered = answer('InvoiceAdd', { requestID: '1' });
		const percent = await during('receiveResponseXML', () =>
			connector.receiveResponseXML(ticket, answered),
		);
		expect(percent).toBe(100);
		await during('getLastError', () => connector.getLastError(ticket));
		await during('closeConnection', () => connector.closeConnection(ticket));
		const state = () => api('GET', `/queued_requests/${queued.body.data.id}`);
		countAs('waiting');
		await until(state, ({ body }) => body.data.webhook_state === 'succeeded');
		await during('get', state);
		countAs('afterwards');
	}

	countIn('first life');
	await live();
	// Connectors look in every minute or less often, and each time it is noted.
	await store.updateTable('connections').set({ last_connected_at: LONG_AGO }).execute();
	countIn('second life');
	await live();
	await store.destroy();

	const taken = statementsBy('second life', calls);
	if (process.env.STATEMENTS) process.stdout.write(`${listed(taken)}\n`);
	const working = (call: Call) => taken[call].filter((sql) => !TRANSACTION.test(sql));
	// Nothing is said by statements that were not noted.
	expect(calls.filter((call) => most[call] > 0 && working(call).length === 0)).toEqual([]);
	const grown = calls.filter((call) => working(call).length > most[call]);
	expect(grown.map((call) => listed({ [call]: taken[call] }))).toEqual([]);
	const begun = calls.flatMap((call) => taken[call].filter((sql) => sql.startsWith('begin')));
	expect(begun.length).toBeLessThanOrEqual(MOST_TRANSACTIONS);
});
