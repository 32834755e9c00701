import { setTimeout } from 'node:timers/promises';

import { request } from 'undici';

import { type Answer, type ApiClient, basic, type Call } from '../../service/support/api-client';

/** Rate limits are not shown (section 8): a call that is refused with 429 is made again this many times. */
const TRIES = 6;
const LONGEST_PAUSE_SECONDS = 30;

/** How many calls of this process were answered with 429. */
export const rateLimited = { count: 0 };

function addressOf(baseUrl: string, path: string, query: Call['query'] = {}): URL {
	const address = new URL(`${baseUrl}${path}`);
	for (const [name, values] of Object.entries(query))
		for (const value of [values].flat()) address.searchParams.append(name, value);
	return address;
}

/** A UUID is the same in capital letters, which a service may use in one answer and not in another. */
const withPlainIds = (name: string, value: unknown): unknown =>
	/^(.+_)?id$/.test(name) && typeof value === 'string' ? value.toLowerCase() : value;

/** The JSON of an answer; an empty object where it is none, so that a check can go on and say what it misses. */
function parsed(text: string): Answer['body'] {
	try {
		return JSON.parse(text, withPlainIds);
	} catch {
		return {} as Answer['body'];
	}
}

const pauseBefore = (retryAfter: unknown, tried: number): number =>
	Math.min(Number(retryAfter) || 2 ** tried, LONGEST_PAUSE_SECONDS) * 1000;

/**
 * Calls the interface as an application and takes whatever is answered, but waits when it is told to. The client in
 * `n8n/clients` knows what an answer should be like; here each answer is to be judged as it came.
 * @param apiKey undefined sends no credential
 */
export function patientClient(baseUrl: string, apiKey?: string): ApiClient {
	return async (method, path, call = {}) => {
		const { body: sent, query, headers: given } = call;
		for (let tried = 0; ; tried += 1) {
			const { statusCode, headers, body } = await request(addressOf(baseUrl, path, query), {
				method: method as 'GET',
				headers: {
					...(apiKey !== undefined && { authorization: basic(apiKey) }),
					...(sent !== undefined && { 'content-type': 'application/json' }),
					...given,
				},
				body: sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent),
			});
			const text = await body.text();
			if (statusCode !== 429 || tried === TRIES)
				return { status: statusCode, headers, text, body: parsed(text) };
			rateLimited.count += 1;
			await setTimeout(pauseBefore(headers['retry-after'], tried));
		}
	};
}
