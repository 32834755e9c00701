import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import type { Level } from 'pino';

import { answerOpener } from '../connector/answer-opener';
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
	type TargetRule,
	type WebhookTargets,
} from '../deliveries/webhook-targets';
import type { ApplicationOfKey } from '../http/authentication';
import { createCallers, type ProxySettings } from '../http/callers';
import type { DesktopHost } from '../http/desktop-host';
import { serveMetrics } from '../metrics/endpoint';
import { measure } from '../metrics/measures';
import { createMetrics, type Metrics } from '../metrics/metrics';
import { observedMethods } from '../metrics/observed';
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
import { checkEncryption, encryptionWith, webhookSecretsOf } from '../store/webhook-secrets';
import { createServer } from './create-server';
import { limitDefaults, type Limits, webhookDefaults } from './defaults';
import { createLog } from './log';
import { startMaintenance } from './maintenance';

export interface ServiceOptions {
	/** 0 takes a free one. */
	readonly port?: number;
	readonly host?: string;
	/** Keys that are valid besides the issued ones. Each is an application of its own. */
	readonly apiKeys: readonly string[];
	/** Makes a key if none was given and none has been issued. */
	readonly makeApiKey?: () => string;
	/** Path of a SQLite file, `:memory:`, or the address of a database on PostgreSQL. */
	readonly database?: string;
	/**
	 * Secrets that sign the webhooks of applications without secrets of their own, several during rotation. Without one, those
	 * webhooks are not signed.
	 */
	readonly webhookSecrets?: readonly string[];
	/** Decrypts the applications' own webhook secrets. */
	readonly encryptionKey?: string;
	/** Seconds to wait before each delivery try of a webhook. The length of the list is the number of tries. */
	readonly webhookTries?: readonly number[];
	readonly webhookTimeoutSeconds?: number;
	readonly webhookSignatureHeader?: string;
	/** The lowest level that is logged; false logs nothing. */
	readonly log?: Level | false;
	/** Runs simulated desktops. */
	readonly desktops?: DesktopHost;
	/**
	 * Which connections get a desktop: every new one at once (the default), or only those whose onboarding page asks for
	 * one.
	 */
	readonly simulate?: 'at-once' | 'on-request';
	/** How many hours an onboarding link lives. */
	readonly onboardingHours?: number;
	/** How long answers are kept; for ever unless given. */
	readonly keepAnswersDays?: number;
	/** Those that are not the defaults. */
	readonly limits?: Partial<Limits>;
	/** A connector session ends after this many seconds without a call. */
	readonly sessionTimeoutSeconds?: number;
	/** Where several processes share a database, they take over from one that has given no sign of life for this long. */
	readonly takeOverSeconds?: number;
	/** The address at which others reach the service, such as `https://books.example.com`; otherwise what each call says. */
	readonly publicUrl?: string;
	/** The proxies whose word about callers is taken: addresses and ranges. None unless given. */
	readonly trustProxy?: readonly string[];
	/** Where webhooks may go. */
	readonly webhookTargets?: TargetRule;
	/** Names, addresses and ranges that webhooks may always go to. */
	readonly webhookAllow?: readonly string[];
	/** Finds the addresses of webhooks' hosts; the system's resolver unless given. */
	readonly resolve?: Resolve;
	/** Serves metrics on this port; 0 takes a free one. Without it, there are none. */
	readonly metricsPort?: number;
	readonly metricsHost?: string;
	/** How long `stop` waits for what is in progress. */
	readonly stopTimeoutSeconds?: number;
}

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

/** The time that Docker gives a container to stop is 10 seconds. */
export const STOP_TIMEOUT_SECONDS = 8;

/** An accounting application can take long for one large query. */
export const SESSION_TIMEOUT_SECONDS = 30 * 60;

export const ONBOARDING_HOURS = 48;

export const TAKE_OVER_SECONDS = 15;

/** How the applications' secrets are found: those of their own, or those given at the start. */
async function secretsIn(
	store: Store,
	{ encryptionKey, webhookSecrets = [] }: ServiceOptions,
): Promise<SendSettings['secretsOf']> {
	const encryption = encryptionKey === undefined ? undefined : encryptionWith(encryptionKey);
	await checkEncryption(store, encryption);
	return async ({ application_id }) => {
		const own = application_id && (await webhookSecretsOf(store, application_id, encryption));
		return own && own.length > 0 ? own : webhookSecrets;
	};
}

const deliverySettings = (
	options: ServiceOptions,
	secretsOf: SendSettings['secretsOf'],
	targets: WebhookTargets,
	metrics: Metrics | undefined,
): DeliverySettings => ({
	secretsOf,
	targets,
	onAttempt: metrics?.deliveryAttempt,
	tries: options.webhookTries ?? webhookDefaults.tries,
	timeoutSeconds: options.webhookTimeoutSeconds ?? webhookDefaults.timeoutSeconds,
	signatureHeader: options.webhookSignatureHeader ?? webhookDefaults.signatureHeader,
});

