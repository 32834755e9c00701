import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { type CallLimit, newCallLimit } from '../../../queue/calls/callLimit';
import { repeatingReads } from '../../../queue/calls/client';
import {
	type Failure,
	failureOfAnswer,
	failureOfNetwork,
	ServiceError,
} from '../../../queue/calls/errors';
import type { Service } from '../../../queue/calls/ports';
import { queryString, type ServiceCall } from '../../../queue/calls/serviceCall';
import { settled } from '../../../queue/calls/settled';
import { isUrl } from '../../../quickbooks/form/isUrl';
import { isObject } from '../../../quickbooks/json/object';
import { serviceAddress } from './address';
import { clock } from './clock';
import { CREDENTIAL_NAME, readCredential } from './credential';
import { withoutSecrets } from './secrets';
import { withoutTokens } from './urlToken';

/** The parts of n8n that calls need, in whichever function the node runs. */
export type ServiceContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| ITriggerFunctions
	| IWebhookFunctions;

/** `Retry-After` in milliseconds, from seconds or from a date. */
function retryAfter(header: unknown): number | undefined {
	if (typeof header !== 'string' || header === '') return undefined;
	const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - clock.now();
	return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}

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
	if (!isObject(record)) return record;
	const { webhook_url: webhookUrl, links } = record;
	return {
		...record,
		...(typeof webhookUrl === 'string' && { webhook_url: withoutTokens(webhookUrl) }),
		...(isObject(links) && { links: shownLinks(links, address) }),
	};
}

/**
 * An answer in the form that items may show. Queued requests contain a trigger's URL, which may contain a secret.
 * @param address The service's base address, which it is reached at from here.
 */
function shownBody(body: unknown, address: string): unknown {
	if (!isObject(body) || !('data' in body)) return body;
	const { data } = body;
	return {
		...body,
		data: Array.isArray(data)
			? data.map((record) => shownRecord(record, address))
			: shownRecord(data, address),
	};
}

/** A failure without what nobody may see: services and gateways repeat what they were sent. */
const redacted = (failure: Failure, credential: ICredentialsDecrypted['data']): Failure => ({
	...failure,
	said: withoutSecrets(withoutTokens(failure.said), credential),
	code: withoutSecrets(failure.code, credential),
});

async function sendOnce(
	context: ServiceContext,
	credentialsDecrypted: ICredentialsDecrypted,
	{ method, path, query, body, idempotencyKey, deadline }: ServiceCall,
): Promise<unknown> {
	const { data: credential } = credentialsDecrypted;
	const address = serviceAddress(credential?.baseUrl);
	const result = await settled(
		context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_NAME,
			{
				method,
				url: `${address}${path}${queryString(query)}`,
				body,
				headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
				json: true,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				// A redirect would send the API key to whatever address it names.
				disableFollowRedirect: true,
				...(deadline && { abortSignal: deadline }),
			},
			{ credentialsDecrypted },
		),
	);
	if (result.status === 'rejected') {
		throw new ServiceError(redacted(failureOfNetwork(result.reason), credential));
	}
	const answer = result.value as IN8nHttpFullResponse;
	const { statusCode, headers } = answer;
	if (statusCode >= 200 && statusCode < 300) return shownBody(answer.body, address);
	const failure = failureOfAnswer(statusCode, answer.body);
	throw new ServiceError({
		...redacted(failure, credential),
		retryAfter: retryAfter(headers['retry-after']),
	});
}

/** The credential in the way in which n8n takes it. */
const decrypted = async (context: ServiceContext): Promise<ICredentialsDecrypted> => ({
	id: '',
	name: '',
	type: CREDENTIAL_NAME,
	data: { ...(await readCredential(context)) },
});

/** By the address of the service: all executions of this process call it. Nobody sets back the clock that they go by. */
const limits = new Map<unknown, CallLimit>();

function limitOf({ data }: ICredentialsDecrypted): CallLimit {
	const limit =
		limits.get(data?.baseUrl) ?? newCallLimit({ ...clock, now: () => performance.now() });
	limits.set(data?.baseUrl, limit);
	return limit;
}

function newServiceOf(context: ServiceContext): Service {
	// The credential is read once for each run of a node. Otherwise n8n would look it up and decrypt it for every call.
	let credential: Promise<ICredentialsDecrypted> | undefined;
	const credentialOnce = async () => await (credential ??= decrypted(context));
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const service: Service = {
		signal,
		enter: async () => await limitOf(await credentialOnce()).enter(signal),
		async send(call) {
			const own = await credentialOnce();
			return await limitOf(own).make(async () => await sendOnce(context, own, call), signal);
		},
	};
	return repeatingReads(service, clock);
}

const services = new WeakMap<ServiceContext, Service>();

/**
 * The service that a node's credential names. Its calls throw ServiceErrors, and a FormError if the credential's address is not
 * acceptable: nothing was sent then.
 */
export function serviceOf(context: ServiceContext): Service {
	const service = services.get(context) ?? newServiceOf(context);
	services.set(context, service);
	return service;
}
