import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { networkOf } from '../network/addresses';
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
	/**
	 * Does what may turn out to be somebody unknown's call, and counts it for its address if it was. Those that are under way count
	 * too, so that no more of them are begun at once than may fail.
	 */
	whileUnknown<Result>(
		request: FastifyRequest,
		reply: FastifyReply,
		call: PerhapsUnknown<Result>,
	): Promise<Result>;
}

/** A call of which it is not known before if anybody knows the caller. */
interface PerhapsUnknown<Result> {
	readonly work: () => Promise<Result>;
	/** Whether the result shows that nobody knows the caller. */
	readonly isUnknown: (result: Result) => boolean;
	/** Whether the caller is known, asked where an address has made too many calls: it does not have to wait for the others there. */
	readonly isKnown: () => Promise<boolean>;
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
		/** @param underWay how many more calls may still count, if this one does not count yet */
		return async (request: FastifyRequest, reply: FastifyReply, underWay?: number) => {
			const increment = underWay === undefined;
			const state = perSecond > 0 ? await check?.(request, { increment }) : undefined;
			const isRefused =
				state?.isAllowed === false && (increment ? state.isExceeded : state.remaining <= underWay);
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
	/** Calls of addresses that may turn out to be unknown. */
	const underWay = new Map<string, number>();
	const address = limit(addressCallsPerSecond, 'This address', ({ ip }) => networkOf(ip));
	return {
		ofApplication: (request, reply) => application(request, reply),
		ofAddress: (request, reply) => address(request, reply),
		async whileUnknown(request, reply, { work, isUnknown, isKnown }) {
			const network = networkOf(request.ip);
			const before = underWay.get(network) ?? 0;
			// Before anything is awaited, so that those that come together count each other.
			underWay.set(network, before + 1);
			try {
				await address(request, reply, before).catch(async (refusal: unknown) => {
					if (!(await isKnown())) throw refusal;
					reply.removeHeader('retry-after');
				});
				const result = await work();
				if (isUnknown(result)) await address(request, reply);
				return result;
			} finally {
				const others = (underWay.get(network) ?? 1) - 1;
				if (others > 0) underWay.set(network, others);
				else underWay.delete(network);
			}
		},
	};
}
