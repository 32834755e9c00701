const MEBIBYTE = 1024 * 1024;

/** Bytes of UTF-8 that a request may have as XML. */
export const maximumRequestBytes = 10 * MEBIBYTE;

/** Bytes of UTF-8 that an answer of the accounting application may have. */
export const maximumResponseBytes = 100 * MEBIBYTE;

/** How many elements may stand inside each other, the root counted. */
export const MAXIMUM_DEPTH = 64;
