/** What the first connection of an application is called. */
export const SIMULATED_COMPANY = 'Simulated company';

/** Calls the service's own interface as the application with that key. */
async function call(baseUrl: string, key: string, body?: object): Promise<unknown> {
	const response = await fetch(`${baseUrl}/connections`, {
		method: body ? 'POST' : 'GET',
		headers: {
			authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
			...(body && { 'content-type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The first connection was refused with ${response.status}.`);
	return ((await response.json()) as { data: unknown }).data;
}

/**
 * Creates a first connection for each application that has none, so that there is a company file to try things with.
 * @param baseUrl the base address of the service, including the version
 * @throws Error when the service refuses
 */
export async function firstConnections(baseUrl: string, apiKeys: readonly string[]): Promise<void> {
	for (const key of apiKeys) {
		const connections = (await call(baseUrl, key)) as unknown[];
		if (connections.length === 0) await call(baseUrl, key, { name: SIMULATED_COMPANY });
	}
}
