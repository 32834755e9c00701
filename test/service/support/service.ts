import {
	type RunningService,
	type ServiceOptions,
	startService,
} from '../../../service/server/start-service';
import { dropDatabases, newDatabase } from '../../support/databases';
import { apiClient, type Fields } from './api-client';
import { connectorClient } from './connector-client';

export const API_KEY = 'first-application';
export const OTHER_KEY = 'second-application';

const running = new Set<RunningService>();

/** A service of its own for a test, with both applications; `stopServices` stops it. */
export async function service(options: Partial<ServiceOptions> = {}) {
	const started = await startService({
		apiKeys: [API_KEY, OTHER_KEY],
		log: false,
		holdSessionSeconds: 0,
		...options,
		database: options.database ?? (await newDatabase()),
	});
	running.add(started);
	const { baseUrl } = started;
	const api = apiClient(baseUrl, API_KEY);

	/** A connection whose connector can sign in. */
	async function connect(body: object = {}) {
		const created = await api('POST', '/connections', { body });
		const connection = created.body.data;
		const password = (await api('POST', `/connections/${connection.id}/password`)).body.data
			.password;
		return {
			connection,
			id: connection.id,
			username: connection.username,
			password,
			/** Calls the interface below the connection’s path. */
			call: (method: string, path: string, call?: Parameters<typeof api>[2]) =>
				api(method, `/connections/${connection.id}${path}`, call),
		};
	}

	return {
		baseUrl,
		origin: new URL(baseUrl).origin,
		api,
		otherApi: apiClient(baseUrl, OTHER_KEY),
		connector: connectorClient(`${new URL(baseUrl).origin}/connector`),
		connect,
		metricsUrl: started.metricsUrl ?? '',
		async stop() {
			running.delete(started);
			await started.close();
		},
		/** As a signal does it: what is in progress ends first. */
		async stopGently() {
			await started.stop();
			running.delete(started);
		},
	};
}

export type TestService = Awaited<ReturnType<typeof service>>;
export type TestConnection = Awaited<ReturnType<TestService['connect']>>;

/** Stops every service that a test has left running. */
export async function stopServices(): Promise<void> {
	await Promise.all([...running].map((each) => each.close()));
	running.clear();
	await dropDatabases();
}

/** The newest record of a queued request. */
export async function recordOf({ api }: TestService, id: string): Promise<Fields> {
	const { status, body } = await api('GET', `/queued_requests/${id}`);
	if (status !== 200) throw new Error(`The request ${id} was answered with ${status}.`);
	return body.data;
}
