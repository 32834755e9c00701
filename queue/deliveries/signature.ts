import { createHmac } from 'node:crypto';

import { sameText } from './sameText';

/** The header in which a delivery is signed, unless the user says otherwise (interface, section 6). */
export const SIGNATURE_HEADER = 'X-Qube-Signature';

/** How far a delivery's timestamp may be from this machine's clock, in seconds. */
export const TOLERANCE = 500;

interface SignatureHeader {
	timestamp: string;
	signatures: string[];
}

/** Takes `t=1767225600,v1=…,v1=…` apart. */
function parsed(header: string): SignatureHeader | undefined {
	const parts = header.split(',').map((part) => part.trim().split('=', 2));
	const timestamp = parts.find(([name]) => name === 't')?.[1];
	const signatures = parts.flatMap(([name, ...codes]) => (name === 'v1' ? codes : []));
	return timestamp !== undefined && /^\d{1,15}$/.test(timestamp) && signatures.length > 0
		? { timestamp, signatures }
		: undefined;
}

/**
 * Why a delivery's signature is not valid. Undefined if it is (interface, section 6).
 * @param body The raw body as it arrived, byte for byte.
 * @param header The signature header. It contains several `v1` while a secret is rotated.
 * @param now Seconds since 1970.
 */
export function signatureProblem(
	body: Buffer,
	header: unknown,
	secret: string,
	now: number,
): string | undefined {
	const given = typeof header === 'string' ? parsed(header) : undefined;
	if (!given) return 'The signature header is missing or unreadable.';
	const expected = createHmac('sha256', secret)
		.update(`${given.timestamp}.`)
		.update(body)
		.digest('hex');
	const matches = given.signatures.map((signature) => sameText(signature, expected));
	if (!matches.includes(true)) return 'The signature does not match.';
	return Math.abs(now - Number(given.timestamp)) > TOLERANCE
		? `The signature is too old, or the clocks differ by more than ${TOLERANCE} seconds.`
		: undefined;
}
