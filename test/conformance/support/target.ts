import { startService, type RunningService, type ServiceOptions } from '../../../service/start';
import {
	plainClient,
	type Answer,
	type ApiClient,
	type Call,
	type Fields,
} from '../../service/support/api-client';
import { connectorClient, type ConnectorClient } from '../../service/support/connector-client';
import { receiver, stopReceivers } from '../../service/support/receiver';
import { inConnectorFile } from './connector-file';
import { givenTarget, type GivenTarget } from './needs';

/** The secret and the waits of the service that the suite starts: three tries, so that the last one comes soon. */
const LOCAL = {
	apiKey: 'first-application',
	otherApiKey: 'second-application',
	webhookSecret: 'a secret of the suite',
	webhookHeader: 'X-Qube-Signature',
	missing: {},
} as const;
const LOCAL_TRIES = [0, 0.05, 0.05];

async function startLocal(options: Partial<ServiceOptions>) {
	const service = await startService({
		apiKeys: [LOCAL.apiKey, LOCAL.otherApiKey],
		webhookSecrets: [LOCAL.webhookSecret],
		webhookTries: LOCAL_TRIES,
		log: false,
		...options,
	});
	return { service, target: { ...LOCAL, baseUrl: service.baseUrl } };
}

/** A connection of the suite’s own. */
export interface TestConnection {
	readonly id: string;
	/** The answer to its creation. */
	readonly created: Fields;
	/** Calls the interface below the connection’s path. */
	call(method: string, path: string, call?: Call): Promise<Answer>;
	/** Queues a query and returns its record. */
	queue(path?: string, query?: Call['query']): Promise<Fields>;
	/** Signs its connector in. */
	signIn(): Promise<{ connector: ConnectorClient; ticket: string; answer: string }>;
}

/** The service under test, for the tests of one file. */
export interface Target {
	readonly facts: () => GivenTarget;
	/** Scheme, host and port of the service. */
	readonly origin: () => string;
	readonly api: ApiClient;
	readonly otherApi: ApiClient;
	readonly anonymous: ApiClient;
	connect(body?: object, api?: ApiClient): Promise<TestConnection>;
	/** The newest record of a queued request. */
	recordOf(id: string): Promise<Fields>;
	readonly receiver: typeof receiver;
}

function testConnection(api: ApiClient, created: Fields): TestConnection {
	const { id, username } = created;
	const call: TestConnection['call'] = (method, path, options) =>
		api(method, `/connections/${id}${path}`, options);
	return {
		id,
		created,
		call,
		async queue(path = '/customers', query) {
			const { status, body, text } = await call('GET', path, { query });
			if (status >= 300) throw new Error(`${path} was answered with ${status}: ${text}`);
			return body.data;
		},
		async signIn() {
			const { password } = (await call('POST', '/password', { body: {} })).body.data;
			const { qwc } = (await call('GET', '/qwc')).body;
			const connector = connectorClient(inConnectorFile(qwc, 'AppURL'));
			const [ticket, answer] = await connector.authenticate(username, password);
			return { connector, ticket, answer };
		},
	};
}

/**
 * The service under test: the given one or, without one, a local one that lives as long as the tests of the file.
 * What the tests have created is deleted again.
 * @param options of the local service
 */
export function target(options: Partial<ServiceOptions> = {}): Target {
	let facts: GivenTarget;
	let service: RunningService | undefined;
	const created: { api: ApiClient; id: string }[] = [];
	const clientWith =
		(key: (facts: GivenTarget) => string | undefined): ApiClient =>
		(...call) =>
			plainClient(facts.baseUrl, key(facts))(...call);
	const api = clientWith(({ apiKey }) => apiKey);

	beforeAll(async () => {
		if (givenTarget) facts = givenTarget;
		else ({ service, target: facts } = await startLocal(options));
	});
	afterAll(async () => {
		for (const each of created) await each.api('DELETE', `/connections/${each.id}`);
		stopReceivers();
		await service?.close();
	});

	return {
		facts: () => facts,
		origin: () => new URL(facts.baseUrl).origin,
		api,
		otherApi: clientWith(({ otherApiKey }) => otherApiKey),
		anonymous: clientWith(() => undefined),
		async connect(body = {}, owner = api) {
			const { data } = (await owner('POST', '/connections', { body })).body;
			created.push({ api: owner, id: data.id });
			return testConnection(owner, data);
		},
		async recordOf(id) {
			const { status, body, text } = await api('GET', `/queued_requests/${id}`);
			if (status !== 200) throw new Error(`Request ${id} was answered with ${status}: ${text}`);
			return body.data;
		},
		receiver,
	};
}
