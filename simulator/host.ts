import type { FastifyInstance } from 'fastify';

import type { Company } from './company/types';
import type { SessionReport } from './connector/session-report';
import { addDesktopRoutes } from './desktop-routes';
import { type Desktop, startDesktop } from './start';

interface DesktopHostOptions {
	/** The time between two sessions of a desktop, in milliseconds; 1000 unless given. */
	runEveryMilliseconds?: number;
	/** Creates the company file of a connection; by default, one with the usual content. */
	createCompany?: (connectionId: string) => Company;
	/** Called with a report after each session. */
	log?: (connectionId: string, session: SessionReport) => void;
}

/** The simulated desktops of a service, one for each of its connections. */
export interface DesktopHost {
	/** Starts the desktop of a connection. An earlier one is stopped; its company file, its faults and its colleague are kept. */
	start: (connection: { connectionId: string; connectorFile: string; password: string }) => void;
	passwordChanged: (connectionId: string, password: string) => void;
	/** Runs a session now instead of after the interval, because a request has been queued. */
	requestQueued: (connectionId: string) => void;
	stop: (connectionId: string) => void;
	/** Stops every desktop and waits for the sessions in progress. */
	close: () => Promise<void>;
	/**
	 * The desktop of a connection.
	 * @throws Error when the connection has none
	 */
	desktop: (connectionId: string) => Desktop;
	/** Adds the routes with which a tester causes faults in the desktop of a connection. */
	addRoutes: (server: FastifyInstance) => void;
}

/** Creates a host without desktops. */
export function createDesktopHost(options: DesktopHostOptions = {}): DesktopHost {
	const { runEveryMilliseconds, createCompany, log } = options;
	const desktops = new Map<string, Desktop>();
	const stopping = new Set<Promise<void>>();

	const stop = (connectionId: string): void => {
		const desktop = desktops.get(connectionId);
		if (desktop === undefined) return;
		desktops.delete(connectionId);
		const stopped = desktop.stop().finally(() => stopping.delete(stopped));
		stopping.add(stopped);
	};

	return {
		start: ({ connectionId, connectorFile, password }) => {
			const earlier = desktops.get(connectionId);
			const company = earlier?.company ?? createCompany?.(connectionId);
			stop(connectionId);
			const desktop = startDesktop({
				connectorFile,
				password,
				runEveryMilliseconds,
				company,
				faults: earlier?.faults,
				colleague: earlier?.colleague,
				log: (session) => log?.(connectionId, session),
			});
			desktops.set(connectionId, desktop);
		},
		passwordChanged: (connectionId, password) => desktops.get(connectionId)?.setPassword(password),
		requestQueued: (connectionId) =>
			void desktops
				.get(connectionId)
				?.runNow()
				.catch(() => undefined),
		stop,
		close: async () => {
			[...desktops.keys()].forEach(stop);
			await Promise.all(stopping);
		},
		desktop: (connectionId) => {
			const desktop = desktops.get(connectionId);
			if (desktop === undefined) throw new Error(`Connection ${connectionId} has no desktop.`);
			return desktop;
		},
		addRoutes: (server) => addDesktopRoutes(server, (connectionId) => desktops.get(connectionId)),
	};
}
