import { MAXIMUM_REQUEST_BYTES, MAXIMUM_RESPONSE_BYTES } from '../qbxml/limits';

/** How webhooks are delivered by default (interface, section 6). */
export const webhookDefaults = {
	/** Seconds before each try. */
	tries: [0, 5, 30, 120, 600, 3600, 21600],
	timeoutSeconds: 10,
	signatureHeader: 'X-Qube-Signature',
	/** Where they may go. */
	targets: 'by-caller',
} as const;

const MEBIBYTE = 1024 * 1024;

/** What the service takes by default. */
export const limitDefaults = {
	callsPerSecond: 500,
	addressCallsPerSecond: 50,
	queueLength: 100_000,
	connections: 10_000,
	requestMebibytes: MAXIMUM_REQUEST_BYTES / MEBIBYTE,
	answerMebibytes: MAXIMUM_RESPONSE_BYTES / MEBIBYTE,
	/** Open connections of HTTP. */
	httpConnections: 10_000,
	/** Long enough for the largest answer on a slow line. Headers have a minute. */
	requestTimeoutSeconds: 30 * 60,
};

export type Limits = Readonly<typeof limitDefaults>;

export const bytesOf = (mebibytes: number): number => Math.floor(mebibytes * MEBIBYTE);
