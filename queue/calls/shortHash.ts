import { createHash } from 'node:crypto';

const hashOf = (encoding: 'base64url' | 'hex', parts: readonly unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest(encoding);

/** A short text of letters and digits that stands for values. It can go anywhere, in a header too. */
export const shortHash = (length: number, ...parts: unknown[]): string =>
	hashOf('base64url', parts).slice(0, length);

/** The same in hexadecimal digits, where nothing else is allowed or letters may change their case. */
export const shortHex = (length: number, ...parts: unknown[]): string =>
	hashOf('hex', parts).slice(0, length);
