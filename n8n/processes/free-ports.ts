import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Where free ports are looked for. Linux, macOS and Windows all take the ports of outgoing connections from above it, so none of
 * these can take one between the moment it was found free and the moment a program listens on it.
 */
const FIRST = 10_000;
const END = 32_000;

/** Ports of the loopback address that nothing listens on right now, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const listening = new Map<number, Server>();
	while (listening.size < count) {
		const port = randomInt(FIRST, END);
		const server = createServer().listen(port, '127.0.0.1');
		try {
			await once(server, 'listening');
			listening.set(port, server);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		}
	}
	await Promise.all([...listening.values()].map((server) => once(server.close(), 'close')));
	return [...listening.keys()];
}
