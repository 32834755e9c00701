import type { FastifyRequest } from 'fastify';

import { isUrl } from '../network/is-url';
import { ServiceError } from './service-error';

/** Whether an address of a page is on this service. A proxy may have ended TLS, so only the host is compared. */
const isOwnHost = ({ host, serviceOrigin }: FastifyRequest, address: string): boolean =>
	isUrl(address) &&
	// And the proxy may have put another host in its place.
	[host, new URL(serviceOrigin).host].includes(new URL(address).host);

/** Whether a browser says that one of the service’s own pages sent this. Browsers don’t let a page forge these headers. */
function isFromOwnPage(request: FastifyRequest): boolean {
	const { 'sec-fetch-site': site, origin = '' } = request.headers;
	// Without TLS, browsers leave the first header out.
	return site === undefined ? isOwnHost(request, origin) : site === 'same-origin';
}

/** Whether a browser has sent this. What calls itself one and is none names no language. */
const isBrowser = ({ headers }: FastifyRequest): boolean =>
	/^(?:Mozilla|Opera)\//.test(headers['user-agent'] ?? '') && 'accept-language' in headers;

/** Whether a browser has sent this for another site’s page, or does not say for which. What no browser has sent says nothing. */
function isFromOtherSite(request: FastifyRequest): boolean {
	const { 'sec-fetch-site': site, origin, referer } = request.headers;
	if (site !== undefined) return site !== 'same-origin' && site !== 'none';
	// Over plain HTTP, a GET may come without an origin, and a page can have its address left out.
	const page = origin ?? referer;
	return page === undefined ? isBrowser(request) : !isOwnHost(request, page);
}

/**
 * Refuses what another site has a browser send. A browser adds the API key to each call once somebody has signed in, so
 * the key alone does not show that it was that person’s wish.
 */
export async function onlyFromOwnPages(request: FastifyRequest): Promise<void> {
	if (!isFromOwnPage(request))
		throw new ServiceError(
			'invalid_request',
			'This can only be done with the button on the page of the request.',
			403,
		);
}

/** The same for what programs call, where a GET can queue a request too. A key that a browser adds for another site counts as none. */
export async function notFromOtherSites(request: FastifyRequest): Promise<void> {
	if (isFromOtherSite(request))
		throw new ServiceError(
			'unauthorized',
			'Authentication is required: a browser has sent this for a page of another site, for which the key that it remembers does not count.',
		);
}
