import { STATUS_CODES } from 'node:http';
import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import type { Delivery } from '../store/deliveries';
import { signatureOf } from './signature';

/** How deliveries are made. */
export interface SendSettings {
	readonly secrets: readonly string[];
	readonly signatureHeader: string;
	readonly timeoutSeconds: number;
}

/** What came of one try. */
export interface TryResult {
	readonly succeeded: boolean;
	/** The status with the beginning of the answer, or why there was none. */
	readonly response: string;
}

const RESPONSE_BYTES = 1024;

/** The first bytes of an answer; what of it does not come in time is left out, as its status is known by then. */
async function beginningOf(body: Readable): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of body) {
			chunks.push(chunk);
			bytes += chunk.length;
			if (bytes >= RESPONSE_BYTES) break;
		}
	} catch {
		// The answer broke off; its beginning is all there is to keep.
	}
	return Buffer.concat(chunks).toString('utf8');
}

function cut(text: string): string {
	const bytes = Buffer.from(text);
	return new TextDecoder().decode(bytes.subarray(0, RESPONSE_BYTES), {
		stream: bytes.length > RESPONSE_BYTES,
	});
}

const headersFor = (payload: string, { secrets, signatureHeader }: SendSettings) => ({
	'content-type': 'application/json',
	'user-agent': 'accounting-sync-service',
	...(secrets.length > 0 && {
		[signatureHeader]: signatureOf(payload, Math.floor(Date.now() / 1000), secrets),
	}),
});

function reasonOf(error: unknown, timeout: AbortSignal, timeoutSeconds: number): string {
	if (timeout.aborted) return `No answer within ${timeoutSeconds} s.`;
	if (error instanceof AggregateError)
		return error.errors.map((each) => reasonOf(each, timeout, timeoutSeconds)).join('; ');
	return error instanceof Error ? error.message : String(error);
}

/**
 * Posts a webhook once. Any 2xx is a success; a redirect is not followed and is none.
 * @param stop aborts the try when the service stops
 */
export async function send(
	{ webhook_url, payload }: Delivery,
	settings: SendSettings,
	dispatcher: Dispatcher,
	stop: AbortSignal,
): Promise<TryResult> {
	const timeout = AbortSignal.timeout(settings.timeoutSeconds * 1000);
	try {
		const { statusCode, body } = await request(webhook_url, {
			method: 'POST',
			headers: headersFor(payload, settings),
			body: payload,
			dispatcher,
			signal: AbortSignal.any([timeout, stop]),
		});
		const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim();
		const answer = await beginningOf(body);
		return {
			succeeded: statusCode >= 200 && statusCode < 300,
			response: cut(answer === '' ? status : `${status}\n${answer}`),
		};
	} catch (error) {
		return {
			succeeded: false,
			response: cut(reasonOf(error, timeout, settings.timeoutSeconds)),
		};
	}
}
