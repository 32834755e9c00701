import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const cost = { N: 2 ** 14, r: 8, p: 1 };

const derive = (password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> =>
	new Promise((resolve, reject) => {
		scrypt(password.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
			error ? reject(error) : resolve(key),
		);
	});

/** A random password: 24 letters, digits, `-` and `_`. */
export const randomPassword = (): string => randomBytes(18).toString('base64url');

/** The password as it is stored: scrypt’s cost, a salt of its own, and the key, joined by `$`. */
export async function hashPassword(password: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password, salt, cost);
	return [cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** A hash that no password matches, for the work of checking when there is nothing to check against. */
const UNMATCHABLE = [cost.N, cost.r, cost.p, '', Buffer.alloc(KEY_BYTES).toString('base64')].join(
	'$',
);

/**
 * Whether the password is the stored one. Takes as long for an unknown user as for a known one.
 * @param stored what `hashPassword` returned; null when there is none
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
	const [N, r, p, salt, key] = (stored ?? UNMATCHABLE).split('$');
	const options = { N: Number(N), r: Number(r), p: Number(p) };
	const derived = await derive(password, Buffer.from(salt, 'base64'), options);
	return timingSafeEqual(derived, Buffer.from(key, 'base64')) && stored !== null;
}
