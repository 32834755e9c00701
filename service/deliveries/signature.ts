import { createHmac } from 'node:crypto';

/**
 * Signs a webhook: HMAC-SHA256 over the time, a dot and the raw body, once per secret.
 * @param time seconds since 1970, by which a receiver tells a replayed webhook
 * @param secrets several while a secret is being rotated; at least one
 * @returns the value of the signature header
 */
export const signatureOf = (payload: string, time: number, secrets: readonly string[]): string =>
	[
		`t=${time}`,
		...secrets.map((secret) => {
			const code = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
			return `v1=${code}`;
		}),
	].join(',');
