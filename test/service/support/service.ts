import { request } from 'undici';

import { until } from '../../../n8n/until';
import {
	type RunningService,
	type ServiceOptions,
	startService,
} from '../../../service/server/start-service';
import { dropDatabases, newDatabase } from '../../support/databases';
import { apiClient, basic, type Fields } from './api-client';
import { connectorClient, type HostFacts } from './connector-client';
import { answer } from './qbxml';

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
	const own = apiClient(baseUrl, API_KEY);
	const { origin } = new URL(baseUrl);
	const connector = connectorClient(`${origin}/connector`);

	/** A connection whose connector can sign in. */
	async function connect(body: object = {}, api = own) {
		const created = await api('POST', '/connections', { body });
		const connection = created.body.data;
		const { username } = connection;
		const password = (await api('POST', `/connections/${connection.id}/password`)).body.data
			.password;

		/** Signs in and has the oldest request handed out. @returns the ticket */
		async function take(facts?: HostFacts): Promise<string> {
			const [ticket] = await connector.authenticate(username, password);
			await connector.sendRequestXML(ticket, facts);
			return ticket;
		}

		return {
			connection,
			id: connection.id,
			username,
			password,
			take,
			/** Brings an answer to the oldest request, in a session of its own. */
			async answerWith(response = answer('CustomerQuery'), hresult = '', message = '') {
				const ticket = await take();
				await connector.receiveResponseXML(ticket, response, hresult, message);
				await connector.closeConnection(ticket);
			},
			/** Calls the interface below the connection’s path. */
			call: (method: string, path: string, call?: Parameters<typeof api>[2]) =>
				api(method, `/connections/${connection.id}${path}`, call),
		};
	}

	/** Asks for a page as a browser does. */
	async function browse(method: 'GET' | 'POST', path: string, headers: object) {
		const form = method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' };
		const {
			statusCode,
			headers: answered,
			body,
		} = await request(`${origin}${path}`, {
			method,
			headers: { authorization: basic(API_KEY), ...form, ...headers },
		});
		return { status: statusCode, location: answered.location, text: await body.text() };
	}

	return {
		baseUrl,
		origin,
		/** A page that is opened with the key of the first application. */
		page: (path: string, headers: object = {}) => browse('GET', path, headers),
		/** Presses a button, by default on a page of the service itself. */
		press: (path: string, headers: object = { 'sec-fetch-site': 'same-origin' }) =>
			browse('POST', path, headers),
		api: own,
		otherApi: apiClient(baseUrl, OTHER_KEY),
		connector,
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

/** One service for the tests of a block, with a connection for all of them or a new one for each. */
export function shared(connect: 'once' | 'anew' = 'anew') {
	const at = {} as { running: TestService; connection: TestConnection };
	const connectIt = async () => {
		at.connection = await at.running.connect();
	};
	beforeAll(async () => {
		at.running = await service();
		if (connect === 'once') await connectIt();
	});
	if (connect === 'anew') beforeEach(connectIt);
	afterAll(stopServices);
	return at;
}

/** The newest record of a queued request. */
export async function recordOf({ api }: TestService, id: string): Promise<Fields> {
	const { status, body } = await api('GET', `/queued_requests/${id}`);
	if (status !== 200) throw new Error(`The request ${id} was answered with ${status}.`);
	return body.data;
}

/** The same, once its webhook has succeeded or was given up. */
export const settledRecord = (running: TestService, id: string): Promise<Fields> =>
	until(
		() => recordOf(running, id),
		({ webhook_state }) => webhook_state !== 'pending',
	);
