import type { FastifyInstance } from 'fastify';

/**
 * What runs a simulated desktop for every connection of the service (`--simulate`). The service only tells it what
 * happens; the desktop then comes back over SOAP like any connector.
 */
export interface DesktopHost {
	/** A connection exists: run a desktop for it, with the text of its QWC file and its password. */
	start(desktop: {
		readonly connectionId: string;
		readonly connectorFile: string;
		readonly password: string;
	}): void;
	passwordChanged(connectionId: string, password: string): void;
	/** A nudge to run a connector session now. */
	requestQueued(connectionId: string): void;
	stop(connectionId: string): void;
	close(): Promise<void>;
	/** Adds routes of its own below `/simulator/connections/:connection_id`, such as to make a desktop misbehave. */
	addRoutes?(server: FastifyInstance): void;
}
