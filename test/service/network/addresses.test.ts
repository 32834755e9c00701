import { addressesOf, kindOfAddress } from '../../../service/network/addresses';
import { publicOrigin } from '../../../service/network/public-url';
import { trustedProxies } from '../../../service/network/trusted-proxies';

describe('where an address is', () => {
	it.each([
		['internet', ['93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808']],
		['private', ['127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1', '::ffff:7f00:1']],
		['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1']],
		['private', ['fc00::1', 'fd12:3456::1', '::ffff:10.0.0.1', '64:ff9b::a00:1']],
		['special', ['0.0.0.0', '::', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fe80::1%eth0']],
		['special', ['100.100.100.200', 'fd00:ec2::254', '::ffff:169.254.169.254']],
		// Azure, Scaleway, Amazon and Google tell a machine about itself there.
		['special', ['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::a83f:8110', 'fd00:42::42']],
		['special', ['fd00:ec2::23', 'fd00:0ec2:0::254', 'fd00:ec2::254%eth0', 'fd20:ce::254']],
		['internet', ['168.63.129.15', '168.63.129.17', '2600::5efe:a00:1:1']],
		['private', ['fd00:ec3::1', 'fd00:42::43', 'fd20:cf::1']],
		// Tunnels (ISATAP, 6to4, Teredo) end at an IPv4 address that nobody has looked at.
		['special', ['2600::5efe:a00:1', '2600::200:5efe:a9fe:a9fe', '2002:a83f:8110::1']],
		['special', ['2001:0:a83f:8110::1', '192.88.99.1', '192.0.0.192', '3fff::1', '5f00::1']],
		['special', ['224.0.0.1', '255.255.255.255', 'ff02::1', '192.0.2.1', '240.0.0.1']],
		['special', ['2002:a00:1::', '2001::1', 'fec0::1', '::a00:1', '2001:db8::1', '64:ff9b:1::1']],
		['special', ['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '010.0.0.1', '1.2.3.4.5']],
	] as const)('is %s for %j', (kind, addresses) => {
		expect(addresses.map((address) => [address, kindOfAddress(address)])).toEqual(
			addresses.map((address) => [address, kind]),
		);
	});
});

describe('a word for addresses', () => {
	it.each([
		['10.1.2.3', ['10.1.2.3', '::ffff:10.1.2.3'], ['10.1.2.4']],
		['10.0.0.0/8', ['10.1.2.3'], ['11.0.0.1', '::1', 'nonsense', '']],
		['fd00::/8', ['fd00::1'], ['fe80::1', '10.0.0.1']],
		['loopback', ['127.0.0.1', '::1'], ['10.0.0.1']],
		['private', ['127.0.0.1', '10.0.0.1'], ['8.8.8.8', '169.254.169.254']],
	])('%s means these and no others', (word, included, others) => {
		const test = addressesOf(word);
		expect(included.map((address) => test?.(address))).toEqual(included.map(() => true));
		expect(others.map((address) => test?.(address))).toEqual(others.map(() => false));
	});

	it.each(['example.com', '10.0.0.0/33', '10.0.0.0/', '', 'toString', '300.1.1.1'])(
		'is not %j',
		(word) => expect(addressesOf(word)).toBeUndefined(),
	);
});

describe('trusted proxies', () => {
	it('are none by default', () => expect(trustedProxies([])('127.0.0.1')).toBe(false));

	it('are those of all words', () => {
		const isTrusted = trustedProxies(['loopback', '172.18.0.0/16']);
		expect(['127.0.0.1', '172.18.0.9', '10.0.0.1'].map(isTrusted)).toEqual([true, true, false]);
	});

	it.each([
		['proxy.example', '"proxy.example" is no IP address or range.'],
		['0.0.0.0/0', '"0.0.0.0/0" is everyone'],
		['::/0', '"::/0" is everyone'],
	])('are not %s', (word, message) => expect(() => trustedProxies([word])).toThrow(message));
});

describe('a public address', () => {
	it.each([
		['https://books.example.com', 'https://books.example.com'],
		['HTTPS://Books.Example.com:8443/', 'https://books.example.com:8443'],
		['https://books.example.com:443', 'https://books.example.com'],
		['http://localhost:4300', 'http://localhost:4300'],
		['http://127.0.0.1:4300/', 'http://127.0.0.1:4300'],
		['http://[::1]:4300', 'http://[::1]:4300'],
		['https://bücher.example', 'https://xn--bcher-kva.example'],
	])('may be %s', (text, origin) => expect(publicOrigin(text)).toBe(origin));

	it.each([
		['books.example.com', 'such as https://books.example.com'],
		['localhost:4300', 'such as https://books.example.com'],
		['ftp://books.example.com', 'such as https://books.example.com'],
		['https://', 'such as https://books.example.com'],
		['https://books.example.com/sync', 'scheme and host alone, such as https://books.example.com:'],
		['https://books.example.com?', 'scheme and host alone'],
		['https://books.example.com/#x', 'scheme and host alone'],
		['https://me:secret@books.example.com', 'scheme and host alone'],
		['http://books.example.com', 'must begin with https://'],
		['http://10.0.0.5:4300', 'must begin with https://'],
		['https://203.0.113.7', 'a name instead of an IP address'],
		['https://[2606:4700::1111]', 'a name instead of an IP address'],
	])('is not %s', (text, message) => expect(() => publicOrigin(text)).toThrow(message));
});
