const NAME = 'Simulated company';

/** A call of the service's own interface as the application with that key. */
async function call(baseUrl: string, key: string, body?: object): Promise<unknown> {
	const answer = await fetch(`${baseUrl}/connections`, {
		method: body ? 'POST' : 'GET',
		headers: {
			authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
			...(body && { 'content-type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The first connection was refused with ${answer.status}.`);
	return ((await answer.json()) as { data: unknown }).data;
}

/**
 * Gives each application that has no connection its first one, so that whoever tries the service finds a company file
 * to work with.
 * @param baseUrl where the service listens, up to the version
 * @throws Error when the service refuses
 */
export async function firstConnections(baseUrl: string, apiKeys: readonly string[]): Promise<void> {
	for (const key of apiKeys) {
		const connections = (await call(baseUrl, key)) as unknown[];
		if (connections.length === 0) await call(baseUrl, key, { name: NAME });
	}
}
