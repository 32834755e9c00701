import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

import { Agent, buildConnector, type Dispatcher } from 'undici';

import {
	addressesOf,
	type AddressKind,
	type AddressTest,
	kindOfAddress,
} from '../network/addresses';

/**
 * Where webhooks may go. `internet`: only to addresses on the internet. `by-caller`: also to private addresses, if whoever
 * queued the request called from one. `any`: everywhere.
 */
export const targetRules = ['by-caller', 'internet', 'any'] as const;
export type TargetRule = (typeof targetRules)[number];

/** What may be reached whatever the rule says. */
interface AllowedTargets {
	readonly names: ReadonlySet<string>;
	readonly addresses: readonly AddressTest[];
}

const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?$/i;

/** A host of a URL without what it can be written with: brackets of IPv6, the last dot of a whole name. */
const plainHost = (host: string): string =>
	host
		.toLowerCase()
		.replace(/^\[(.*)\]$/, '$1')
		.replace(/\.$/, '');

/**
 * Reads a list of what webhooks may always reach: host names, IP addresses, ranges such as 10.0.0.0/8, `loopback` and
 * `private`.
 * @throws Error with a sentence about the word that is none of these
 */
export function allowedTargets(words: readonly string[]): AllowedTargets {
	const names = new Set<string>();
	const addresses: AddressTest[] = [];
	for (const word of words) {
		const test = addressesOf(word);
		if (test) addresses.push(test);
		else if (HOST_NAME.test(word)) names.add(plainHost(word));
		else
			throw new Error(
				`"${word}" is no host name, IP address or range. Examples: n8n.internal, 10.0.0.5, 10.0.0.0/8, loopback, private.`,
			);
	}
	return { names, addresses };
}

/** A webhook must not go where its address leads. The message says why, and what to do. */
export class TargetRefused extends Error {}

/** How the response of an attempt begins that was refused before anything was sent. */
export const NOT_SENT = 'Not sent: ';

const places: Readonly<Record<AddressKind, string>> = {
	internet: 'an address on the internet',
	private: 'a private address',
	special: 'an address where nobody receives webhooks (such as link-local or reserved)',
};

const WAY_OUT =
	'Use an address on the internet, or ask whoever runs the service to allow this one (--webhook-allow).';

// The address itself isn’t named: callers from outside needn’t learn what names mean inside.
function refusal(kind: AddressKind, rule: TargetRule): TargetRefused {
	const who =
		rule === 'by-caller' && kind === 'private'
			? 'which is open only to callers who have a private address themselves'
			: 'which this service sends none to';
	return new TargetRefused(`The webhook leads to ${places[kind]}, ${who}. ${WAY_OUT}`);
}

/** Finds all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const systemResolve: Resolve = (host) => lookup(host, { all: true });

/** After this time a name counts as unknown for now; where it leads is looked at again before anything is sent. */
const RESOLVE_MILLISECONDS = 2000;

export interface TargetSettings {
	readonly rule: TargetRule;
	readonly allow: AllowedTargets;
	/** The system's resolver unless given. */
	readonly resolve?: Resolve;
}

export interface WebhookTargets {
	/**
	 * Checks where a webhook would go now. A name that can't be resolved passes: it may be known by the time of the delivery.
	 * @throws TargetRefused
	 */
	check(webhookUrl: string, isPrivateCaller: boolean): Promise<void>;
	/**
	 * Sends requests only where webhooks of such a caller may go. It checks the addresses that it connects to, so it doesn't
	 * matter what a name meant before. A request that may not go there fails with TargetRefused.
	 */
	dispatcherFor(isPrivateCaller: boolean): Dispatcher;
	/** Ends the connections. */
	close(): Promise<void>;
}

/** The addresses of a name; none if it isn't known, or not known in time. */
async function knownAddresses(resolve: Resolve, host: string): Promise<readonly LookupAddress[]> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<readonly LookupAddress[]>((giveUp) => {
		timer = setTimeout(() => giveUp([]), RESOLVE_MILLISECONDS);
	});
	try {
		return await Promise.race([resolve(host).catch(() => []), late]);
	} finally {
		clearTimeout(timer);
	}
}

export function createWebhookTargets({
	rule,
	allow,
	resolve = systemResolve,
}: TargetSettings): WebhookTargets {
	/** @throws TargetRefused */
	function checkAddress(host: string, address: string, isPrivateCaller: boolean): void {
		if (rule === 'any' || allow.names.has(plainHost(host))) return;
		if (allow.addresses.some((includes) => includes(address))) return;
		const kind = kindOfAddress(address);
		if (kind === 'internet') return;
		if (kind === 'private' && rule === 'by-caller' && isPrivateCaller) return;
		throw refusal(kind, rule);
	}

	const lookupFor =
		(isPrivateCaller: boolean): LookupFunction =>
		(host, options, callback) => {
			resolve(host).then(
				(addresses) => {
					try {
						for (const { address } of addresses) checkAddress(host, address, isPrivateCaller);
					} catch (error) {
						callback(error as Error, []);
						return;
					}
					if (options.all) callback(null, [...addresses]);
					else callback(null, addresses[0].address, addresses[0].family);
				},
				(error: unknown) => callback(error as Error, []),
			);
		};

	function dispatcher(isPrivateCaller: boolean): Agent {
		const connect = buildConnector({ lookup: lookupFor(isPrivateCaller) });
		return new Agent({
			connect(options, callback) {
				const host = plainHost(options.hostname);
				try {
					// Nobody looks up what is an address already.
					if (isIP(host)) checkAddress(host, host, isPrivateCaller);
				} catch (error) {
					callback(error as Error, null);
					return;
				}
				connect(options, callback);
			},
		});
	}

	// Open connections are used again, so callers who may reach less have their own.
	const dispatchers = { private: dispatcher(true), other: dispatcher(false) };

	return {
		async check(webhookUrl, isPrivateCaller) {
			const host = plainHost(new URL(webhookUrl).hostname);
			if (isIP(host)) return checkAddress(host, host, isPrivateCaller);
			if (rule === 'any' || allow.names.has(host)) return;
			for (const { address } of await knownAddresses(resolve, host))
				checkAddress(host, address, isPrivateCaller);
		},
		dispatcherFor: (isPrivateCaller) => (isPrivateCaller ? dispatchers.private : dispatchers.other),
		async close() {
			await Promise.all(Object.values(dispatchers).map((each) => each.destroy()));
		},
	};
}
