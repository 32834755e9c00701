import { createCompany } from './company/seed/create-company';
import type { Company } from './company/types';
import { readConnectorFile } from './connector/connector-file';
import { runSession } from './connector/run-session';
import type { SessionReport } from './connector/session-report';
import { createSoapClient } from './connector/soap';
import { createFaults, type Faults } from './faults/faults';

interface DesktopOptions {
	/** The text of the QWC. */
	connectorFile: string;
	password: string;
	/** The time between two sessions, in milliseconds; 1000 unless given. */
	runEveryMilliseconds?: number;
	/** The company file; a fresh one of the usual content unless given. */
	company?: Company;
	/** What the desktop is to do wrong; nothing unless given. */
	faults?: Faults;
	/** Told how each session went. */
	log?: (session: SessionReport) => void;
}

/** A simulated desktop: a company file and a connector that talks to the service at the QWC's AppURL. */
export interface Desktop {
	/** The company file that is open; another one put here counts from the next session on. */
	company: Company;
	/** What the desktop is still to do wrong. */
	readonly faults: Faults;
	/**
	 * Runs a session that begins after this call, so that it finds whatever is queued by now.
	 * @throws SoapError when the service cannot be reached or breaks the protocol
	 */
	runNow: () => Promise<void>;
	/** Uses another password from the next session on. */
	setPassword: (password: string) => void;
	/** Ends the session under way in good order, and runs no more. */
	stop: () => Promise<void>;
}

const DEFAULT_INTERVAL = 1000;

/**
 * Starts a desktop, which runs its first session at once and one more after each interval.
 * @throws Error with a sentence when the connector file is none
 */
export function startDesktop(options: DesktopOptions): Desktop {
	const { log = () => undefined, runEveryMilliseconds = DEFAULT_INTERVAL } = options;
	const { appUrl, userName } = readConnectorFile(options.connectorFile);
	const client = createSoapClient(appUrl);
	let { password } = options;
	const stopping = new AbortController();
	const { signal: stop } = stopping;
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> | undefined;
	let following: Promise<void> | undefined;
	let stopped: Promise<void> | undefined;

	const run = async (): Promise<void> => {
		try {
			const { company, faults } = desktop;
			log(await runSession({ client, userName, password, company, faults, stop }));
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			log({ outcome: 'failed', requests: 0, message });
			throw error;
		}
	};

	const begin = (): Promise<void> => {
		clearTimeout(timer);
		running = run().finally(() => {
			running = undefined;
			if (!stop.aborted) timer = setTimeout(runQuietly, runEveryMilliseconds);
		});
		return running;
	};

	const runNow = (): Promise<void> => {
		if (stop.aborted) return Promise.reject(new Error('The desktop has been stopped.'));
		if (running === undefined) return begin();
		following ??= running
			.catch(() => undefined)
			.then(() => {
				following = undefined;
				return stop.aborted ? undefined : begin();
			});
		return following;
	};

	// A run that nobody waits for has told the log about its failure, and the next one tries again.
	const runQuietly = (): void => void runNow().catch(() => undefined);

	const end = async (): Promise<void> => {
		stopping.abort();
		clearTimeout(timer);
		await running?.catch(() => undefined);
		await client.close();
	};

	const desktop: Desktop = {
		company: options.company ?? createCompany(),
		faults: options.faults ?? createFaults(),
		runNow,
		setPassword: (changed) => {
			password = changed;
		},
		stop: () => (stopped ??= end()),
	};
	runQuietly();
	return desktop;
}
