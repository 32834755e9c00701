import type { Fields } from '../../service/support/api-client';
import { patientClient } from './client';
import { type TestConnection, testConnection } from './connection';
import { type GivenTarget, type Missing, type Need, neededFor } from './needs';
import { within } from './wait';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** How long a request is watched to see whether a connector that nobody asked for takes it. */
const IDLE_SECONDS = 3;

const because = (need: Need, reason?: string): Missing => ({
	[need]: `it takes ${neededFor[need]}${reason ? ` (${reason})` : ''}`,
});

const SIMULATED = 'this service runs a simulated desktop for every connection';

/** Whether something works on a new connection by itself. */
async function whyNotIdle(
	{ queue, list }: TestConnection,
	{ type }: Fields,
): Promise<string | undefined> {
	if (type === 'simulated') return SIMULATED;
	const { id } = await queue();
	const stateOf = async () => (await list()).find((each) => each.id === id)?.state;
	const state = await within(stateOf, (each) => each !== 'waiting', IDLE_SECONDS);
	return state === 'waiting' ? undefined : 'something takes the requests of a new connection';
}

/** Whether a connector of the suite’s own can do its work. */
async function whyNoConnector({ signIn }: TestConnection): Promise<string | undefined> {
	try {
		const { answer, connector, ticket } = await signIn();
		if (ticket === '') return `signing in was answered with “${answer}”`;
		await connector.closeConnection(ticket);
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Tries out, with a connection of its own, what can be done with the connections of a service. */
async function missingOfConnections(baseUrl: string, apiKey: string): Promise<Missing> {
	const api = patientClient(baseUrl, apiKey);
	const { status, text, body } = await api('POST', '/connections', { body: {} });
	if (status >= 300) throw new Error(`Creating a connection was answered with ${status}: ${text}`);
	try {
		const connection = testConnection(api, body.data);
		const busy = await whyNotIdle(connection, body.data);
		const noConnector = busy ?? (await whyNoConnector(connection));
		return {
			...(busy !== undefined && because('idle connection', busy)),
			...(noConnector !== undefined && because('connector', noConnector)),
		};
	} finally {
		await api('DELETE', `/connections/${body.data.id}`);
	}
}

/** Says in one sentence why a service cannot be checked at all; undefined when it can. */
async function whyNot(baseUrl: string, apiKey: string): Promise<string | undefined> {
	try {
		const { status } = await patientClient(baseUrl, apiKey)('GET', '/connections');
		if (status === 200) return undefined;
		return status === 401
			? `${baseUrl} does not accept the API key.`
			: `${baseUrl}/connections is answered with ${status}: is this the base address of version 1?`;
	} catch (error) {
		return `${baseUrl} cannot be reached: ${error instanceof Error ? error.message : String(error)}.`;
	}
}

/**
 * Finds out what can be checked of a service.
 * @throws Error with a sentence when nothing can
 */
export async function probe(given: Omit<GivenTarget, 'missing'>): Promise<GivenTarget> {
	const { baseUrl, apiKey, otherApiKey, webhookSecret } = given;
	const problem = await whyNot(baseUrl, apiKey);
	if (problem !== undefined) throw new Error(problem);
	const missing: Missing = {
		...because('settings'),
		...(await missingOfConnections(baseUrl, apiKey)),
		...(!LOOPBACK.test(new URL(baseUrl).hostname) && because('receiver')),
		...(otherApiKey === undefined && because('other application')),
		...(webhookSecret === undefined && because('webhook secret')),
	};
	return { ...given, missing };
}
