import ipaddr from 'ipaddr.js';

/**
 * Where an IP address is. `private`: this machine or its networks, also those of providers (CGNAT) and tunnels. `special`:
 * where no webhook receiver is, such as link-local, multicast and reserved addresses, and what clouds tell a machine about
 * itself.
 */
export type AddressKind = 'internet' | 'private' | 'special';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const privateRanges = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal']);

/** Where clouds tell a machine about itself, besides link-local addresses such as 169.254.169.254. */
const metadataRanges: readonly Range[] = [
	// Alibaba, Azure, Scaleway; and the ranges that Amazon and Google use for such services alone.
	...['100.100.100.200/32', '168.63.129.16/32', 'fd00:42::42/128'],
	...['fd00:ec2::/32', 'fd20:ce::/32'],
].map((range) => ipaddr.parseCIDR(range));

/** The middle of an IPv6 address that is a tunnel to the IPv4 address at its end (ISATAP, RFC 5214). */
const TUNNEL = 0x5efe;
const tunnels: ReadonlySet<number> = new Set([0, 0x200]);

/** What is assigned of IPv6 for the internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IPv4 addresses as networks that have only IPv6 see them (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** The four bytes of an address in `NAT64` that are its IPv4 address. */
const embedded = (address: ipaddr.IPv6): ipaddr.IPv4 =>
	new ipaddr.IPv4(address.toByteArray().slice(-4));

/** An IPv4 address is the same in its IPv6 forms. Undefined for what is no address, such as 127.1. */
function parse(text: string): Address | undefined {
	const bare = text.replace(/^\[(.*)\]$/, '$1');
	if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
	const address = ipaddr.process(bare);
	return address instanceof ipaddr.IPv6 && address.match(NAT64) ? embedded(address) : address;
}

/**
 * The network that an address counts for where calls are counted: of IPv6, everybody has as many addresses as they like, so that it is the
 * /64 to which they belong. What is no address stands for itself.
 */
export function networkOf(text: string): string {
	const address = parse(text);
	if (!address) return text;
	return address instanceof ipaddr.IPv6
		? `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
		: address.toString();
}

/** Whether a host in a URL is an IP address; IPv6 with or without brackets. */
export const isAddress = (host: string): boolean => parse(host) !== undefined;

const isWithin = (address: Address, [start, bits]: Range): boolean =>
	address.kind() === start.kind() && address.match(start, bits);

const isTunnel = (address: Address): boolean =>
	address instanceof ipaddr.IPv6 && tunnels.has(address.parts[4]) && address.parts[5] === TUNNEL;

/** Where an address is; `special` if it can't be read. */
export function kindOfAddress(text: string): AddressKind {
	const address = parse(text);
	if (!address || isTunnel(address)) return 'special';
	if (metadataRanges.some((range) => isWithin(address, range))) return 'special';
	const range = address.range();
	if (privateRanges.has(range)) return 'private';
	const isAssigned = address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
	return range === 'unicast' && isAssigned ? 'internet' : 'special';
}

/** Whether an address is this machine's own. */
export const isLoopback = (text: string): boolean => parse(text)?.range() === 'loopback';

/** Whether an address is in a set of them. */
export type AddressTest = (address: string) => boolean;

/** The words that stand for several ranges. */
const named: Readonly<Record<string, AddressTest>> = {
	loopback: isLoopback,
	private: (address) => kindOfAddress(address) === 'private',
};

function range(text: string): Range | undefined {
	const single = parse(text);
	if (single) return [single, single instanceof ipaddr.IPv4 ? 32 : 128];
	return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}

const within =
	(range: Range): AddressTest =>
	(text) => {
		const address = parse(text);
		return address !== undefined && isWithin(address, range);
	};

/**
 * The addresses that a word stands for: an address, a range such as 10.0.0.0/8, `loopback` or `private`. Undefined if it is
 * none of these.
 */
export function addressesOf(word: string): AddressTest | undefined {
	if (Object.hasOwn(named, word)) return named[word];
	const given = range(word);
	return given && within(given);
}
