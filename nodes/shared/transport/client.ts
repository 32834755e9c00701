import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import type { WireValues } from '../form/fieldSpec';
import { FormError } from '../form/formError';
import { isUrl } from '../form/isUrl';
import { withoutTokens } from '../triggerUrl/urlToken';
import { serviceAddress } from './address';
import { CREDENTIAL_NAME, readCredential } from './credential';
import type { Failure } from './errors';
import { errorOf, failureOfAnswer, failureOfEnvelope, failureOfNetwork } from './errors';
import { withoutSecrets } from './secrets';

/** One call of the interface. */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'DELETE';
	/** Path below the base address, with its parts already encoded (see `path`). */
	path: string;
	query?: WireValues;
	body?: object;
	/**
	 * The key by which a service recognises a request that it has to queue, however often the call arrives. Not every
	 * service looks at it.
	 */
	idempotencyKey?: string;
	/**
	 * Until when an answer is of use. With a deadline, the request is sent only once, and broken off if the answer comes
	 * too late.
	 */
	deadline?: AbortSignal;
}

/** The parts of n8n that a call needs, in whichever function the node runs. */
export type ServiceContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

/** A path from its parts, each encoded. */
export const path = (...parts: string[]): string =>
	parts.map((part) => `/${encodeURIComponent(part)}`).join('');

/** `?a=1&list[]=2&list[]=3`, or nothing for an empty query. Every list goes out as `name[]=` pairs. */
export function queryString(query: WireValues = {}): string {
	const pairs = Object.entries(query).flatMap(([name, value]) =>
		Array.isArray(value)
			? value.map((entry): [string, string] => [`${name}[]`, entry])
			: [[name, String(value)] satisfies [string, string]],
	);
	return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

/** Milliseconds before the second and third try of a read, if the service does not say how long to wait. */
const waits = [500, 1500];
/** The longest `Retry-After` that we wait for, in milliseconds. After a longer one, we show the error at once. */
export const LONGEST_WAIT = 30_000;
const passingStatus = new Set([429, 502, 503, 504]);

/**
 * Whether sending the request a second time has no effect for anybody. That is true for reads. But a query queues a
 * request, which carries an identifier.
 */
const isRepeatable = ({ method, query }: ServiceRequest): boolean =>
	method === 'GET' && query?.request_id === undefined;

/** `Retry-After` in milliseconds, from seconds or from a date. */
function retryAfter(header: unknown): number | undefined {
	if (typeof header !== 'string' || header === '') return undefined;
	const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
	return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The links to pages for people. The interface shows them as paths (section 2), which nobody can click. */
const linksToPages = ['ui', 'connection_ui'];

/** A path of the service as a whole address. What is none stays as it is. */
function wholeAddress(link: string, address: string): string {
	const { origin } = new URL(address);
	return isUrl(link, origin) ? new URL(link, origin).href : link;
}

const shownLinks = (links: Record<string, unknown>, address: string): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(links).map(([name, link]) => [
			name,
			linksToPages.includes(name) && typeof link === 'string' && link !== ''
				? wholeAddress(link, address)
				: link,
		]),
	);

function shownRecord(record: unknown, address: string): unknown {
	if (!isRecord(record)) return record;
	const { webhook_url: webhookUrl, links } = record;
	return {
		...record,
		...(typeof webhookUrl === 'string' && { webhook_url: withoutTokens(webhookUrl) }),
		...(isRecord(links) && { links: shownLinks(links, address) }),
	};
}

/**
 * An answer in the form that items may show. Queued requests contain a trigger's URL, which may contain a secret.
 * @param address The service's base address, which it is reached at from here.
 */
function shownBody(body: unknown, address: string): unknown {
	if (!isRecord(body) || !('data' in body)) return body;
	const { data } = body;
	return {
		...body,
		data: Array.isArray(data)
			? data.map((record) => shownRecord(record, address))
			: shownRecord(data, address),
	};
}

type Outcome = { ok: true; body: unknown } | { ok: false; failure: Failure; passing: boolean };

/** The credentials that were read, by the context they were read with. */
const credentialsRead = new WeakMap<ServiceContext, Promise<ICredentialsDecrypted>>();

/** The credential, read once for each run of a node. Otherwise n8n would look it up and decrypt it for every call. */
async function credentialFor(context: ServiceContext): Promise<ICredentialsDecrypted> {
	const before = credentialsRead.get(context);
	if (before) return await before;
	const reading = readCredential(context).then((data) => ({
		id: '',
		name: '',
		type: CREDENTIAL_NAME,
		data: { ...data },
	}));
	credentialsRead.set(context, reading);
	return await reading;
}

async function sendOnce(
	context: ServiceContext,
	credentialsDecrypted: ICredentialsDecrypted,
	options: IHttpRequestOptions,
): Promise<Outcome> {
	let answer: IN8nHttpFullResponse;
	try {
		answer = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_NAME,
			options,
			{ credentialsDecrypted },
		)) as IN8nHttpFullResponse;
	} catch (error) {
		return { ok: false, failure: failureOfNetwork(error), passing: true };
	}
	const { statusCode, body, headers } = answer;
	if (statusCode >= 200 && statusCode < 300) return { ok: true, body };
	return {
		ok: false,
		failure: {
			...failureOfAnswer(statusCode, body),
			retryAfter: retryAfter(headers['retry-after']),
		},
		passing: passingStatus.has(statusCode),
	};
}

