import { shortHash, shortHex } from '../../../../queue/calls/shortHash';

it('stays the same from one version to the next, since requests in a queue are recognised by it', () => {
	expect(shortHash(16, 'c1', 'A-1')).toBe('qRPjn1YaxmJtqGMo');
	expect(shortHex(12, 'c1', 'A-1')).toBe('a913e39f561a');
});

it.each([shortHash, shortHex])(
	'tells apart what differs, where one value ends too (%p)',
	(hash) => {
		const all = [[], [''], ['', ''], ['ab', 'c'], ['a', 'bc'], ['abc'], ['1'], [1], [{ a: 1 }]];
		expect(new Set(all.map((values) => hash(16, ...values))).size).toBe(all.length);
	},
);

it('is as long as it is wanted, of characters that can go anywhere', () => {
	for (let value = 0; value < 50; value += 1) {
		expect(shortHash(40, value)).toMatch(/^[\w-]{40}$/);
		expect(shortHex(20, value)).toMatch(/^[\da-f]{20}$/);
	}
});
