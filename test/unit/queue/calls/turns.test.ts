import { inTurn } from '../../../../queue/calls/turns';

it('does what has the same key one after the other, also after a failure', async () => {
	const told: string[] = [];
	const work = (name: string) => async () => {
		told.push(`${name} begins`);
		await new Promise((resolve) => setImmediate(resolve));
		told.push(`${name} ends`);
		if (name === 'a') throw new Error('a failed');
		return name;
	};
	const results = await Promise.allSettled([
		inTurn('key', work('a')),
		inTurn('key', work('b')),
		inTurn('other', work('x')),
		inTurn('key', work('c')),
	]);
	expect(told.filter((one) => !one.startsWith('x'))).toEqual([
		'a begins',
		'a ends',
		'b begins',
		'b ends',
		'c begins',
		'c ends',
	]);
	expect(told.indexOf('x begins')).toBeLessThan(told.indexOf('a ends'));
	expect(
		results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))),
	).toEqual(['Error: a failed', 'b', 'x', 'c']);
});

it('waits for what waited before it, when the first has ended already', async () => {
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	const work = (name: string) => async () => {
		begun.push(name);
		await new Promise<void>((resolve) => ends.set(name, resolve));
	};
	const end = async (name: string) => {
		ends.get(name)?.();
		await new Promise((resolve) => setImmediate(resolve));
	};
	const first = [inTurn('key', work('a')), inTurn('key', work('b'))];
	await end('');
	await end('a');
	const last = inTurn('key', work('c'));
	await end('');
	expect(begun).toEqual(['a', 'b']);
	await end('b');
	expect(begun).toEqual(['a', 'b', 'c']);
	await end('c');
	await Promise.all([...first, last]);
});
