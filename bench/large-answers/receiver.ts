import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';

import type { Cleanup } from '../../n8n/processes/cleanup';

/** Reads to the end without looking at it, because other things are measured meanwhile. */
export async function drained(body: Readable): Promise<void> {
	body.resume();
	await once(body, 'end');
}

/** A receiver of one delivery. */
export async function openReceiver(cleanup: Cleanup) {
	let announce: () => void;
	const received = new Promise<void>((resolve) => (announce = resolve));
	const server = createServer(async (delivery, response) => {
		await drained(delivery);
		response.end();
		announce();
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	cleanup.add(() => server.close());
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/`, received };
}
