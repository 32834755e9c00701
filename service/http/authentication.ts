import type { FastifyReply, FastifyRequest } from 'fastify';

import { hashOfKey } from '../store/applications';
import type { RateLimits } from './rate-limits';
import { ServiceError } from './service-error';

/** The API key of an `Authorization` header: the user name of HTTP Basic, with an empty password (interface, section 5). */
function keyOf(header = ''): string | undefined {
	const [scheme, encoded = ''] = header.split(' ');
	if (scheme.toLowerCase() !== 'basic') return undefined;
	const credential = Buffer.from(encoded, 'base64').toString('utf8');
	return credential.endsWith(':') ? credential.slice(0, -1) : undefined;
}

/** Whose key has this hash; undefined if it is nobody's, or no longer valid. */
export type ApplicationOfKey = (keyHash: string) => Promise<string | undefined>;

/** Makes the hook that accepts only authenticated applications, within their limits, and sets `applicationId`. */
export const authentication =
	(applicationOfKey: ApplicationOfKey, limits: RateLimits) =>
	async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
		const key = keyOf(request.headers.authorization);
		const applicationId = key && (await applicationOfKey(hashOfKey(key)));
		if (!applicationId) {
			await limits.ofAddress(request, reply);
			reply.header('www-authenticate', 'Basic realm="Accounting Sync Service"');
			throw new ServiceError(
				'unauthorized',
				'Authentication is required: send the API key as user name, with an empty password.',
			);
		}
		request.applicationId = applicationId;
		await limits.ofApplication(request, reply);
	};
