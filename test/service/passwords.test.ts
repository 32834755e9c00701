import { hashPassword, randomPassword, verifyPassword } from '../../service/connector/passwords';

describe('a connection’s password', () => {
	it('is accepted again and again, and no other one in between', async () => {
		const stored = await hashPassword('Größe 1');
		for (const accepted of [true, false, true, false]) {
			const tried = accepted ? 'Größe 1' : 'größe 1';
			expect(await verifyPassword(tried, stored)).toBe(accepted);
		}
	});

	it('is the same however its accents are composed', async () => {
		const stored = await hashPassword('Gr\u00f6\u00dfe');
		expect(await verifyPassword('Gro\u0308\u00dfe', stored)).toBe(true);
	});

	it('no longer counts once another one is stored, even for the same words', async () => {
		const [before, after] = [await hashPassword('old'), await hashPassword('new')];
		expect(await verifyPassword('old', before)).toBe(true);
		expect(await verifyPassword('old', after)).toBe(false);
		expect(before).not.toBe(await hashPassword('old'));
	});

	it('is never accepted where none is stored', async () => {
		expect(await verifyPassword('', null)).toBe(false);
		expect(await verifyPassword('old', null)).toBe(false);
	});

	it('is random and long when nobody chose it', () => {
		expect(randomPassword()).toMatch(/^[\w-]{24}$/);
		expect(randomPassword()).not.toBe(randomPassword());
	});
});
