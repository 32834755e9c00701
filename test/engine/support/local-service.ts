import { type QueuedRequest, ServiceClient } from '../../../n8n/clients/service';
import {
	type RunningService,
	type ServiceOptions,
	startService,
} from '../../../service/server/start-service';
import { isNudge } from '../../support/nudge';
import type { GivenCredentials } from '../harness';

/** API keys of the two applications that every service of these tests has. */
export const API_KEY = 'engine-tests-7f3c9a';
export const OTHER_API_KEY = 'other-application-5d1e';

/** The real service, as a test looks at it from outside. */
export interface LocalService {
	readonly baseUrl: string;
	readonly credentials: GivenCredentials;
	/** Calls the interface directly. */
	call: ServiceClient['call'];
	/** Creates a connection and gives its ID. */
	newConnection(name?: string): Promise<string>;
	/** What users have queued on a connection, the oldest first. */
	requestsOf(connectionId: string): Promise<QueuedRequest[]>;
	/** What sleeping executions have queued on a connection to be woken by, the oldest first. */
	nudgesOf(connectionId: string): Promise<QueuedRequest[]>;
}

/** The credential of a node for a service at this address. */
export const credentialsFor = (baseUrl: string, apiKey = API_KEY): GivenCredentials => ({
	accountingSyncApi: { baseUrl, apiKey },
});

/** Runs the real service on a free port for the tests of a file; its data is gone afterwards. */
export function useLocalService(options: Partial<ServiceOptions> = {}): LocalService {
	let running: RunningService;
	beforeAll(async () => {
		running = await startService({ apiKeys: [API_KEY, OTHER_API_KEY], log: false, ...options });
	});
	afterAll(async () => {
		await running.close();
	});

	const client = () => new ServiceClient(running.baseUrl, API_KEY);
	/** The oldest first. */
	const queueOf = async (connectionId: string) => (await client().queue(connectionId)).reverse();

	const service: LocalService = {
		get baseUrl() {
			return running.baseUrl;
		},
		get credentials() {
			return credentialsFor(running.baseUrl);
		},
		call: async (...call) => await client().call(...call),
		async newConnection(name = 'Rock Castle Construction') {
			return (await client().createConnection(name)).id;
		},
		async requestsOf(connectionId) {
			return (await queueOf(connectionId)).filter((request) => !isNudge(request));
		},
		async nudgesOf(connectionId) {
			return (await queueOf(connectionId)).filter(isNudge);
		},
	};
	return service;
}
