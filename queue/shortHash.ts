import { createHash } from 'node:crypto';

/** A short text of letters and digits that stands for values. It can go anywhere, in a header too. */
export const shortHash = (length: number, ...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, length);
