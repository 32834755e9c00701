import { createHmac, randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { createFairTurns } from '../fairness/fair-turns';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
const cost = { N: 2 ** 14, r: 8, p: 1 };

/** Node derives four keys at once, with the threads that also find the addresses of names. */
const turns = createFairTurns({ ofAll: 2 });

const deriveNow = promisify(scrypt) as (
	password: string,
	salt: Buffer,
	bytes: number,
	options: ScryptOptions,
) => Promise<Buffer>;

async function derive(
	password: string,
	salt: Buffer,
	options: ScryptOptions,
	who: string,
): Promise<Buffer> {
	const end = await turns.take(who);
	try {
		return await deriveNow(password.normalize('NFC'), salt, KEY_BYTES, options);
	} finally {
		end();
	}
}

/** A random password: 24 letters, digits, `-` and `_`. */
export const randomPassword = (): string => randomBytes(18).toString('base64url');

/**
 * The stored form of a password: scrypt’s cost, its own salt and the key, joined by `$`.
 * @param who for whom: nobody waits for how many passwords others set or try
 */
export async function hashPassword(password: string, who: string): Promise<string> {
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password, salt, cost, who);
	return [cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** A hash that no password matches, so that checking an unknown user takes as long as checking a known one. */
const UNMATCHABLE = [cost.N, cost.r, cost.p, '', Buffer.alloc(KEY_BYTES).toString('base64')].join(
	'$',
);

/** Verified passwords, so that a connector that comes back every second does not cost a key derivation each time. */
const verified = new Map<string, Buffer>();
const MOST_VERIFIED = 10_000;
/** Known only to this process, so its fingerprints reveal nothing about a password elsewhere. */
const processKey = randomBytes(KEY_BYTES);

const fingerprintOf = (password: string): Buffer =>
	createHmac('sha256', processKey).update(password.normalize('NFC')).digest();

function remember(stored: string, fingerprint: Buffer): void {
	const [oldest] = verified.keys();
	if (verified.size >= MOST_VERIFIED) verified.delete(oldest);
	verified.set(stored, fingerprint);
}

/** Whether a password has been found right before, by this process. */
export function isVerified(password: string, stored: string | null): boolean {
	const known = stored === null ? undefined : verified.get(stored);
	return known !== undefined && timingSafeEqual(known, fingerprintOf(password));
}

/**
 * Whether the password is the stored one. Checking a wrong one takes as long for an unknown user as for a known one. The
 * right one is derived once and then remembered by this process, as a keyed hash.
 * @param stored what `hashPassword` returned; null when there is no password
 * @param who as for `hashPassword`
 */
export async function verifyPassword(
	password: string,
	stored: string | null,
	who: string,
): Promise<boolean> {
	if (isVerified(password, stored)) return true;
	const [N, r, p, salt, key] = (stored ?? UNMATCHABLE).split('$');
	const options = { N: Number(N), r: Number(r), p: Number(p) };
	const derived = await derive(password, Buffer.from(salt, 'base64'), options, who);
	const accepted = timingSafeEqual(derived, Buffer.from(key, 'base64')) && stored !== null;
	if (accepted) remember(stored, fingerprintOf(password));
	return accepted;
}
