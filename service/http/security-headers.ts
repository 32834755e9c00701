import type { FastifyInstance } from 'fastify';

/** Features of browsers that no page of the service uses. */
const unusedFeatures = [
	'accelerometer',
	'autoplay',
	'camera',
	'clipboard-read',
	'clipboard-write',
	'display-capture',
	'encrypted-media',
	'fullscreen',
	'geolocation',
	'gyroscope',
	'magnetometer',
	'microphone',
	'midi',
	'payment',
	'picture-in-picture',
	'publickey-credentials-get',
	'screen-wake-lock',
	'sync-xhr',
	'usb',
	'web-share',
	'xr-spatial-tracking',
];

/**
 * The headers of every answer, by the list of OWASP's Secure Headers Project. Strict-Transport-Security is up to the proxy
 * that has the certificate. An answer that needs another value sets it itself.
 */
export const securityHeaders = {
	// Most answers hold somebody’s data, some a password.
	'cache-control': 'no-store',
	'content-security-policy':
		"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	'cross-origin-embedder-policy': 'require-corp',
	'cross-origin-opener-policy': 'same-origin',
	'cross-origin-resource-policy': 'same-origin',
	'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
	'x-dns-prefetch-control': 'off',
	'x-frame-options': 'DENY',
	'x-permitted-cross-domain-policies': 'none',
} as const;

/**
 * The headers of a page, where they differ.
 * @param leadsTo the origins, besides the service itself, to which its forms may lead
 * @param hasSecretAddress whether nobody may learn its address, not even from a log of what the page loads
 */
export const pageHeaders = (leadsTo: readonly string[], hasSecretAddress: boolean) => ({
	// Scripts and styles come only from the service.
	'content-security-policy': [
		"default-src 'none'",
		"style-src 'self'",
		"script-src 'self'",
		"connect-src 'self'",
		"img-src 'self' data:",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		`form-action ${["'self'", ...leadsTo].join(' ')}`,
	].join('; '),
	// Under `no-referrer`, browsers do not say which page a form was on.
	'referrer-policy': hasSecretAddress ? 'no-referrer' : 'same-origin',
});

/** Adds the headers to every answer. Add this before other hooks, so that their refusals have the headers too. */
export function addSecurityHeaders(server: FastifyInstance): void {
	server.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders));
}
