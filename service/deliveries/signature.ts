import { createHmac } from 'node:crypto';

/** What the headers of a webhook say of its body. */
interface SignedBody {
	readonly bytes: number;
	/** The value of the signature header. */
	readonly signature: string;
}

/**
 * Signs a webhook: HMAC-SHA256 over the time, a dot and the raw body, once per secret.
 * @param time seconds since 1970, so that a receiver can recognise a replayed webhook
 * @param secrets at least one; several during rotation
 */
export async function signed(
	body: AsyncIterable<string | Buffer>,
	time: number,
	secrets: readonly string[],
): Promise<SignedBody> {
	const codes = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`));
	let bytes = 0;
	for await (const part of body) {
		bytes += Buffer.byteLength(part);
		for (const code of codes) code.update(part);
	}
	const signature = [`t=${time}`, ...codes.map((code) => `v1=${code.digest('hex')}`)].join(',');
	return { bytes, signature };
}