function proxySettings({ publicUrl, trustProxy = [] }: ServiceOptions): ProxySettings {
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

/** The origin at which callers on this machine reach a server with the given address. */
function originAt({ address, family, port }: AddressInfo): string {
	const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
	const host = everywhere[address] ?? (family === 'IPv6' ? `[${address}]` : address);
	return `http://${host}:${port}`;
}

/** Passwords are stored as hashes only, so the desktops of an earlier run get new ones. */
async function startDesktops(store: Store, desktops: DesktopHost, origin: string): Promise<void> {
	for (const connection of await simulatedConnections(store)) {
		const password = randomPassword();
		await updateConnection(store, connection.id, {
			password_hash: await hashPassword(password),
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

async function open(options: ServiceOptions, onClose: OnClose): Promise<Opened> {
	const { port = 0, host = '127.0.0.1', desktops } = options;
	const log = createLog(options.log ?? 'info');
	const proxies = proxySettings(options);
	const targets = createWebhookTargets({
		rule: options.webhookTargets ?? webhookDefaults.targets,
		allow: allowedTargets(options.webhookAllow ?? []),
		resolve: options.resolve,
	});
	const { database } = options;
	// Any number of services may share a database on PostgreSQL.
	if (database !== undefined && database !== ':memory:' && !isPostgresUrl(database)) {
		const unlock = lockDatabase(database);
		onClose(async () => unlock());
	}
	const store = await openStore(database ?? ':memory:', (message) => log.warn(message));
	onClose(() => store.destroy());
	const madeAt = await backupTime(store);
	if (madeAt !== undefined)
		throw new Error(
			`This database is a backup of ${madeAt}. Requests that waited then may have been carried out since, and would be written twice. Run the command "restored" with this database first: it ends them with an error.`,
		);
	const processId = randomUUID();
	await store.transaction().execute(rescueOrphans);

	const metrics =
		options.metricsPort === undefined ? undefined : createMetrics(async () => await measure(store));
	const settings = deliverySettings(options, await secretsIn(store, options), targets, metrics);
	const deliverer = createDeliverer(store, processId, settings, log);
	const { deliver } = deliverer;
	onClose(() => deliverer.close());
	const sessionTimeoutSeconds = options.sessionTimeoutSeconds ?? SESSION_TIMEOUT_SECONDS;
	const sessions = createSessions({
		store,
		processId,
		timeoutSeconds: sessionTimeoutSeconds,
		log,
		onRelease: deliver,
	});
	const maintenance = await startMaintenance({
		store,
		processId,
		runsDesktops: desktops !== undefined,
		takeOverSeconds: options.takeOverSeconds ?? TAKE_OVER_SECONDS,
		sessions,
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
		log,
		onCompleted({ state, error }) {
			metrics?.answer(state, codeOf(error));
			deliver();
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
	const localOrigin = () => originAt(server.server.address() as AddressInfo);
	const callers = createCallers(proxies);
	const limits = { ...limitDefaults, ...options.limits };
	const context = {
		store,
		desktops,
		simulatesAtOnce,
		deliver,
		targets,
		callers,
		localOrigin,
		limits,
		hasRoom: createRoom(store, limits.queueLength),
	};
	const onboardingHours = options.onboardingHours ?? ONBOARDING_HOURS;
	const openAnswer = answerOpener({ store, processId, sessions, thread });
	const connector = { soap, openAnswer };
	const stopping = { hasBegun: false };
	const server = createServer({
		context,
		applicationOfKey,
		connector,
		log,
		onboardingHours,
		proxies,
		limits,
		stopping,
		metrics,
	});
	onClose(() => server.close());
	await server.listen({ port, host });
	const { metricsPort, metricsHost = '127.0.0.1' } = options;
	const endpoint =
		metrics && metricsPort !== undefined
			? await serveMetrics(metrics, { port: metricsPort, host: metricsHost }, (error) =>
					log.error(error),
				)
			: undefined;
	if (endpoint) onClose(endpoint.close);
	const origin = localOrigin();
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
		const { origin, publicOrigin, finish, ...opened } = await open(options, (closeOne) =>
			closers.push(closeOne),
		);
		const { stopTimeoutSeconds = STOP_TIMEOUT_SECONDS } = options;
		return {
			baseUrl: `${origin}${API_PREFIX}`,
			...(publicOrigin !== undefined && { publicBaseUrl: `${publicOrigin}${API_PREFIX}` }),
			...opened,
			async stop() {
				await finish(AbortSignal.timeout(stopTimeoutSeconds * 1000));
				await close();
			},
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}
