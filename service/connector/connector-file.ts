import { XMLBuilder } from 'fast-xml-parser';

import { isAddress } from '../network/addresses';
import { isUrl } from '../network/is-url';
import { isThisMachine } from '../network/public-url';
import type { Connection } from '../store/connections';

const MINUTES_BETWEEN_RUNS = 1;

/** Where the connector endpoint lives on the service. */
export const CONNECTOR_PATH = '/connector';

/** The page that the Web Connector opens when somebody needs help. It has to be there, or the file is refused. */
export const SUPPORT_PATH = '/connect';

const braced = (uuid: string): string => `{${uuid}}`;

/**
 * What the Web Connector and QuickBooks call the connection. It never changes and no other connection has it, because the Web
 * Connector tells its applications apart by their names.
 */
export const connectorName = ({ id }: Pick<Connection, 'id'>): string =>
	`Accounting Sync ${id.slice(0, 8)}`;

/** The same machine as the Web Connector names it: it takes no IP addresses. */
function forConnector(origin: string): string {
	if (!isUrl(origin)) return origin;
	const url = new URL(origin);
	if (isThisMachine(url.hostname)) url.hostname = 'localhost';
	return url.origin;
}

/**
 * Why a Web Connector will not take a connector file for this address, for the person who is about to try; undefined when it
 * will.
 */
export function addressProblem(origin: string): string | undefined {
	if (!isUrl(origin)) return undefined;
	const { protocol, hostname } = new URL(origin);
	if (isThisMachine(hostname)) return undefined;
	if (isAddress(hostname))
		return 'The address of this page is a number instead of a name, and the Web Connector doesn’t accept that (QBWC1001).';
	return protocol === 'https:'
		? undefined
		: 'The address of this page begins with http://, and the Web Connector accepts only https:// (QBWC1010).';
}

/**
 * The connector configuration file of a connection (interface, section 2.6).
 * @param origin the scheme, host and port at which the connector reaches the service
 * @returns the QWC file as XML text
 */
export function connectorFile(connection: Connection, origin: string): string {
	const name = connectorName(connection);
	const address = forConnector(origin);
	const content = {
		AppName: name,
		AppUniqueName: name,
		AppDisplayName: connection.name || name,
		AppID: '',
		AppURL: `${address}${CONNECTOR_PATH}`,
		AppDescription: 'Exchanges requests with the accounting application.',
		AppSupport: `${address}${SUPPORT_PATH}`,
		UserName: connection.username,
		OwnerID: braced(connection.app_id),
		FileID: braced(connection.id),
		QBType: 'QBFS',
		Scheduler: { RunEveryNMinutes: MINUTES_BETWEEN_RUNS },
	};
	const builder = new XMLBuilder({ format: true, indentBy: '\t' });
	return `<?xml version="1.0"?>\n${builder.build({ QBWCXML: content })}`;
}
