import { plainClient } from '../../service/support/api-client';
import { connectorClient } from '../../service/support/connector-client';
import { inConnectorFile } from './connector-file';
import { NEEDS, type GivenTarget } from './needs';

type Missing = Partial<Record<keyof typeof NEEDS, string>>;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const because = (need: keyof typeof NEEDS, reason?: string): Missing => ({
	[need]: `it takes ${NEEDS[need]}${reason ? ` (${reason})` : ''}`,
});

/** Tries out, with a connection of its own, whether a connector of the suite’s own can do its work. */
async function withoutConnector(baseUrl: string, apiKey: string): Promise<string | undefined> {
	const api = plainClient(baseUrl, apiKey);
	const { id, type } = (await api('POST', '/connections', { body: {} })).body.data;
	try {
		if (type === 'simulated') return 'this service runs a simulated desktop for every connection';
		const { qwc } = (await api('GET', `/connections/${id}/qwc`)).body;
		await connectorClient(inConnectorFile(qwc, 'AppURL')).serverVersion();
		return undefined;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	} finally {
		await api('DELETE', `/connections/${id}`);
	}
}

/** Says in one sentence why a service cannot be checked at all; undefined when it can. */
async function whyNot(baseUrl: string, apiKey: string): Promise<string | undefined> {
	try {
		const { status } = await plainClient(baseUrl, apiKey)('GET', '/connections');
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
	const connector = await withoutConnector(baseUrl, apiKey);
	const missing: Missing = {
		...because('settings'),
		...(connector !== undefined && because('connector', connector)),
		...(!LOOPBACK.test(new URL(baseUrl).hostname) && because('receiver')),
		...(otherApiKey === undefined && because('other application')),
		...(webhookSecret === undefined && because('webhook secret')),
	};
	return { ...given, missing };
}
