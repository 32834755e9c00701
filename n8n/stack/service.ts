import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { settingRows, type Settings } from '../../service/server/settings';
import { startService } from '../../service/server/start-service';
import { createDesktopHost, type DesktopHost } from '../../simulator/host';
import { repositoryFolder } from '../files';
import type { Cleanup } from '../processes/cleanup';
import { freePorts } from '../processes/free-ports';
import { answers, type Server, startServer } from '../processes/server';

/** How the service is set up. */
export interface ServiceSettings extends Partial<
	Pick<
		Settings,
		| 'webhookTries'
		| 'webhookTimeoutSeconds'
		| 'sessionTimeoutSeconds'
		| 'takeOverSeconds'
		| 'callsPerSecond'
	>
> {
	/** An application's key; a random one unless given. */
	apiKey?: string;
	/** Signs webhooks; they go out unsigned without one. */
	webhookSecret?: string;
	/** Which connections get a simulated desktop: every new one, or those that ask for it; none unless given. */
	simulate?: 'at-once' | 'on-request';
	/** Where it keeps everything: the path of a SQLite file, or a PostgreSQL database; a file in its folder unless given. */
	database?: string;
	/** Makes it a process of its own, which can be killed, with further environment. It runs in this process otherwise. */
	ownProcess?: { env?: Record<string, string> };
}

/** A service that runs. */
interface RunningStackService {
	baseUrl: string;
	apiKey: string;
	/** Its simulated desktops, if they run in this process. */
	desktops: DesktopHost;
	/** Where it keeps everything, if it is a process of its own. */
	folder: string;
	/** Its process, if it has one of its own. */
	process?: Server;
}

/** The words of the command line that mean these settings. */
function commandLineOf(
	settings: ServiceSettings,
	apiKey: string,
	port: number,
	folder: string,
): string[] {
	const given: Partial<Record<keyof Settings, unknown>> = {
		...settings,
		database: settings.database ?? join(folder, 'service.sqlite'),
		port,
		apiKeys: apiKey,
		webhookSecrets: settings.webhookSecret,
	};
	return settingRows.flatMap(([name, { option }]) =>
		given[name] === undefined ? [] : [option.split(' ')[0], String(given[name])],
	);
}

/** More than a service prints in any test: whoever looks for something in it looks through all of it. */
const KEPT_CHARACTERS = 50_000_000;

/** Starts the service as a process of its own, on a free port that it keeps. */
export async function startServiceProcess(
	settings: ServiceSettings,
	apiKey: string,
	folder: string,
): Promise<{ baseUrl: string; process: Server }> {
	const [port] = await freePorts(1);
	const baseUrl = `http://127.0.0.1:${port}/api/v1`;
	const server = await startServer({
		name: 'The service',
		program: process.execPath,
		args: [
			...['--import', require.resolve('tsx'), join(repositoryFolder, 'service', 'main.ts')],
			...commandLineOf(settings, apiKey, port, folder),
		],
		cwd: folder,
		env: { ...process.env, ...settings.ownProcess?.env },
		isReady: async () => await answers(`${baseUrl}/openapi.json`),
		keeps: KEPT_CHARACTERS,
	});
	return { baseUrl, process: server };
}

/** Starts the service on a free port of the loopback address. */
export async function startStackService(
	settings: ServiceSettings,
	folder: string,
	cleanup: Cleanup,
): Promise<RunningStackService> {
	const apiKey = settings.apiKey ?? randomBytes(24).toString('hex');
	const desktops = createDesktopHost();
	if (settings.ownProcess) {
		const started = await startServiceProcess(settings, apiKey, folder);
		cleanup.add(started.process.stop);
		return { ...started, apiKey, desktops, folder };
	}
	const { webhookSecret, webhookTries, webhookTimeoutSeconds, simulate } = settings;
	const { baseUrl, close } = await startService({
		apiKeys: [apiKey],
		webhookSecrets: webhookSecret === undefined ? [] : [webhookSecret],
		webhookTries,
		webhookTimeoutSeconds,
		simulate,
		desktops: simulate && desktops,
		log: false,
	});
	cleanup.add(close);
	return { baseUrl, apiKey, desktops, folder };
}
