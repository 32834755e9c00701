import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';

import { request } from 'undici';

import type { Delivery } from '../store/deliveries';
import { saysN8nIsStarting } from './n8n-start';
import { signed } from './signature';
import { NOT_SENT, TargetRefused, type WebhookTargets } from './webhook-targets';

/** How webhooks are sent. */
export interface SendSettings {
	/** The secrets that sign a webhook; several during rotation, none if it is not signed. */
	readonly secretsOf: (delivery: Delivery) => Promise<readonly string[]>;
	readonly signatureHeader: string;
	readonly timeoutSeconds: number;
	readonly targets: WebhookTargets;
}

/** The result of one attempt. */
export interface AttemptResult {
	readonly succeeded: boolean;
	/** Whether nobody was there who could have taken it: no answer, or one of a proxy or of an n8n that is starting. */
	readonly isUnanswered: boolean;
	/** The status and the start of the response, or why there was none. */
	readonly response: string;
}

const RESPONSE_BYTES = 1024;

/** With these, a proxy says that it reaches nobody; those from 520 on are Cloudflare's. */
const nobodyBehind: ReadonlySet<number> = new Set([502, 503, 504, 521, 522, 523, 530]);

/** The first bytes of a response. The status is known by now, so a body that does not arrive in time is left out. */
async function startOf(body: Readable): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of body) {
			chunks.push(chunk);
			bytes += chunk.length;
			if (bytes >= RESPONSE_BYTES) break;
		}
	} catch {
		// The response broke off: keep what has arrived.
	}
	return Buffer.concat(chunks).toString('utf8');
}

function cut(text: string): string {
	const bytes = Buffer.from(text);
	return new TextDecoder().decode(bytes.subarray(0, RESPONSE_BYTES), {
		stream: bytes.length > RESPONSE_BYTES,
	});
}

/** The body can be long, so it is read anew each time it is needed. */
type Body = () => AsyncIterable<string | Buffer>;

async function headersFor(
	delivery: Delivery,
	body: Body,
	{ secretsOf, signatureHeader }: SendSettings,
) {
	const secrets = await secretsOf(delivery);
	const { bytes, signature } = await signed(body(), Math.floor(Date.now() / 1000), secrets);
	return {
		'content-type': 'application/json',
		'content-length': String(bytes),
		'user-agent': 'accounting-sync-service',
		...(secrets.length > 0 && { [signatureHeader]: signature }),
	};
}

function reasonOf(
	error: unknown,
	timeout: AbortSignal | undefined,
	timeoutSeconds: number,
): string {
	if (error instanceof TargetRefused) return `${NOT_SENT}${error.message}`;
	if (timeout?.aborted) return `No answer within ${timeoutSeconds} s.`;
	if (error instanceof AggregateError)
		return error.errors.map((each) => reasonOf(each, timeout, timeoutSeconds)).join('; ');
	return error instanceof Error ? error.message : String(error);
}

/**
 * Posts a webhook once. Any 2xx is a success, but for n8n's while it starts. Redirects are not followed and count as failures.
 * So does an address where the webhook may not go, without any connection to it.
 * @param stop aborts the attempt when the service stops
 */
export async function send(
	delivery: Delivery,
	body: Body,
	settings: SendSettings,
	stop: AbortSignal,
): Promise<AttemptResult> {
	let timeout: AbortSignal | undefined;
	try {
		const headers = await headersFor(delivery, body, settings);
		timeout = AbortSignal.timeout(settings.timeoutSeconds * 1000);
		const { statusCode, body: answer } = await request(delivery.webhook_url, {
			method: 'POST',
			headers,
			body: Readable.from(body(), { objectMode: false }),
			dispatcher: settings.targets.dispatcherFor(delivery.caller_is_private === 1),
			signal: AbortSignal.any([timeout, stop]),
		});
		const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim();
		const start = await startOf(answer);
		const isStarting = saysN8nIsStarting(start);
		return {
			succeeded: statusCode >= 200 && statusCode < 300 && !isStarting,
			isUnanswered: isStarting || nobodyBehind.has(statusCode),
			response: cut(start === '' ? status : `${status}\n${start}`),
		};
	} catch (error) {
		return {
			succeeded: false,
			isUnanswered: !(error instanceof TargetRefused),
			response: cut(reasonOf(error, timeout, settings.timeoutSeconds)),
		};
	}
}
