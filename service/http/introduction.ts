import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where a program that knows the same database can ask a service what it is and how a call reaches it. */
export const DOCTOR_PATH = '/doctor';

/** The header that shows that the caller knows the database. */
export const DOCTOR_HEADER = 'accounting-sync-doctor';

/** How far the clocks of both may differ, and how long a call may take. */
const MOST_MILLISECONDS = 600_000;

/** What a service answers. It holds no secret, and is for those alone who know its database. */
export interface Introduction {
	/** Shows that the service knows the same database. */
	readonly proof: string;
	/** ISO 8601 UTC */
	readonly time: string;
	/** The caller's address, as the service takes it. */
	readonly address: string;
	/** The address that the call came from: the caller's, or that of a proxy. */
	readonly sender: string;
	/** Whether the sender is a proxy that `--trust-proxy` names. */
	readonly isTrusted: boolean;
	/** What the sender says of the caller; null if nothing. */
	readonly forwardedFor: string | null;
	readonly protocol: string;
	/** The public address that the service was started with; null if with none. */
	readonly publicOrigin: string | null;
}

const mac = (secret: string, what: string): string =>
	createHmac('sha256', secret).update(what).digest('base64url');

/**
 * The value of the header.
 * @param secret what only those know who can read the database
 * @param nonce something new, in letters and digits
 */
export function introductionAsked(secret: string, nonce: string, now: number): string {
	const asked = `${now} ${nonce}`;
	return `${asked} ${mac(secret, `ask ${asked}`)}`;
}

/** What a service proves its knowledge with. */
export const proofOf = (secret: string, nonce: string): string => mac(secret, `answer ${nonce}`);

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export const isSame = (one: string, other: string): boolean =>
	one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const ASKED = /^(\d{13}) ([A-Za-z0-9]{16,64}) ([\w-]{43})$/;

/** The parts of a header; undefined if it is none, or too old. */
export function partsOf(header: string, now: number) {
	const [, time = '', nonce = '', signature = ''] = ASKED.exec(header) ?? [];
	const isNow = Math.abs(now - Number(time)) <= MOST_MILLISECONDS;
	return isNow && nonce !== '' ? { asked: `${time} ${nonce}`, nonce, signature } : undefined;
}

/** Whether whoever has sent the parts of a header knows the secret. */
export const isSigned = (
	{ asked, signature }: NonNullable<ReturnType<typeof partsOf>>,
	secret: string,
): boolean => isSame(signature, mac(secret, `ask ${asked}`));
