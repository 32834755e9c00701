import { startService, type RunningService, type ServiceOptions } from '../../../service/server/start-service';
import type { GivenCredentials } from '../harness';

/** API keys of the two applications that every service of these tests has. */
export const API_KEY = 'engine-tests-7f3c9a';
export const OTHER_API_KEY = 'other-application-5d1e';

type Json = Record<string, unknown>;

/** The real service, as a test looks at it from outside. */
export interface LocalService {
	readonly baseUrl: string;
	readonly credentials: GivenCredentials;
	/** Calls the interface directly; the answer's `data`, or the whole body where it has none. */
	call<Answer = Json>(method: string, path: string, body?: Json): Promise<Answer>;
	/** Creates a connection and gives its ID. */
	newConnection(name?: string): Promise<string>;
	/** What users have queued on a connection, the oldest first. */
	requestsOf(connectionId: string): Promise<QueuedRequest[]>;
	/** What sleeping executions have queued on a connection to be woken by, the oldest first. */
	nudgesOf(connectionId: string): Promise<QueuedRequest[]>;
}

/** A queued request as far as these tests look into it. */
export interface QueuedRequest extends Json {
	id: string;
	state: string;
	webhook_state: string;
	webhook_url?: string;
	request_xml: string;
	request_json: { version: string; request: Json };
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

	const isNudge = ({ request_xml: xml }: QueuedRequest) =>
		/<HostQueryRq requestID="n8n-[^"]*-wake-/.test(xml);

	async function queueOf(connectionId: string): Promise<QueuedRequest[]> {
		const found: QueuedRequest[] = [];
		for (let page = 1; found.length === (page - 1) * 100; page++) {
			const path = `/connections/${connectionId}/queued_requests`;
			const query = `page=${page}&page_size=100&sort_direction=asc`;
			found.push(...(await service.call<QueuedRequest[]>('GET', `${path}?${query}`)));
		}
		return found;
	}

	const service: LocalService = {
		get baseUrl() {
			return running.baseUrl;
		},
		get credentials() {
			return credentialsFor(running.baseUrl);
		},
		async call<Answer>(method: string, path: string, body?: Json) {
			const answer = await fetch(`${running.baseUrl}${path}`, {
				method,
				headers: {
					authorization: `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`,
					...(body && { 'content-type': 'application/json' }),
				},
				body: body && JSON.stringify(body),
			});
			const text = await answer.text();
			if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
			const content = text === '' ? {} : (JSON.parse(text) as Json);
			return (content.data ?? content) as Answer;
		},
		async newConnection(name = 'Rock Castle Construction') {
			const { id } = await service.call<{ id: string }>('POST', '/connections', { name });
			return id;
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
