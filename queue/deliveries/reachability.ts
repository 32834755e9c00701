type Zone = 'this computer' | 'a private network' | 'the internet';

const PRIVATE_ADDRESS =
	/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe80:)/i;
const LOOPBACK_ADDRESS = /^(127\.|::1$|0\.0\.0\.0$|::$)/;
const PRIVATE_NAME = /^[^.]+$|\.(local|internal|lan|home|test)$/i;
const LOOPBACK_NAME = /^localhost$|\.localhost$/i;

/** Where a host is, as far as we can tell from its name or address. */
function zoneOf(url: string): Zone {
	const host = new URL(url).hostname.replace(/[[\]]/g, '');
	const isAddress = /^[\d.]+$|:/.test(host);
	const [loopback, local] = isAddress
		? [LOOPBACK_ADDRESS, PRIVATE_ADDRESS]
		: [LOOPBACK_NAME, PRIVATE_NAME];
	if (loopback.test(host)) return 'this computer';
	return local.test(host) ? 'a private network' : 'the internet';
}

/** The zones from which each zone can be reached. */
const reachableFrom: Record<Zone, readonly Zone[]> = {
	'this computer': ['this computer'],
	'a private network': ['this computer', 'a private network'],
	'the internet': ['this computer', 'a private network', 'the internet'],
};

/**
 * Why the service can't reach n8n. Undefined if it can, as far as we can tell from the addresses: a service elsewhere
 * can't use an address on this computer or in a private network.
 * @param serviceUrl The credential's base address.
 * @param resumeUrl The address that wakes the execution.
 */
export function reachabilityProblem(serviceUrl: string, resumeUrl: string): string | undefined {
	const zone = zoneOf(resumeUrl);
	return reachableFrom[zone].includes(zoneOf(serviceUrl))
		? undefined
		: `the service can't reach n8n at ${new URL(resumeUrl).origin}, which is an address on ${zone}`;
}
