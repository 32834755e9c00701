/** The values of a credential that nobody may see, and what a text shows in their place. */
const secretFields = ['apiKey', 'webhookSecret'];
const COVER = '…';

/** A shorter value is found in texts that do not mean it. */
const SHORTEST_SECRET = 6;

/** A secret in the forms in which it travels. */
const formsOf = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret),
	Buffer.from(`${secret}:`).toString('base64'),
];

/**
 * A text from outside with the credential's secrets covered up: services and gateways repeat what they were sent, and
 * a key that stands in the Base URL by mistake is part of every path.
 */
export const withoutSecrets = (text: string, credential: Record<string, unknown> = {}): string =>
	secretFields
		.map((field) => credential[field])
		.filter((secret) => typeof secret === 'string' && secret.length >= SHORTEST_SECRET)
		.flatMap((secret) => formsOf(String(secret)))
		.reduce((shown, form) => shown.replaceAll(form, COVER), text);
