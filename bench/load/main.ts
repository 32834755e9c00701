import { Cleanup } from '../../n8n/processes/cleanup';
import { measure } from './measure';
import { settings } from './plan';
import { report } from './report';

// npm run bench:load: a thousand connections whose connectors look in every minute, while requests are queued and their results
// delivered, with each database and with several processes. It prints a table. Linux only.

async function main(): Promise<void> {
	const measured = [];
	for (const setting of settings) {
		const cleanup = new Cleanup();
		try {
			measured.push(await measure(cleanup, setting));
		} finally {
			await cleanup.run();
		}
	}
	process.stdout.write(`${report(measured)}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
	process.exitCode = 1;
});
