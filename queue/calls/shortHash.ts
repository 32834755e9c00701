import { createHash } from 'node:crypto';

const hashOf = (encoding: 'base64url' | 'hex', text: string): string =>
	createHash('sha256').update(text).digest(encoding);

/** A short text of letters and digits that stands for another one. */
export const hashOfText = (length: number, text: string): string =>
	hashOf('base64url', text).slice(0, length);

/** The same for values. It can go anywhere, in a header too. */
export const shortHash = (length: number, ...parts: unknown[]): string =>
	hashOfText(length, JSON.stringify(parts));

/** The same in hexadecimal digits, where nothing else is allowed or letters may change their case. */
export const shortHex = (length: number, ...parts: unknown[]): string =>
	hashOf('hex', JSON.stringify(parts)).slice(0, length);
