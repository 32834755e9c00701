import { Cleanup } from '../../n8n/processes/cleanup';
import { circumstances } from '../support/circumstances';
import { writeSection } from '../write-section';
import { measure } from './measure';
import { settings } from './plan';
import { report } from './report';

// npm run bench -- load: a thousand connections whose connectors look in every minute, while requests are queued and their results
// delivered, with each database and with several processes. It writes its section of docs/performance-service.md. Linux only.

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
	const text = `${circumstances('load')}\n\n${report(measured)}`;
	await writeSection('load', text);
	process.stdout.write(`${text}\n`);
}

void main();
