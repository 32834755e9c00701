import type { FastifyRequest } from 'fastify';

import { type AddressTest, isLoopback, kindOfAddress } from '../network/addresses';

/** Headers with which proxies pass calls on. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** What the service knows of the proxies before it. */
export interface ProxySettings {
	/** The scheme, host and port at which others reach the service; without it, they are what each call says. */
	readonly publicOrigin?: string;
	/** The proxies whose word about callers is taken. */
	readonly isTrustedProxy: AddressTest;
	/** Whether there is a proxy that isn't trusted, so that all calls seem to be its own. */
	readonly hidesCallers: boolean;
}

/** Whose calls are certainly from nearby. Whoever may be somebody else's proxy is not. */
export interface Callers {
	/** Whether the caller has a private address. */
	isPrivate(request: FastifyRequest): boolean;
	isThisMachine(request: FastifyRequest): boolean;
}

export function createCallers({ isTrustedProxy, hidesCallers }: ProxySettings): Callers {
	/** The caller's address, unless it is perhaps that of an unknown proxy. */
	function certainAddress({ ip, headers, socket }: FastifyRequest): string {
		if (isTrustedProxy(socket.remoteAddress ?? '')) return ip;
		return hidesCallers || forwardingHeaders.some((name) => name in headers) ? '' : ip;
	}
	return {
		isPrivate: (request) => kindOfAddress(certainAddress(request)) === 'private',
		isThisMachine: (request) => isLoopback(certainAddress(request)),
	};
}
