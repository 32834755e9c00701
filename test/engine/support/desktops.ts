import type { ServiceOptions } from '../../../service/server/start-service';
import type { Colleague } from '../../../simulator/colleague/colleague';
import type { Company } from '../../../simulator/company/types';
import type { Faults } from '../../../simulator/faults/faults';
import { createDesktopHost } from '../../../simulator/host';
import { type LocalService, useLocalService } from './local-service';

/** The real service with a simulated desktop for every connection. */
export interface ServiceWithDesktops extends LocalService {
	/** Ends the desktop of a connection: what is queued stays where it is. */
	turnOff(connectionId: string): Promise<void>;
	/** Starts a desktop for a connection, which fetches what is queued. */
	turnOn(connectionId: string): Promise<void>;
	/** A connection whose desktop has never been on. */
	newConnectionTurnedOff(): Promise<string>;
	/** The company file that a connection's desktop has open. */
	company(connectionId: string): Company;
	/** The pending faults of a connection's desktop. */
	faults(connectionId: string): Faults;
	/** Somebody else who works at a connection's desktop. */
	colleague(connectionId: string): Colleague;
}

/** Milliseconds between two sessions of a desktop: it is nudged whenever something is queued. */
const RUN_EVERY_MILLISECONDS = 2000;

/** Seconds before each try of a delivery, so that one that came too early comes again soon. */
const webhookTries = [0, 0.2, 0.5, 1, 2, 5];

/**
 * Runs the service and its desktops for the tests of a file.
 * @param createCompany Makes the company file of a desktop; by default, one with the usual content.
 */
export function useServiceWithDesktops(
	options: Partial<ServiceOptions> = {},
	createCompany?: () => Company,
): ServiceWithDesktops {
	const desktops = createDesktopHost({
		runEveryMilliseconds: RUN_EVERY_MILLISECONDS,
		createCompany,
	});
	let isNewOneOn = true;
	const host: typeof desktops = {
		...desktops,
		start: (desktop) => {
			if (isNewOneOn) desktops.start(desktop);
		},
	};
	const service = useLocalService({ desktops: host, webhookTries, ...options });
	return Object.assign(service, {
		async turnOff(connectionId: string) {
			const desktop = desktops.desktop(connectionId);
			desktops.stop(connectionId);
			await desktop.stop();
		},
		async turnOn(connectionId: string) {
			const path = `/connections/${connectionId}`;
			const { qwc: connectorFile } = await service.call<{ qwc: string }>('GET', `${path}/qwc`);
			const { password } = await service.call<{ password: string }>('POST', `${path}/password`, {});
			desktops.start({ connectionId, connectorFile, password });
		},
		async newConnectionTurnedOff() {
			isNewOneOn = false;
			const connectionId = await service.newConnection();
			isNewOneOn = true;
			return connectionId;
		},
		company: (connectionId: string) => desktops.desktop(connectionId).company,
		faults: (connectionId: string) => desktops.desktop(connectionId).faults,
		colleague: (connectionId: string) => desktops.desktop(connectionId).colleague,
	});
}
