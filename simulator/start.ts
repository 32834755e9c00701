import { type Colleague, createColleague } from './colleague/colleague';
import { createCompany } from './company/seed/create-company';
import type { Company } from './company/types';
import { readConnectorFile } from './connector/read-connector-file';
import { runSession } from './connector/run-session';
import type { SessionReport } from './connector/session-report';
import { createSoapClient } from './connector/soap-client';
import { createFaults, type Faults } from './faults/faults';

interface DesktopOptions {
	/** The text of the QWC. */
	connectorFile: string;
	password: string;
	/** The time between two sessions, in milliseconds; 1000 unless given. */
	runEveryMilliseconds?: number;
	/** The company file; by default, a new one with the usual content. */
	company?: Company;
	/** The faults of the desktop; none by default. */
	faults?: Faults;
	/** Who else works in the company file; a colleague who is not there yet by default. */
	colleague?: Colleague;
	/** Called with a report after each session. */
	log?: (session: SessionReport) => void;
}

/** A simulated desktop: a company file and a connector that talks to the service at the QWC's AppURL. */
export interface Desktop {
	/** The open company file. A new value is used from the next session on. */
	company: Company;
	/** The pending faults of the desktop. */
	readonly faults: Faults;
	/** Who else works in the company file. */
	readonly colleague: Colleague;
	/**
	 * Runs a session that starts after this call, so that it finds everything queued before it.
	 * @throws SoapError when the service cannot be reached or breaks the protocol
	 */
	runNow: () => Promise<void>;
	/** Uses another password from the next session on. */
	setPassword: (password: string) => void;
	/** Ends the current session cleanly, and runs no more. */
	stop: () => Promise<void>;
}

const DEFAULT_INTERVAL = 1000;

/**
 * Starts a desktop. It runs its first session at once, and another one after each interval.
 * @throws Error with a sentence when the connector file is invalid
 */
export function startDesktop(options: DesktopOptions): Desktop {
	const { log = () => undefined, runEveryMilliseconds = DEFAULT_INTERVAL } = options;
	const { appName: application, appUrl, userName } = readConnectorFile(options.connectorFile);
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
			const { company, faults, colleague } = desktop;
			log(
				await runSession({
					client,
					application,
					userName,
					password,
					company,
					faults,
					colleague,
					stop,
				}),
			);
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

	// Nobody waits for this run. The log already has its failure, and the next run tries again.
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
		colleague: options.colleague ?? createColleague(),
		runNow,
		setPassword: (changed) => {
			password = changed;
		},
		stop: () => (stopped ??= end()),
	};
	runQuietly();
	return desktop;
}
