import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The secret in a trigger's URL, for applications without a webhook secret. It is made from the API key, so that it is
 * stored nowhere, is the same in every process, and changes with the key.
 */
export const urlToken = (apiKey: string, workflowId: string, nodeId: string): string =>
	createHmac('sha256', apiKey).update(`trigger URL ${workflowId} ${nodeId}`).digest('base64url');

/** Whether two texts are the same, in a time that does not tell where they differ. */
export const sameText = (one: string, other: string): boolean =>
	timingSafeEqual(
		createHash('sha256').update(one).digest(),
		createHash('sha256').update(other).digest(),
	);

/** What the secret is called in the query of the URL; a name that nobody else's URLs are likely to have. */
export const TOKEN_PARAMETER = 'trigger_token';

/** The address that the service delivers to. */
export const withToken = (url: string, token: string): string =>
	`${url}${url.includes('?') ? '&' : '?'}${TOKEN_PARAMETER}=${token}`;

const tokenInUrl = new RegExp(`([?&]${TOKEN_PARAMETER}=)[^&\\s"]+`, 'g');

/** A text with the secrets of the URLs in it covered up. */
export const withoutTokens = (text: string): string => text.replace(tokenInUrl, '$1…');
