import { startService } from '../../../service/server/start-service';

/**
 * The service as a process of its own, started with `--expose-gc`: it tells its address to the process that started it
 * and, whenever that sends a message, how many bytes its heap holds after everything that can go has gone.
 */
async function main(): Promise<void> {
	const { gc } = globalThis;
	if (!gc || !process.send) throw new Error('It runs as a child process, with --expose-gc.');
	const send = process.send.bind(process);
	const service = await startService({
		apiKeys: [process.argv[2]],
		webhookTries: [0],
		webhookTimeoutSeconds: 1,
		log: 'error',
	});
	process.on('message', () => {
		gc();
		send({ heapBytes: process.memoryUsage().heapUsed });
	});
	process.once('SIGTERM', () => {
		service.close().then(
			() => process.disconnect(),
			() => process.exit(1),
		);
	});
	send({ baseUrl: service.baseUrl });
}

main().catch((error: unknown) => {
	process.stderr.write(`${String(error)}\n`);
	process.exit(1);
});
