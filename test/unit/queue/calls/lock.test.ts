import { Lock } from '../../../../queue/calls/lock';

/** Work that ends when it is told to, and says in a list when it begins. */
function pieces() {
	const begun: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const work = (name: string) => async () => {
		begun.push(name);
		return await new Promise<string>((resolve, reject) =>
			ends.set(name, (error) => (error ? reject(error) : resolve(name))),
		);
	};
	const end = async (name: string, error?: Error) => {
		ends.get(name)?.(error);
		await settle();
	};
	return { begun, work, end };
}

/** Lets everything happen that waits for nothing from outside. */
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

it('looks when all calls have ended, also those that failed', async () => {
	const { begun, work, end } = pieces();
	const lock = new Lock();
	const failing = lock.shared(work('a')).catch(String);
	const calling = lock.shared(work('b'));
	await settle();
	const looking = lock.exclusive(work('look'));
	await settle();
	expect(begun).toEqual(['a', 'b']);
	await end('a', new Error('lost'));
	expect(begun).toEqual(['a', 'b']);
	await end('b');
	expect(begun).toEqual(['a', 'b', 'look']);
	await end('look');
	expect(await Promise.all([failing, calling, looking])).toEqual(['Error: lost', 'b', 'look']);
});

it('holds calls back while somebody looks or waits to do so, and looks one after the other', async () => {
	const { begun, work, end } = pieces();
	const lock = new Lock();
	const first = lock.exclusive(work('first')).catch(String);
	const second = lock.exclusive(work('second'));
	const call = lock.shared(work('call'));
	await settle();
	expect(begun).toEqual(['first']);
	await end('first', new Error('unreadable'));
	expect(begun).toEqual(['first', 'second']);
	const third = lock.exclusive(work('third'));
	await end('second');
	expect(begun).toEqual(['first', 'second', 'third']);
	await end('third');
	expect(begun).toEqual(['first', 'second', 'third', 'call']);
	await end('call');
	expect(await Promise.all([first, second, third, call])).toEqual([
		'Error: unreadable',
		'second',
		'third',
		'call',
	]);
});
