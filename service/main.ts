import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createDesktopHost } from '../simulator/host';
import { firstConnections } from './command-line/first-connections';
import { generatedApiKey } from './command-line/generated-api-key';
import { type CommandLine, readCommandLine } from './command-line/options';
import { type RunningService, startService } from './server/start-service';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** People who open the service to a network should know that its key lies in a file on this machine. */
const warningFor = (host: string): string =>
	`The service listens on ${host}, where other machines can reach it, with a key that was made here: ` +
	'give it one of your own with --api-key.\n';

async function start(commandLine: CommandLine): Promise<RunningService> {
	const { apiKey, port, host, simulate } = commandLine;
	const database = path.resolve(commandLine.database);
	mkdirSync(path.dirname(database), { recursive: true });
	const made = apiKey.length === 0 ? generatedApiKey(database) : undefined;
	const apiKeys = made ? [made] : apiKey;
	const service = await startService({
		port,
		host,
		apiKeys,
		database,
		webhookSecrets: commandLine.webhookSecret,
		webhookTries: commandLine.webhookTries,
		webhookTimeoutSeconds: commandLine.webhookTimeout,
		webhookSignatureHeader: commandLine.webhookHeader,
		sessionTimeoutSeconds: commandLine.sessionTimeout,
		onboardingHours: commandLine.onboardingHours,
		desktops: simulate ? createDesktopHost() : undefined,
		simulate: simulate === 'on-request' ? simulate : 'at-once',
	});
	if (simulate && simulate !== 'on-request') await firstConnections(service.baseUrl, apiKeys);
	if (made && !LOOPBACK.test(host)) process.stderr.write(warningFor(host));
	process.stdout.write(
		`Accounting Sync Service at ${service.baseUrl}, data in ${database}${made ? `, API key ${made}` : ''}\n`,
	);
	return service;
}

/** The first signal stops the service after its current work. A second one ends the process as usual. */
function stopOnSignal(service: RunningService): void {
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.once(signal, () => {
			service.close().catch(fail);
		});
	}
}

function fail(error: unknown): void {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}

start(readCommandLine(process.argv)).then(stopOnSignal, fail);
