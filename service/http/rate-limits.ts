import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ServiceError } from './service-error';

/** How many calls are taken a second, on average over `WINDOW_SECONDS`; 0 takes any number. */
export interface RateLimitSettings {
	/** Calls with the keys of one application. */
	readonly callsPerSecond: number;
	/** Calls without a valid key from one address: wrong keys, pages for customers, failed sign-ins of connectors. */
	readonly addressCallsPerSecond: number;
}

/** Counts a call. @throws ServiceError `too_many_requests` when there have been too many */
type Count = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface RateLimits {
	/** Of the application of an authenticated call. */
	readonly ofApplication: Count;
	readonly ofAddress: Count;
	/** Refuses as `ofAddress` does, and counts nothing. */
	readonly checkAddress: Count;
}

/** Short, because the nodes wait no longer than 30 seconds before they give up. */
const WINDOW_SECONDS = 10;

/** How many applications or addresses are remembered. The one unused for longest is forgotten first. */
const MOST_REMEMBERED = 10_000;

/** Makes the limits, which hold for this process. */
export function createRateLimits(
	server: FastifyInstance,
	{ callsPerSecond, addressCallsPerSecond }: RateLimitSettings,
): RateLimits {
	server.register(rateLimit, { global: false, cache: MOST_REMEMBERED });

	function limit(
		perSecond: number,
		who: string,
		keyGenerator?: (request: FastifyRequest) => string,
	) {
		let check: ReturnType<FastifyInstance['createRateLimit']> | undefined;
		server.after(() => {
			const max = Math.ceil(perSecond * WINDOW_SECONDS);
			const timeWindow = WINDOW_SECONDS * 1000;
			check = server.createRateLimit({ max, timeWindow, ...(keyGenerator && { keyGenerator }) });
		});
		return async (request: FastifyRequest, reply: FastifyReply, increment: boolean) => {
			const state = perSecond > 0 ? await check?.(request, { increment }) : undefined;
			const isRefused =
				state?.isAllowed === false && (increment ? state.isExceeded : state.remaining === 0);
			if (!isRefused) return;
			reply.header('retry-after', state.ttlInSeconds);
			throw new ServiceError(
				'too_many_requests',
				`${who} has made too many calls. Wait ${state.ttlInSeconds} seconds; nothing was done.`,
			);
		};
	}

	const application = limit(
		callsPerSecond,
		'This application',
		({ applicationId }) => applicationId,
	);
	// The library counts the addresses of one IPv6 network as one.
	const address = limit(addressCallsPerSecond, 'This address');
	return {
		ofApplication: (request, reply) => application(request, reply, true),
		ofAddress: (request, reply) => address(request, reply, true),
		checkAddress: (request, reply) => address(request, reply, false),
	};
}
