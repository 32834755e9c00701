/** The address of a service with simulated desktops, and the API key for it. */
export interface ServiceAccess {
	service: string;
	apiKey: string;
}

interface Answer {
	data?: unknown;
	error?: { message?: string };
}

interface ListedConnection {
	id: string;
	name: string;
	type: string;
}

/**
 * Calls the service over HTTP.
 * @throws Error with the service's own sentence when it refuses
 */
export async function callService(
	{ service, apiKey }: ServiceAccess,
	method: string,
	path: string,
	body?: object,
): Promise<unknown> {
	const address = new URL(path, service);
	const response = await fetch(address, {
		method,
		headers: {
			authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
			...(body && { 'content-type': 'application/json' }),
		},
		body: body && JSON.stringify(body),
	}).catch((error: unknown) => {
		throw new Error(`The service cannot be reached at ${address.origin}.`, { cause: error });
	});
	const text = await response.text();
	const { data, error } = (text === '' ? {} : JSON.parse(text)) as Answer;
	if (!response.ok) throw new Error(error?.message ?? `The service answered ${response.status}.`);
	return data;
}

/**
 * The connection to use: the named one, or the application's only simulated one.
 * @throws Error that lists the connections when there are several, or says that there is none
 */
export async function connectionToUse(access: ServiceAccess, named?: string): Promise<string> {
	if (named !== undefined) return named;
	const all = (await callService(access, 'GET', '/api/v1/connections')) as ListedConnection[];
	const simulated = all.filter(({ type }) => type === 'simulated');
	if (simulated.length === 1) return simulated[0].id;
	const lines = simulated.map(({ id, name }) => `  ${id}  ${name || 'without a name'}`);
	throw new Error(
		simulated.length === 0
			? 'There is no connection with a simulated desktop: start the service with --simulate and create one.'
			: ['There are several connections; say which with --connection:', ...lines].join('\n'),
	);
}
