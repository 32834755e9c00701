import { addressesOf, type AddressTest } from './addresses';

/**
 * Reads a list of proxies whose word about callers is taken: IP addresses, ranges such as 10.0.0.0/8, `loopback` and
 * `private`.
 * @throws Error with a sentence about the word that is none of these
 */
export function trustedProxies(words: readonly string[]): AddressTest {
	const tests = words.map((word) => {
		const test = addressesOf(word);
		if (!test)
			throw new Error(
				`"${word}" is no IP address or range. Examples: 127.0.0.1, 172.18.0.0/16, loopback, private.`,
			);
		if (/\/0+$/.test(word))
			throw new Error(`"${word}" is everyone, and then anyone could pretend to be anybody.`);
		return test;
	});
	return (address) => tests.some((includes) => includes(address));
}