const cancelSignal = (context: ServiceContext): AbortSignal | undefined =>
	'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

/**
 * Sends one request with the credential and returns the answer's body. Any 2xx is a success. Reads are tried up to
 * three times if the service is overloaded or the connection breaks. A write is sent exactly once.
 * @throws NodeApiError with the service's message, its code (interface, section 7) and what to do.
 * @throws NodeOperationError if the credential's address is not acceptable. Nothing was sent in that case.
 */
export async function send(
	context: ServiceContext,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<unknown> {
	const credential = await credentialFor(context);
	let address: string;
	try {
		address = serviceAddress(credential.data?.baseUrl);
	} catch (error) {
		throw operationErrorOf(context, error, itemIndex);
	}
	const tries = isRepeatable(request) && !request.deadline ? waits.length + 1 : 1;
	for (let attempt = 1; ; attempt++) {
		const outcome = await sendOnce(context, credential, {
			method: request.method,
			url: `${address}${request.path}${queryString(request.query)}`,
			body: request.body,
			headers:
				request.idempotencyKey === undefined ? {} : { 'Idempotency-Key': request.idempotencyKey },
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect would send the API key to whatever address it names.
			disableFollowRedirect: true,
			...(request.deadline && { abortSignal: request.deadline }),
		});
		if (outcome.ok) return shownBody(outcome.body, address);
		const wait = outcome.failure.retryAfter ?? waits[attempt - 1];
		if (!outcome.passing || attempt === tries || wait > LONGEST_WAIT) {
			const { failure } = outcome;
			const message = withoutSecrets(failure.message, credential.data);
			const code = withoutSecrets(failure.code, credential.data);
			throw errorOf(context.getNode(), { ...failure, message, code }, itemIndex);
		}
		await sleep(wait, cancelSignal(context));
	}
}

/** Sends the request and returns the content of `data` in the answer (interface, section 1). */
export async function sendForData<Data>(
	context: ServiceContext,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<Data> {
	const body = await send(context, request, itemIndex);
	if (typeof body !== 'object' || body === null || !('data' in body)) {
		throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
	}
	return body.data as Data;
}

/**
 * The error that n8n shows for a value that the form must not hold. Any other error is passed through with its item.
 */
export function operationErrorOf(
	context: Pick<ServiceContext, 'getNode'>,
	error: unknown,
	itemIndex?: number,
): NodeOperationError {
	const shown = new NodeOperationError(context.getNode(), error as Error, {
		itemIndex,
		description: error instanceof FormError ? error.description : undefined,
	});
	if (error instanceof FormError && error.code !== undefined) shown.context.code = error.code;
	return shown;
}
