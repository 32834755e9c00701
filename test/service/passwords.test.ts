import { hashPassword, randomPassword, verifyPassword } from '../../service/connector/passwords';

describe('a connection’s password', () => {
	it('is accepted again and again, and no other one in between', async () => {
		const stored = await hashPassword('Größe 1', 'somebody');
		for (const accepted of [true, false, true, false]) {
			const tried = accepted ? 'Größe 1' : 'größe 1';
			expect(await verifyPassword(tried, stored, 'somebody')).toBe(accepted);
		}
	});

	it('is the same however its accents are composed', async () => {
		const stored = await hashPassword('Gr\u00f6\u00dfe', 'somebody');
		expect(await verifyPassword('Gro\u0308\u00dfe', stored, 'somebody')).toBe(true);
	});

	it('no longer counts once another one is stored, even for the same words', async () => {
		const [before, after] = [
			await hashPassword('old', 'somebody'),
			await hashPassword('new', 'somebody'),
		];
		expect(await verifyPassword('old', before, 'somebody')).toBe(true);
		expect(await verifyPassword('old', after, 'somebody')).toBe(false);
		expect(before).not.toBe(await hashPassword('old', 'somebody'));
	});

	it('is never accepted where none is stored', async () => {
		expect(await verifyPassword('', null, 'somebody')).toBe(false);
		expect(await verifyPassword('old', null, 'somebody')).toBe(false);
	});

	it('is random and long when nobody chose it', () => {
		expect(randomPassword()).toMatch(/^[\w-]{24}$/);
		expect(randomPassword()).not.toBe(randomPassword());
	});
});
