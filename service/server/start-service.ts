import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { Level } from 'pino';

import { openSessions } from '../connector/answer-opener';
import { CONNECTOR_PATH, connectorFile } from '../connector/connector-file';
import { withDrain } from '../connector/drain';
import { connectorMethods } from '../connector/methods';
import { hashPassword, randomPassword } from '../connector/passwords';
import { createSessions } from '../connector/sessions';
import { createSoapServer } from '../connector/soap-server';
import { createDeliverer, type DeliverySettings } from '../deliveries/deliverer';
import type { SendSettings } from '../deliveries/send';
import {
	allowedTargets,
	createWebhookTargets,
	type Resolve,
	type WebhookTargets,
} from '../deliveries/webhook-targets';
import type { ApplicationOfKey } from '../http/authentication';
import { createCallers, type ProxySettings } from '../http/callers';
import type { DesktopHost } from '../http/desktop-host';
import { serveMetrics } from '../metrics/endpoint';
import { measure } from '../metrics/measures';
import { createMetrics, type Metrics } from '../metrics/metrics';
import { observedMethods } from '../metrics/observed';
import { localOrigin } from '../network/local-origin';
import { publicOrigin } from '../network/public-url';
import { trustedProxies } from '../network/trusted-proxies';
import { API_PREFIX } from '../openapi/document';
import { createAnswerThread } from '../qbxml';
import { rescueOrphans } from '../queue/release';
import { keepAnswers } from '../queue/retention';
import { createRoom } from '../queue/room';
import { applicationOf, applicationWithKey, hashOfKey, hasIssuedKeys } from '../store/applications';
import { backupTime } from '../store/backups';
import { simulatedConnections, updateConnection } from '../store/connections';
import { openStore, type Store } from '../store/database';
import { isPostgresUrl } from '../store/dialects/postgres-database';
import { lockDatabase } from '../store/lock';
import { HELD, memoryFileOf, startRestoreGuard } from '../store/restore-guard';
import { checkEncryption, encryptionWith, webhookSecretsOf } from '../store/webhook-secrets';
import { createServer } from './create-server';
import { createLog } from './log';
import { startMaintenance } from './maintenance';
import { defaultSettings, type Settings } from './settings';

/** What a program that starts a service can say of it: its settings, and what is no setting. */
export interface ServiceOptions extends Partial<Omit<Settings, 'log'>> {
	/** The lowest level that is logged; false logs nothing. */
	readonly log?: Level | false;
	/** Makes a key if none was given and none has been issued. */
	readonly makeApiKey?: () => string;
	/** Decrypts the applications' own webhook secrets. */
	readonly encryptionKey?: string;
	/** Runs simulated desktops: for every new connection at once, unless `simulate` says on request. */
	readonly desktops?: DesktopHost;
	/** Finds the addresses of webhooks' hosts; the system's resolver unless given. */
	readonly resolve?: Resolve;
}

/** The options with all settings. A program that says nothing of them gets a free port, and data that ends with the service. */
type CompleteOptions = ServiceOptions & Omit<Settings, 'log'>;

const completed = (options: ServiceOptions): CompleteOptions => ({
	...defaultSettings,
	port: 0,
	database: ':memory:',
	log: 'info',
	...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
});

export interface RunningService {
	/** The base address of version 1, such as `http://127.0.0.1:4300/api/v1`. */
	readonly baseUrl: string;
	/** The base address for others, if a public address was given. */
	readonly publicBaseUrl?: string;
	/** The API key that was made, if one was. */
	readonly madeApiKey?: string;
	/** Where the metrics are, if they are served. */
	readonly metricsUrl?: string;
	/**
	 * Takes no more calls, lets those in progress end, takes the answers to what desktops have been sent, ends the deliveries in
	 * progress, and closes. What takes too long is left as after `close`.
	 */
	stop(): Promise<void>;
	/** Closes at once. What is in progress is as after a crash: rescued, and due again. */
	close(): Promise<void>;
}

/** How the applications' secrets are found: those of their own, or those given at the start. */
async function secretsIn(
	store: Store,
	{ encryptionKey, webhookSecrets }: CompleteOptions,
): Promise<SendSettings['secretsOf']> {
	const encryption = encryptionKey === undefined ? undefined : encryptionWith(encryptionKey);
	await checkEncryption(store, encryption);
	return async ({ application_id }) => {
		const own = await webhookSecretsOf(store, application_id, encryption);
		return own.length > 0 ? own : webhookSecrets;
	};
}

