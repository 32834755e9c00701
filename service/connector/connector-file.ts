import { XMLBuilder } from 'fast-xml-parser';

import type { Connection } from '../store/connections';

const MINUTES_BETWEEN_RUNS = 5;

/** Where the connector endpoint lives on the service. */
export const CONNECTOR_PATH = '/connector';

const braced = (uuid: string): string => `{${uuid}}`;

/**
 * The connector configuration file of a connection (interface, section 2.6).
 * @param origin the scheme, host and port at which the connector reaches the service
 * @returns the QWC file as XML text
 */
export function connectorFile(connection: Connection, origin: string): string {
	const content = {
		AppName: connection.name || 'Accounting Sync',
		AppID: '',
		AppURL: `${origin}${CONNECTOR_PATH}`,
		AppDescription: 'Exchanges requests with the accounting application.',
		AppSupport: `${origin}/`,
		UserName: connection.username,
		OwnerID: braced(connection.app_id),
		FileID: braced(connection.id),
		QBType: 'QBFS',
		Scheduler: { RunEveryNMinutes: MINUTES_BETWEEN_RUNS },
	};
	const builder = new XMLBuilder({ format: true, indentBy: '\t' });
	return `<?xml version="1.0"?>\n${builder.build({ QBWCXML: content })}`;
}
