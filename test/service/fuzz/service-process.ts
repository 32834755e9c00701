import { startService } from '../../../service/server/start-service';
import { dropDatabases, newDatabase } from '../../support/databases';

/**
 * The service in its own process, started with `--expose-gc`. It sends its address to its parent process and, on each
 * message from it, the size of its heap in bytes after garbage collection.
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
		database: await newDatabase(),
	});
	process.on('message', () => {
		gc();
		send({ heapBytes: process.memoryUsage().heapUsed });
	});
	const close = async () => {
		await service.close();
		await dropDatabases();
	};
	process.once('SIGTERM', () => {
		close().then(
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
