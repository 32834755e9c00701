import { closeSync, openSync } from 'node:fs';

/** The rights of what is nobody else's business. */
export const OWNER_ONLY = 0o600;

/** Creates a file that only its owner can read, unless it is there. What SQLite puts beside it has the same rights. */
export const createPrivately = (file: string): void => closeSync(openSync(file, 'a', OWNER_ONLY));
