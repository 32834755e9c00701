/** The fields of a credential that nobody may see, and what a text shows instead of them. */
const secretFields = ['apiKey', 'webhookSecret'];
const COVER = '…';

/** Shorter values also appear in texts by chance. */
const SHORTEST_SECRET = 6;

/** The forms in which a secret is sent. */
const formsOf = (secret: string): string[] => [
	secret,
	encodeURIComponent(secret),
	Buffer.from(`${secret}:`).toString('base64'),
];

/**
 * Covers up the credential's secrets in a text from outside. Services and gateways repeat what they were sent, and a
 * key that was pasted into the Base URL by mistake is part of every path.
 */
export const withoutSecrets = (text: string, credential: Record<string, unknown> = {}): string =>
	secretFields
		.map((field) => credential[field])
		.filter((secret) => typeof secret === 'string' && secret.length >= SHORTEST_SECRET)
		.flatMap((secret) => formsOf(String(secret)))
		.reduce((shown, form) => shown.replaceAll(form, COVER), text);
