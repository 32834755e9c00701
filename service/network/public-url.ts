import { isAddress, isLoopback } from './addresses';
import { isUrl } from './is-url';

/** Whether a host in a URL is this machine. */
export const isThisMachine = (host: string): boolean => host === 'localhost' || isLoopback(host);

/**
 * The origin at which others reach the service, such as `https://books.example.com`.
 * @throws Error with a sentence about what is wrong with it
 */
export function publicOrigin(text: string): string {
	if (!isUrl(text) || !/^https?:\/\//i.test(text))
		throw new Error('It must be an address such as https://books.example.com.');
	const { protocol, hostname, pathname, search, hash, username, password, origin } = new URL(text);
	if (pathname !== '/' || `${search}${hash}${username}${password}` !== '' || /[?#]$/.test(text))
		throw new Error(
			`It must be scheme and host alone, such as ${origin}: the service needs a host name of its own, and can’t be below a path of another one.`,
		);
	if (isThisMachine(hostname)) return origin;
	if (protocol !== 'https:')
		throw new Error(
			'It must begin with https://, because the Web Connector and the nodes accept plain http:// only on their own machine.',
		);
	if (isAddress(hostname))
		throw new Error(
			'It must have a name instead of an IP address, because the Web Connector accepts no other.',
		);
	return origin;
}
