import { createDesktopHost } from '../simulator/host';
import { APPLICATION_COMMAND, runApplicationCommand } from './command-line/application';
import {
	BACKUP_COMMAND,
	RESTORED_COMMAND,
	runBackupCommand,
	runRestoredCommand,
} from './command-line/backup';
import { databaseAt, shownDatabase } from './command-line/database';
import { DELIVER_COMMAND, runDeliverCommand } from './command-line/deliver-again';
import { DOCTOR_COMMAND, runDoctorCommand } from './command-line/doctor';
import { encryptionKey } from './command-line/encryption-key';
import { prepareEnvironment } from './command-line/environment';
import { firstConnections } from './command-line/first-connections';
import { generatedApiKey } from './command-line/generated-api-key';
import { type Program, readCommandLine } from './command-line/options';
import { welcome } from './command-line/welcome';
import { isThisMachine } from './network/public-url';
import type { Settings } from './server/settings';
import { type RunningService, startService } from './server/start-service';
import { isPostgresUrl } from './store/dialects/postgres-database';

/** What the program does besides running the service, by the first word of the command line. */
const commands: Readonly<
	Record<string, ((program: Program, words: readonly string[]) => Promise<void>) | undefined>
> = {
	[APPLICATION_COMMAND]: runApplicationCommand,
	[BACKUP_COMMAND]: runBackupCommand,
	[RESTORED_COMMAND]: runRestoredCommand,
	[DELIVER_COMMAND]: runDeliverCommand,
	[DOCTOR_COMMAND]: runDoctorCommand,
};

/** People who open the service to a network should know that its key lies in a file on this machine. */
const warningFor = (host: string): string =>
	`The service listens on ${host}, so other machines can reach it unless a firewall or a container keeps them out. ` +
	'Its API key was made here: give it one of your own with --api-key.\n';

/** Behind a proxy that isn’t trusted, all calls seem to come from one machine. */
const UNKNOWN_CALLERS =
	'With an https address there is a proxy before the service. Name it with --trust-proxy ("loopback" if it is on this machine): ' +
	'until then, nobody counts as a caller with a private address, and the log shows the proxy instead of the callers.\n';

async function start(settings: Settings): Promise<RunningService> {
	const { apiKeys, host, publicUrl, simulate, trustProxy } = settings;
	const database = databaseAt(settings.database);
	const service = await startService({
		...settings,
		database,
		// It is kept in a file next to the data.
		makeApiKey: isPostgresUrl(database) ? undefined : () => generatedApiKey(database),
		encryptionKey: encryptionKey(),
		desktops: simulate ? createDesktopHost() : undefined,
	});
	const { baseUrl, publicBaseUrl, madeApiKey, metricsUrl } = service;
	const simulatesAtOnce = simulate === 'at-once';
	if (simulatesAtOnce) await firstConnections(baseUrl, madeApiKey ? [madeApiKey] : apiKeys);
	if (madeApiKey && !isThisMachine(host)) process.stderr.write(warningFor(host));
	if (publicUrl?.startsWith('https:') && trustProxy.length === 0)
		process.stderr.write(UNKNOWN_CALLERS);
	process.stdout.write(
		welcome({
			baseUrl,
			publicBaseUrl,
			database: shownDatabase(database),
			madeApiKey,
			isOnTerminal: process.stdout.isTTY,
			hasGivenKeys: apiKeys.length > 0,
			simulates: simulatesAtOnce,
			simulatesOnRequest: simulate === 'on-request',
			metricsUrl,
		}),
	);
	return service;
}

/** The first signal stops the service after its current work. A second one ends the process as usual. */
function stopOnSignal(service: RunningService): void {
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.once(signal, () => {
			service.stop().catch(fail);
		});
	}
}

function fail(error: unknown): void {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}

async function run(program: Program, words: readonly string[]): Promise<void> {
	prepareEnvironment(process.env);
	const command = commands[words[2] ?? ''];
	if (command) await command(program, words);
	else stopOnSignal(await start(readCommandLine(program, words)));
}

/** Runs the service as a program, until a signal ends it, or one of the commands beside it. */
export function runService(program: Program): void {
	run(program, process.argv).catch(fail);
}
