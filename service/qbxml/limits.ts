export const MEBIBYTE = 1024 * 1024;

/** How many bytes of UTF-8 a request may have as XML. */
export const MAXIMUM_REQUEST_BYTES = 10 * MEBIBYTE;

/** How many bytes of UTF-8 a response of the accounting application may have. */
export const MAXIMUM_RESPONSE_BYTES = 100 * MEBIBYTE;
