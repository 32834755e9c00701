/** What a server that listens everywhere is reached at on its own machine. */
const onThisMachine: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * The origin at which programs on this machine reach a server.
 * @param host the address or name that it listens on
 */
export function localOrigin(host: string, port: number): string {
	const name = onThisMachine[host] ?? host;
	return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
