import { groupBy } from '../../../../quickbooks/json/groupBy';

test('what has the same key is together, in the order in which it comes', () => {
	const groups = groupBy(['b1', 'a1', 'b2', 'a2', 'c1'], ([letter]) => letter);
	expect([...groups]).toEqual([
		['b', ['b1', 'b2']],
		['a', ['a1', 'a2']],
		['c', ['c1']],
	]);
});

test('a key may be anything, also undefined', () => {
	expect([...groupBy(new Set([1, 2, 3]), (one) => (one > 1 ? undefined : one))]).toEqual([
		[1, [1]],
		[undefined, [2, 3]],
	]);
	expect(groupBy([], () => 1).size).toBe(0);
});
