import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { createDesktopHost } from '../simulator/host';
import { firstConnections } from './command-line/first-connections';
import { generatedApiKey } from './command-line/generated-api-key';
import { type CommandLine, type Program, readCommandLine } from './command-line/options';
import { welcome } from './command-line/welcome';
import { type RunningService, startService } from './server/start-service';

const OWNER_ONLY = 0o700;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** People who open the service to a network should know that its key lies in a file on this machine. */
const warningFor = (host: string): string =>
	`The service listens on ${host}, so other machines can reach it unless a firewall or a container keeps them out. ` +
	'Its API key was made here: give it one of your own with --api-key.\n';

async function start(commandLine: CommandLine): Promise<RunningService> {
	const { apiKey, port, host, simulate } = commandLine;
	const database = path.resolve(commandLine.database);
	// What is in it is nobody else’s business.
	mkdirSync(path.dirname(database), { recursive: true, mode: OWNER_ONLY });
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
		log: commandLine.log,
		desktops: simulate ? createDesktopHost() : undefined,
		simulate: simulate === 'on-request' ? simulate : 'at-once',
	});
	const { baseUrl } = service;
	const simulatesAtOnce = simulate && simulate !== 'on-request';
	if (simulatesAtOnce) await firstConnections(baseUrl, apiKeys);
	if (made && !LOOPBACK.test(host)) process.stderr.write(warningFor(host));
	process.stdout.write(welcome({ baseUrl, database, apiKey: made, simulates: simulatesAtOnce }));
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

/** Runs the service as a program, until a signal ends it. */
export function runService(program: Program): void {
	start(readCommandLine(program, process.argv)).then(stopOnSignal, fail);
}
