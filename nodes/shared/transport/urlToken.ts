import { createHmac } from 'node:crypto';

/**
 * The secret in a trigger's URL, for applications without a webhook secret. It is computed from the API key. So it is
 * stored nowhere, is the same in every process, and changes with the key.
 */
export const urlToken = (apiKey: string, workflowId: string, nodeId: string): string =>
	createHmac('sha256', apiKey).update(`trigger URL ${workflowId} ${nodeId}`).digest('base64url');

/** The name of the secret in the query of the URL. Nobody else's URLs are likely to use this name. */
export const TOKEN_PARAMETER = 'trigger_token';

/** The address that the service delivers to. */
export const withToken = (url: string, token: string): string =>
	`${url}${url.includes('?') ? '&' : '?'}${TOKEN_PARAMETER}=${token}`;

const tokenInUrl = new RegExp(`([?&]${TOKEN_PARAMETER}=)[^&\\s"]+`, 'g');

/** A text with the secrets of its URLs covered up. */
export const withoutTokens = (text: string): string => text.replace(tokenInUrl, '$1…');