const deliverySettings = (
	options: CompleteOptions,
	secretsOf: SendSettings['secretsOf'],
	targets: WebhookTargets,
	metrics: Metrics | undefined,
): DeliverySettings => ({
	secretsOf,
	targets,
	onAttempt: metrics?.deliveryAttempt,
	tries: options.webhookTries,
	timeoutSeconds: options.webhookTimeoutSeconds,
	signatureHeader: options.webhookSignatureHeader,
});

function proxySettings({ publicUrl, trustProxy }: CompleteOptions): ProxySettings {
	const origin = publicUrl === undefined ? undefined : publicOrigin(publicUrl);
	// The service has no TLS of its own, so there is a proxy.
	const isBehindProxy = origin !== undefined && origin.startsWith('https:');
	return {
		publicOrigin: origin,
		isTrustedProxy: trustedProxies(trustProxy),
		hidesCallers: isBehindProxy && trustProxy.length === 0,
	};
}

/** Whose keys are valid: those given at the start, and the issued ones, which may be revoked at any time. */
async function applicationsIn(store: Store, apiKeys: readonly string[]): Promise<ApplicationOfKey> {
	const given = new Map<string, string>();
	for (const key of apiKeys) given.set(hashOfKey(key), await applicationOf(store, key));
	return async (keyHash) => given.get(keyHash) ?? (await applicationWithKey(store, keyHash));
}

/** Passwords are stored as hashes only, so the desktops of an earlier run get new ones. */
async function startDesktops(store: Store, desktops: DesktopHost, origin: string): Promise<void> {
	for (const connection of await simulatedConnections(store)) {
		const password = randomPassword();
		await updateConnection(store, connection.id, {
			password_hash: await hashPassword(password, connection.app_id),
		});
		desktops.start({
			connectionId: connection.id,
			connectorFile: connectorFile(connection, origin),
			password,
		});
	}
}

/** Registers how to close something that was opened. */
type OnClose = (close: () => Promise<void>) => void;

interface Opened {
	/** The scheme, host and port of the service. */
	readonly origin: string;
	readonly publicOrigin?: string;
	readonly madeApiKey?: string;
	readonly metricsUrl?: string;
	/** Ends what is in progress, until the deadline. */
	readonly finish: (deadline: AbortSignal) => Promise<void>;
}

/** The code of a request's error; undefined if it has none. */
const codeOf = (error: string | null): string | undefined =>
	error === null ? undefined : (JSON.parse(error) as { code: string }).code;

