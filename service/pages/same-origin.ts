import type { FastifyRequest } from 'fastify';

import { ServiceError } from '../http/service-error';
import { isUrl } from '../network/is-url';

/** Whether a browser says that one of the service’s own pages sent this. Browsers don’t let a page forge these headers. */
function isFromOwnPage({ headers, host, serviceOrigin }: FastifyRequest): boolean {
	const site = headers['sec-fetch-site'];
	if (site !== undefined) return site === 'same-origin';
	// Without TLS, browsers leave that header out. A proxy may have ended TLS, so only the host is compared.
	if (!isUrl(headers.origin ?? '')) return false;
	// And the proxy may have put another host in its place.
	return [host, new URL(serviceOrigin).host].includes(new URL(headers.origin ?? '').host);
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
