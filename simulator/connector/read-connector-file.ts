import { childOf, readXml, textOf, type XmlElement } from '../../xml/read-xml';

/** What a Web Connector reads from its configuration file (QWC). */
interface ConnectorFile {
	appName: string;
	appUrl: URL;
	userName: string;
	/** How often the connector runs automatically; undefined when the file leaves it to the user. */
	runEveryMinutes?: number;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function required(root: XmlElement, name: string): string {
	const value = textOf(root, name)?.trim();
	if (value === undefined || value === '') throw new Error(`The connector file has no ${name}.`);
	return value;
}

function readAppUrl(text: string): URL {
	if (!URL.canParse(text)) throw new Error(`The connector file's AppURL is no address: ${text}`);
	const url = new URL(text);
	// The password is sent to this address, so the real Web Connector requires the same.
	const isSafe = url.protocol === 'https:' || LOOPBACK.test(url.hostname);
	if (!isSafe || !/^https?:$/.test(url.protocol)) {
		throw new Error(`The connector file's AppURL must be https, or on this machine: ${text}`);
	}
	return url;
}

/**
 * Reads a connector configuration file (interface, section 2.6).
 * @param text the file's content
 * @throws Error with a sentence that says what is missing or wrong, InvalidXml when it is not XML
 */
export function readConnectorFile(text: string): ConnectorFile {
	const { root } = readXml(text);
	if (root.name !== 'QBWCXML') throw new Error('The connector file does not hold QBWCXML.');
	const scheduler = childOf(root, 'Scheduler');
	const minutes = Number(scheduler && textOf(scheduler, 'RunEveryNMinutes'));
	return {
		appName: required(root, 'AppName'),
		appUrl: readAppUrl(required(root, 'AppURL')),
		userName: required(root, 'UserName'),
		...(minutes > 0 && { runEveryMinutes: minutes }),
	};
}