async function open(options: CompleteOptions, onClose: OnClose): Promise<Opened> {
	const { port, host, database, desktops, sessionTimeoutSeconds, metricsPort, metricsHost } =
		options;
	const log = createLog(options.log ?? 'info');
	const proxies = proxySettings(options);
	const targets = createWebhookTargets({
		rule: options.webhookTargets,
		allow: allowedTargets(options.webhookAllow),
		resolve: options.resolve,
	});
	// Any number of services may share a database on PostgreSQL.
	const isFile = database !== ':memory:' && !isPostgresUrl(database);
	if (isFile) {
		const unlock = lockDatabase(database);
		onClose(async () => unlock());
	}
	const store = await openStore(database, (message) => log.warn(message));
	onClose(() => store.destroy());
	const madeAt = await backupTime(store);
	if (madeAt !== undefined)
		throw new Error(
			`This database is a backup of ${madeAt}. Requests that waited then may have been carried out since, and would be written twice. Run the command "restored" with this database first: it ends them with an error.`,
		);
	const guard = await startRestoreGuard({
		store,
		memoryFile: isFile ? memoryFileOf(database) : undefined,
		onHeld: () => log.error(HELD),
	});
	const processId = randomUUID();
	await store.transaction().execute(rescueOrphans);

	const metrics =
		metricsPort === undefined ? undefined : createMetrics(async () => await measure(store));
	const settings = deliverySettings(options, await secretsIn(store, options), targets, metrics);
	const deliverer = createDeliverer(store, processId, settings, log);
	const { deliver } = deliverer;
	onClose(() => deliverer.close());
	const sessions = createSessions({
		store,
		processId,
		timeoutSeconds: sessionTimeoutSeconds,
		guard,
		log,
		onRelease: deliver,
	});
	const maintenance = await startMaintenance({
		store,
		processId,
		runsDesktops: desktops !== undefined,
		takeOverSeconds: options.takeOverSeconds,
		sessions,
		guard,
		sessionTimeoutSeconds,
		deliver,
		log,
	});
	onClose(maintenance.close);
	if (options.keepAnswersDays !== undefined) {
		const retention = keepAnswers(store, options.keepAnswersDays, log);
		onClose(() => retention.close());
	}

	const thread = createAnswerThread();
	onClose(() => thread.close());
	const methods = connectorMethods({
		store,
		sessions,
		holdSeconds: options.holdSessionSeconds,
		log,
		keepSlot: deliverer.keepSlot,
		onCompleted({ state, error }, isDue) {
			metrics?.answer(state, codeOf(error));
			if (isDue) deliver();
		},
	});
	const connectorSide = withDrain(
		metrics ? observedMethods(methods, metrics) : methods,
		sessionTimeoutSeconds,
	);
	const soap = await createSoapServer(
		connectorSide.methods,
		`http://${host}${CONNECTOR_PATH}`,
		(error) => log.error(error),
	);
	const needsKey = options.apiKeys.length === 0 && !(await hasIssuedKeys(store));
	const madeApiKey = needsKey ? options.makeApiKey?.() : undefined;
	const apiKeys = madeApiKey === undefined ? options.apiKeys : [madeApiKey];
	const applicationOfKey = await applicationsIn(store, apiKeys);
	const simulatesAtOnce = desktops !== undefined && options.simulate !== 'on-request';
	const ownOrigin = () => {
		const taken = server.server.address() as AddressInfo;
		return localOrigin(taken.address, taken.port);
	};
	const callers = createCallers(proxies);
	const context = {
		store,
		desktops,
		simulatesAtOnce,
		deliver,
		targets,
		callers,
		localOrigin: ownOrigin,
		limits: options,
		hasRoom: createRoom(store, options.queueLength),
	};
	const connector = { soap, sessions: openSessions({ store, processId, sessions, thread }) };
	const stopping = { hasBegun: false };
	const server = createServer({
		context,
		applicationOfKey,
		connector,
		log,
		settings: options,
		proxies,
		stopping,
		metrics,
	});
	onClose(() => server.close());
	await server.listen({ port, host });
	const endpoint =
		metrics && metricsPort !== undefined
			? await serveMetrics(metrics, { port: metricsPort, host: metricsHost }, (error) =>
					log.error(error),
				)
			: undefined;
	if (endpoint) onClose(endpoint.close);
	const origin = ownOrigin();
	if (desktops) {
		onClose(() => desktops.close());
		await startDesktops(store, desktops, origin);
	}
	deliver();

	async function finish(deadline: AbortSignal): Promise<void> {
		stopping.hasBegun = true;
		log.info('stopping');
		const deliveries = deliverer.close(deadline);
		const timeIsUp = once(deadline, 'abort').then(() => undefined);
		await Promise.race([connectorSide.drain(), timeIsUp]);
		const closed = server.close();
		await Promise.race([closed, timeIsUp]);
		if (deadline.aborted) {
			log.warn('the time to stop is up, so calls and deliveries in progress are cut off');
			server.server.closeAllConnections();
		}
		await Promise.all([closed, deliveries]);
	}

	return {
		origin,
		publicOrigin: proxies.publicOrigin,
		madeApiKey,
		metricsUrl: endpoint?.url,
		finish,
	};
}

/**
 * Starts the service: opens its store and listens. Connectors go on with the sessions that they had with an earlier process.
 * @throws Error when the store cannot be opened or belongs to another service, the port is taken, or an address is wrong
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
	const closers: (() => Promise<void>)[] = [];
	const close = async () => {
		for (const closeOne of closers.splice(0).reverse()) await closeOne();
	};
	try {
		const complete = completed(options);
		const { origin, publicOrigin, finish, ...opened } = await open(complete, (closeOne) =>
			closers.push(closeOne),
		);
		return {
			baseUrl: `${origin}${API_PREFIX}`,
			...(publicOrigin !== undefined && { publicBaseUrl: `${publicOrigin}${API_PREFIX}` }),
			...opened,
			async stop() {
				await finish(AbortSignal.timeout(complete.stopTimeoutSeconds * 1000));
				await close();
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
