import type { FastifyInstance } from 'fastify';

/**
 * Runs a simulated desktop for every connection of the service (`--simulate`). The service only tells it what happens.
 * The desktop then calls over SOAP, like any connector.
 */
export interface DesktopHost {
	/** Starts a desktop for a connection, with the text of its QWC file and its password. */
	start(desktop: {
		readonly connectionId: string;
		readonly connectorFile: string;
		readonly password: string;
	}): void;
	passwordChanged(connectionId: string, password: string): void;
	/** Tells the desktop to run a connector session now. */
	requestQueued(connectionId: string): void;
	stop(connectionId: string): void;
	close(): Promise<void>;
	/** Adds its own routes below `/simulator/connections/:connection_id`, for example to cause faults. */
	addRoutes(server: FastifyInstance): void;
}
