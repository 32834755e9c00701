import { once } from 'node:events';
import { Session } from 'node:inspector/promises';

import { WebSocket } from 'undici';

/** The environment of a Node process that opens its inspector at a port. */
export const inspectableAt = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });

/** A Node process that can be asked about its heap. */
export interface Inspector {
	/** How many bytes the heap holds after everything that can go has gone. */
	heapBytes(): Promise<number>;
	close(): void;
}

/** The same for the process that asks. */
export function ownInspector(): Inspector {
	const session = new Session();
	session.connect();
	return {
		async heapBytes() {
			await session.post('HeapProfiler.collectGarbage');
			await session.post('HeapProfiler.collectGarbage');
			return process.memoryUsage().heapUsed;
		},
		close: () => session.disconnect(),
	};
}

interface Reply {
	id: number;
	result?: { usedSize?: number };
	error?: { message: string };
}

/** Connects to the inspector of a process started with `inspectableAt`. */
export async function connectInspector(port: number): Promise<Inspector> {
	const response = await fetch(`http://127.0.0.1:${port}/json/list`);
	const [{ webSocketDebuggerUrl }] = (await response.json()) as Array<{
		webSocketDebuggerUrl: string;
	}>;
	const socket = new WebSocket(webSocketDebuggerUrl);
	await once(socket, 'open');
	const waiting = new Map<number, (reply: Reply) => void>();
	socket.addEventListener('message', ({ data }) => {
		const reply = JSON.parse(String(data)) as Reply;
		waiting.get(reply.id)?.(reply);
		waiting.delete(reply.id);
	});
	let calls = 0;
	const call = async (method: string): Promise<Reply['result']> => {
		calls += 1;
		const id = calls;
		const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
		socket.send(JSON.stringify({ id, method }));
		const { result, error } = await replied;
		if (error) throw new Error(`${method}: ${error.message}`);
		return result;
	};
	return {
		async heapBytes() {
			// What the first round lets go of may free more in the second.
			await call('HeapProfiler.collectGarbage');
			await call('HeapProfiler.collectGarbage');
			return (await call('Runtime.getHeapUsage'))?.usedSize ?? NaN;
		},
		close: () => socket.close(),
	};
}
