import { createConnection } from 'node:net';

import { type Server, startServer } from '../processes/server';

export interface RunningRedis extends Server {
	port: number;
}

/** Whether a Redis answers there. */
async function answersPing(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
		socket.setEncoding('utf8').once('data', (text) => {
			resolve(String(text).startsWith('+PONG'));
			socket.destroy();
		});
		socket.once('error', () => resolve(false));
		socket.once('close', () => resolve(false));
	});
}

/**
 * Starts Redis on the loopback address. It writes down each command before it answers, as the queue of n8n needs it to:
 * what was queued is there again after `kill` and `restart`.
 * @param folder An empty one, for its data.
 */
export async function startRedis(folder: string, port: number): Promise<RunningRedis> {
	const settings = { port, bind: '127.0.0.1', dir: folder, appendonly: 'yes', save: '' };
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
	const server = await startServer({
		name: 'Redis',
		program: 'redis-server',
		args,
		cwd: folder,
		isReady: async () => await answersPing(port),
	});
	return { ...server, port };
}
