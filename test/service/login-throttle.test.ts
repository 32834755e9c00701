import { createLoginThrottle } from '../../service/connector/login-throttle';
import { service, stopServices } from './support/service';

const right = () => Promise.resolve('right');
const wrong = () => Promise.resolve(undefined);

describe('wrong passwords', () => {
	function queue() {
		const waits: number[] = [];
		return {
			waits,
			...createLoginThrottle((seconds) => {
				waits.push(seconds);
				return Promise.resolve();
			}),
		};
	}

	it('make each further try of the user name wait longer, up to a bound', async () => {
		const signIns = queue();
		for (let count = 0; count < 10; count += 1)
			expect(await signIns.try('user', wrong)).toBeUndefined();
		expect(signIns.waits).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5]);
	});

	it('slow down nobody else', async () => {
		const signIns = queue();
		await signIns.try('user', wrong);
		expect(await signIns.try('other', right)).toBe('right');
		expect(signIns.waits).toEqual([]);
	});

	it('count for all names that begin with the same 200 characters, because no name is longer', async () => {
		const signIns = queue();
		await signIns.try(`${'u'.repeat(200)}1`, wrong);
		await signIns.try(`${'u'.repeat(200)}2`, wrong);
		await signIns.try('u'.repeat(199), wrong);
		expect(signIns.waits).toEqual([0.1]);
	});

	it('are forgotten with the right one', async () => {
		const signIns = queue();
		await signIns.try('user', wrong);
		await signIns.try('user', right);
		await signIns.try('user', right);
		expect(signIns.waits).toEqual([0.1]);
	});

	it('are checked one after another, and no more than five wait', async () => {
		const signIns = queue();
		let underWay = 0;
		const check = async () => {
			underWay += 1;
			await Promise.resolve();
			expect(underWay).toBe(1);
			underWay -= 1;
			return undefined;
		};
		const answers = await Promise.all(Array.from({ length: 8 }, () => signIns.try('user', check)));
		expect(answers.filter((answer) => answer === 'busy')).toHaveLength(3);
		expect(signIns.waits).toHaveLength(4);
	});

	it('leave the way free after a check that failed', async () => {
		const signIns = queue();
		await expect(
			signIns.try('user', () => Promise.reject(new Error('No store'))),
		).rejects.toThrow();
		expect(await signIns.try('user', right)).toBe('right');
	});

	it('that come all at once are not all checked by the service', async () => {
		const running = await service();
		const { username, password } = await running.connect();
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => running.connector.authenticate(username, 'wrong')),
		);
		const verdicts = answers.map(([, answer]) => answer);
		expect(new Set(verdicts)).toEqual(new Set(['busy', 'nvu']));
		// Five wait at a time; on a busy machine, some of them are checked before the last calls have come.
		expect(verdicts.filter((verdict) => verdict === 'nvu').length).toBeGreaterThanOrEqual(5);
		expect((await running.connector.authenticate(username, password))[1]).toBe('none');
		await stopServices();
	});
});
