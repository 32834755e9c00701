import { createHmac } from 'node:crypto';

/**
 * Signs a webhook: HMAC-SHA256 over the time, a dot and the raw body, once per secret.
 * @param time seconds since 1970, so that a receiver can recognise a replayed webhook
 * @param secrets at least one; several during rotation
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
